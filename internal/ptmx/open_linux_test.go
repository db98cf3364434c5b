package ptmx

import (
	"errors"
	"io"
	"testing"

	"golang.org/x/sys/unix"
)

// TestSecondByNumber where the kernel cannot be asked for it, and only there.
func TestSecondByNumber(t *testing.T) {
	master, tty, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer tty.Close()
	var number uint32
	if err := control(master, func(fd int) (err error) {
		number, err = unix.IoctlGetUint32(fd, unix.TIOCGPTN)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for refused, opens := range map[error]bool{unix.ENOTTY: true, unix.EINVAL: true, unix.ENOSYS: true, unix.EMFILE: false, unix.EIO: false} {
		again, err := second(-1, number, unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, func(int, int) (int, error) { return 0, refused })
		if !opens {
			if !errors.Is(err, refused) {
				t.Errorf("%v: %v", refused, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%v: %v", refused, err)
			continue
		}
		if _, err := again.WriteString("x"); err != nil {
			t.Error(err)
		}
		got := make([]byte, 1)
		if _, err := io.ReadFull(master, got); err != nil || got[0] != 'x' {
			t.Errorf("%v: %q, %v", refused, got, err)
		}
		again.Close()
	}
}
