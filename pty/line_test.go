package pty

import (
	"errors"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestMeasure(t *testing.T) {
	plain := func() *unix.Termios {
		_, slave, err := openPair(Size{80, 24})
		if err != nil {
			t.Fatal(err)
		}
		return settings(slave)
	}
	for _, test := range []struct {
		line          int
		text          string
		longest, last int
	}{
		{0, "abc", 3, 3},
		{4, "abc", 7, 7},
		{4, "\rabc\nde\r", 3, 0},
		{4, "abc\x15de", 7, 2},
		{4, "\x7f\x7fx", 3, 3},
		{4, "\x03x", 1, 1},
		{4, "\x11\x13\x12\x17", 0, 4},
		{4, "\x16\r\x16\x03", 6, 6},
		{4, "ab\x04cd", 6, 2},
	} {
		if longest, last := measure(plain(), test.line, []byte(test.text)); longest != test.longest || last != test.last {
			t.Errorf("%d and %q: longest %d, last %d, want %d, %d", test.line, test.text, longest, last, test.longest, test.last)
		}
	}
	raw := plain()
	raw.Iflag &^= unix.ICRNL
	if longest, last := measure(raw, 0, []byte("a\rb\nc")); longest != 3 || last != 1 {
		t.Errorf("without ICRNL: %d, %d", longest, last)
	}
}

// What the terminal keeps of a line is what the kernel keeps: all of what is taken arrives, and
// nothing of what is refused.
func TestTypeLine(t *testing.T) {
	master, slave, err := openPair(Size{80, 24})
	if err != nil {
		t.Fatal(err)
	}
	defer slave.Close()
	defer master.Close()
	if err := silence(slave); err != nil {
		t.Fatal(err)
	}
	script, err := newTranscript(Spec{}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	l := &Local{master: master, slave: slave, script: script, writing: make(chan struct{}, 1), gone: newLatch()}
	line := func(n int) []byte { return []byte(strings.Repeat("z", n)) }
	read := func() int {
		p := make([]byte, 1<<16)
		n, err := slave.Read(p)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, n := range []int{100, maxInputLine} {
		if err := l.Input(t.Context(), append(line(n), '\r')); err != nil {
			t.Fatal(err)
		}
		if got := read(); got != n+1 {
			t.Errorf("of %d and an end %d arrived", n, got)
		}
	}
	refused := func(p []byte, bytes, stood int) {
		t.Helper()
		var long *LineError
		if err := l.Input(t.Context(), p); !errors.As(err, &long) || *long != (LineError{bytes, maxInputLine, stood}) {
			t.Errorf("%d bytes: %v", len(p), err)
		}
	}
	refused(append(line(maxInputLine+1), '\r'), maxInputLine+1, 0)
	if err := l.Input(t.Context(), line(maxInputLine-50)); err != nil {
		t.Fatal(err)
	}
	refused(line(51), maxInputLine+1, maxInputLine-50)
	refused(append([]byte("one\r"), line(maxInputLine+2)...), maxInputLine+2, 0)
	if err := l.Input(t.Context(), line(50)); err != nil {
		t.Fatal(err)
	}
	refused([]byte("z\r"), maxInputLine+1, maxInputLine)
	if err := l.Input(t.Context(), []byte("\r")); err != nil {
		t.Fatal(err)
	}
	if got := read(); got != maxInputLine+1 {
		t.Errorf("%d arrived", got)
	}
}
