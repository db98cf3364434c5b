package attach

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Sane makes a terminal cooked again, as stty sane does.
func Sane(f *os.File) error {
	t, err := unix.IoctlGetTermios(int(f.Fd()), getTermios)
	if err != nil {
		return fmt.Errorf("repair terminal: %w", err)
	}
	t.Iflag &^= unix.IGNBRK | unix.INLCR | unix.IGNCR | unix.ISTRIP | unix.PARMRK
	t.Iflag |= unix.BRKINT | unix.ICRNL | unix.IMAXBEL | unix.IXON
	t.Oflag |= unix.OPOST | unix.ONLCR
	t.Lflag |= unix.ISIG | unix.ICANON | unix.IEXTEN | unix.ECHO | unix.ECHOE | unix.ECHOK | unix.ECHOCTL | unix.ECHOKE
	t.Lflag &^= unix.ECHONL | unix.NOFLSH | unix.TOSTOP
	t.Cflag = t.Cflag&^(unix.CSIZE|unix.PARENB) | unix.CS8 | unix.CREAD
	for i, c := range map[int]uint8{
		unix.VINTR: 3, unix.VQUIT: 0x1c, unix.VERASE: 0x7f, unix.VKILL: 0x15, unix.VEOF: 4,
		unix.VSTART: 0x11, unix.VSTOP: 0x13, unix.VSUSP: 0x1a, unix.VMIN: 1, unix.VTIME: 0,
	} {
		t.Cc[i] = c
	}
	if err := unix.IoctlSetTermios(int(f.Fd()), setTermios, t); err != nil {
		return fmt.Errorf("repair terminal: %w", err)
	}
	return nil
}
