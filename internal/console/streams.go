// Package console is what rooda writes to and how: streams that hold nothing up whose reader
// stands still, text in which nothing acts on the terminal that shows it, lines that fit into it, tables,
// times, log lines, the output of an agent, and one line of progress below them.
package console

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"golang.org/x/term"
)

// Streams is the only place that knows about the terminal of a command: data goes to Out,
// talk goes to Err. Commands get it handed in. Only those that Relieved returned may be written to
// by several goroutines.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// OutTerminal and ErrTerminal say that a person sees the stream at once.
	OutTerminal, ErrTerminal bool
	// Width returns the terminal's width in columns, 80 when there is none.
	Width func() int
	// Height returns its height in lines, 24 when there is none.
	Height func() int
	// Environ is the environment that agents inherit.
	Environ []string
	// Getenv reads one variable of it.
	Getenv func(string) string

	// Quits is what Ctrl-\ does, nil where nobody has taken it.
	Quits *Quits

	out, err *sink // what Out and Err are once they are relieved
}

// System returns the process's own.
func System() Streams {
	return Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		OutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		Width:       func() int { w, _ := terminalSize(); return w },
		Height:      func() int { _, h := terminalSize(); return h },
		Environ:     os.Environ(),
		Getenv:      os.Getenv,
	}
}

// terminalSize asks the terminal each time, since a window can be resized.
// Some know only one of the two, the other is then assumed.
func terminalSize() (width, height int) {
	for _, f := range []*os.File{os.Stderr, os.Stdout} {
		if w, h, err := term.GetSize(int(f.Fd())); err == nil && (w > 0 || h > 0) {
			return cmp.Or(w, 80), cmp.Or(h, 24)
		}
	}
	return 80, 24
}

// Relieved returns the streams with an outlet in front of Out and Err, so that a reader who takes
// nothing holds up nobody who has to end. The caller flushes both at the end.
func (s Streams) Relieved() Streams {
	s.out, s.err = newOutlets(s.Out, s.Err)
	s.Out, s.Err = s.out, s.err
	return s
}

// Direct returns the streams as they are, for a process that is to write there itself.
func (s Streams) Direct() (out, err io.Writer) {
	if s.out == nil {
		return s.Out, s.Err
	}
	return s.out.w, s.err.w
}

// Hurry lets nothing wait for those who read what rooda writes, until Calm, or
// for good. It does nothing to streams that are not relieved.
func (s Streams) Hurry(forGood bool) {
	if s.out != nil {
		s.out.outlet.hurry(forGood)
		s.err.outlet.hurry(forGood)
	}
}

// Calm lets writers wait for readers again, unless the hurry is for good.
func (s Streams) Calm() {
	if s.out != nil {
		s.out.outlet.calm()
		s.err.outlet.calm()
	}
}

// Excuse says that what could not be written to Out is no failure.
func (s Streams) Excuse() {
	if s.out != nil {
		s.out.excuse()
	}
}

// FlushOut waits until Out, which is relieved, has been read, as long as its reader takes
// something every 5 s, or every second in a hurry for good. It returns the error of results that
// nobody got, unless that is excused.
func (s Streams) FlushOut() error { return s.Unwritten(s.out.flush()) }

// FlushErr does the same for Err. Of an error there is nowhere left to say it.
func (s Streams) FlushErr() { _ = s.err.flush() }

// Unwritten returns the error of a write to Out as that of results that nobody got, with a hint;
// nil where the reader or the terminal has gone away: they have had enough.
func (s Streams) Unwritten(err error) error {
	if err == nil || errors.Is(err, syscall.EPIPE) || s.OutTerminal && errors.Is(err, syscall.EIO) {
		return nil
	}
	return lostError{err}
}

// lostError is why a result was not printed to its end.
type lostError struct{ error }

func (e lostError) Unwrap() error { return e.error }

// Hint says what to do about it.
func (e lostError) Hint() string {
	return "make room, or send the output elsewhere: what was printed is not complete"
}

// Live reports whether progress may be repainted in place on Err.
func (s Streams) Live() bool {
	return s.ErrTerminal && s.Getenv("TERM") != "dumb" && s.Getenv("CI") == ""
}

// Color reports whether a stream that is a terminal may be coloured.
func (s Streams) Color(terminal bool) bool {
	return terminal && s.Getenv("NO_COLOR") == "" && s.Getenv("TERM") != "dumb"
}

// Printf and Notef are for text: its control characters are written out,
// since what is shown comes from files, agents and journals as well. What
// needs a terminal's sequences is written to Out or Err, with every foreign
// part of it made fit by OneLine.
func (s Streams) Printf(format string, args ...any) {
	fmt.Fprint(s.Out, EscapeControls(fmt.Sprintf(format, args...)))
}

// Notef writes to Err, and breaks lines on a terminal between words, as Tell does for Out.
func (s Streams) Notef(format string, args ...any) {
	text := EscapeControls(fmt.Sprintf(format, args...))
	if s.ErrTerminal {
		text = FoldWords(text, s.Width(), "")
	}
	fmt.Fprint(s.Err, text)
}

// Tell is Printf for what a person reads: on a terminal its lines are broken between words.
func (s Streams) Tell(format string, args ...any) { s.TellBelow("", format, args...) }

// TellBelow is Tell with an indent for what goes on below.
func (s Streams) TellBelow(indent, format string, args ...any) {
	text := EscapeControls(fmt.Sprintf(format, args...))
	if s.OutTerminal {
		text = FoldWords(text, s.Width(), indent)
	}
	fmt.Fprint(s.Out, text)
}

// Data writes bytes that are a program's or a file's to come. Only on a
// terminal, where a person looks at them, they are text.
func (s Streams) Data(p []byte) error {
	w := s.Out
	if s.OutTerminal {
		w = Visible(w)
	}
	if _, err := w.Write(p); err != nil {
		return s.Unwritten(err)
	}
	return nil
}
