package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"golang.org/x/term"
)

// Streams is the only place that knows about the terminal: data goes to Out,
// talk goes to Err. Commands get it handed in.
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

	out, err *sink  // what Out and Err are in Main; nil elsewhere
	quits    *quits // the same
}

// SystemStreams are the process's own.
func SystemStreams() Streams {
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

// relieved puts outlets in front of Out and Err.
func (s Streams) relieved() Streams {
	s.out, s.err = newOutlets(s.Out, s.Err)
	s.Out, s.Err = s.out, s.err
	return s
}

// direct are the streams as they are, for a process that is to write there itself.
func (s Streams) direct() (out, err io.Writer) {
	if s.out == nil {
		return s.Out, s.Err
	}
	return s.out.w, s.err.w
}

// hurry lets nothing wait for those who read what rooda writes, until calm, or
// for good; see outlet.
func (s Streams) hurry(forGood bool) {
	if s.out != nil {
		s.out.outlet.hurry(forGood)
		s.err.outlet.hurry(forGood)
	}
}

func (s Streams) calm() {
	if s.out != nil {
		s.out.outlet.calm()
		s.err.outlet.calm()
	}
}

// excuse says that what could not be written to Out is no failure.
func (s Streams) excuse() {
	if s.out != nil {
		s.out.excuse()
	}
}

// flushOut waits until Out has been read, as long as its reader takes something now and
// then. It returns the error of results that nobody got, unless that is excused.
func (s Streams) flushOut() error { return s.unwritten(s.out.flush()) }

// flushErr does the same for Err. Of an error there is nowhere left to say it.
func (s Streams) flushErr() { _ = s.err.flush() }

// unwritten is the error of results that nobody got. A reader or a terminal
// that has gone away has had enough.
func (s Streams) unwritten(err error) error {
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

// printf and notef are for text: its control characters are written out,
// since what is shown comes from files, agents and journals as well. What
// needs a terminal's sequences is written to Out or Err, with every foreign
// part of it made fit by oneLine.
func (s Streams) printf(format string, args ...any) {
	fmt.Fprint(s.Out, escapeControls(fmt.Sprintf(format, args...)))
}

// notef breaks lines on a terminal between words, as tell does for Out.
func (s Streams) notef(format string, args ...any) {
	text := escapeControls(fmt.Sprintf(format, args...))
	if s.ErrTerminal {
		text = foldWords(text, s.Width(), "")
	}
	fmt.Fprint(s.Err, text)
}

// tell is printf for what a person reads.
func (s Streams) tell(format string, args ...any) { s.tellBelow("", format, args...) }

// tellBelow is tell with an indent for what goes on below.
func (s Streams) tellBelow(indent, format string, args ...any) {
	text := escapeControls(fmt.Sprintf(format, args...))
	if s.OutTerminal {
		text = foldWords(text, s.Width(), indent)
	}
	fmt.Fprint(s.Out, text)
}

// data writes bytes that are a program's or a file's to come. Only on a
// terminal, where a person looks at them, they are text.
func (s Streams) data(p []byte) error {
	w := s.Out
	if s.OutTerminal {
		w = visible(w)
	}
	if _, err := w.Write(p); err != nil {
		return s.unwritten(err)
	}
	return nil
}
