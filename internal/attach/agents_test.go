package attach_test

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"rooda/internal/attach"
)

// partVariable makes the test binary play an agent.
const partVariable = "ATTACH_TEST_PART"

// everything is what a full-screen program may switch on, once, at its start.
const everything = "\x1b[?1049h\x1b[?1h\x1b=\x1b[?1000h\x1b[?1002h\x1b[?1006h\x1b[?1004h\x1b[?2004h\x1b[?2031h\x1b[>1u\x1b[>4;2m\x1b[?25l\x1b[4 q\x1b]0;an agent\a\x1b[3;20r"

// play plays an agent and does not return.
func play(part string) {
	name, argument, _ := strings.Cut(part, " ")
	switch name {
	case "tui":
		playTUI()
	case "keys":
		playKeys()
	case "late":
		playLate(argument)
	case "size":
		playSize()
	case "flood":
		n, _ := strconv.Atoi(argument)
		playFlood(n)
	case "thief":
		playThief(argument)
	case "stops":
		playStops()
	case "exit":
		fmt.Println("the last words")
		n, _ := strconv.Atoi(argument)
		os.Exit(n)
	}
	os.Exit(64)
}

// playStops stops again and again, while other threads are busy, and says in milliseconds how long each lasted.
func playStops() {
	for range 2 {
		go func() {
			for {
				os.Getppid()
			}
		}()
	}
	for {
		begun := time.Now()
		attach.Stop()
		fmt.Println(time.Since(begun).Milliseconds())
	}
}

// playThief takes the terminal's foreground without a word to who has it, as soon as a file is
// there, and gives it back, as a shell does, when it is gone.
func playThief(file string) {
	signal.Ignore(syscall.SIGTTOU)
	until := func(there bool) {
		for {
			if _, err := os.Stat(file); (err == nil) == there {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	until(true)
	of, _ := unix.IoctlGetInt(0, unix.TIOCGPGRP)
	unix.IoctlSetPointerInt(0, unix.TIOCSPGRP, unix.Getpgrp())
	os.Stdout.WriteString("stolen")
	until(false)
	unix.IoctlSetPointerInt(0, unix.TIOCSPGRP, of)
	syscall.Kill(-of, syscall.SIGCONT)
	os.Exit(0)
}

func raw() {
	if _, err := term.MakeRaw(0); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// playTUI sets its modes once and shows each key; q and a digit exits.
func playTUI() {
	raw()
	fmt.Print("before the screen\r\n", everything, "\x1b[2J\x1b[5;10H\x1b[1;31mPermission\x1b[m to run \x1b[44mls\x1b[m? 端末 ✳")
	buf, quitting := make([]byte, 100), false
	for row := 7; ; row = 7 + (row-6)%10 {
		n, err := os.Stdin.Read(buf)
		if err != nil {
			os.Exit(3)
		}
		if quitting || n > 1 && buf[0] == 'q' {
			code, _ := strconv.Atoi(string(buf[n-1 : n]))
			fmt.Print("\x1b[?1049l\x1b[?25h")
			os.Exit(code)
		}
		quitting = buf[0] == 'q'
		fmt.Printf("\x1b[%d;3H\x1b[Kkey %q", row, buf[:n])
	}
}

// playKeys shows each key on a line.
func playKeys() {
	raw()
	fmt.Print("ready\r\n")
	buf := make([]byte, 1000)
	for {
		n, err := os.Stdin.Read(buf)
		if err != nil {
			os.Exit(3)
		}
		fmt.Printf("%q\r\n", buf[:n])
	}
}

// playLate begins to read after two seconds, as many bytes as are announced.
func playLate(argument string) {
	raw()
	want, _ := strconv.Atoi(argument)
	fmt.Print("\x1b[?2004hready\r\n")
	time.Sleep(2 * time.Second)
	hash := sha256.New()
	n, err := io.CopyN(hash, os.Stdin, int64(want))
	fmt.Printf("%d %x %v\r\n", n, hash.Sum(nil), err)
	time.Sleep(time.Minute)
}

// playSize shows its size whenever that changes.
func playSize() {
	changed := make(chan os.Signal, 10)
	signal.Notify(changed, syscall.SIGWINCH)
	for {
		cols, rows, _ := term.GetSize(0)
		fmt.Printf("\x1b[H\x1b[2Jsize %dx%d\r\n\x1b[%d;1Hlast row", cols, rows, rows)
		<-changed
	}
}

// playFlood prints lines, says how long that took, and waits.
func playFlood(n int) {
	line := strings.Repeat("x", 70)
	begun := time.Now()
	for i := 0; i < n; i += 80 {
		fmt.Printf("%08d%s\n", i, line)
	}
	fmt.Printf("\x1b[31mflooded\x1b[m in %d ms\n", time.Since(begun).Milliseconds())
	time.Sleep(time.Minute)
}
