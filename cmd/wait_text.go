package cmd

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"strings"
	"time"

	"rooda/internal/console"
	"rooda/pty"
	"rooda/pty/shim"
)

// lineRest is how long nothing may have come for the line that the cursor is in to count as finished.
const lineRest = 250 * time.Millisecond

// awaitText waits until the screen shows the text, or the output has it.
func awaitText(ctx context.Context, target agent, text *regexp.Regexp) (string, error) {
	client, err := target.dial()
	if err != nil {
		return "", err
	}
	defer client.Close()
	picture, err := client.Picture(ctx, 1)
	if err != nil {
		return "", target.unreachable(err)
	}
	w := newTextWaiter(text, picture)
	err = w.run(ctx, newSizedOutput(client, picture))
	switch {
	case w.found():
		return w.said, nil
	case ctx.Err() != nil, errors.Is(err, errEndedBefore):
		return "", err
	}
	return "", target.unreachable(err)
}

// textWaiter looks for a text on a screen and in the lines that pass it, as rooda logs prints them.
type textWaiter struct {
	text    *regexp.Regexp
	screen  *shownLines
	onIt    *matcher
	cleaner *pty.Cleaner
	passing *matcher
	lately  []byte // the last that passed, to tell what was found
	offset  int64
	said    string
}

func newTextWaiter(text *regexp.Regexp, p shim.Picture) *textWaiter {
	w := &textWaiter{text: text, screen: newShownLines(p), onIt: newMatcher(text), passing: newMatcher(text), offset: p.Offset}
	w.cleaner = pty.NewCleaner(passingLines{w})
	line, whole := w.screen.begun()
	if !whole {
		w.passing.restart(unknown)
	}
	w.cleaner.Write([]byte(line))
	w.look(false)
	return w
}

func (w *textWaiter) found() bool { return w.said != "" }

func (w *textWaiter) tell(found string) { w.said = "shows " + firstChars(console.OneLine(found), 100) }

// Write takes output.
func (w *textWaiter) Write(p []byte) (int, error) {
	w.screen.Write(p)
	w.cleaner.Write(p)
	w.offset += int64(len(p))
	w.look(false)
	return len(p), nil
}

// look looks at the screen. Unless that is at rest, what may come yet of the line that the cursor is in is
// not known.
func (w *textWaiter) look(atRest bool) {
	lines, open, cut := w.screen.lines()
	w.search(lines, open, cut, atRest)
	if begun, _ := w.screen.begun(); open >= 0 && open < len(lines) && strings.TrimRight(begun, " ") == string(lines[open]) {
		lines[open] = []byte(begun) // with the blanks between its words and the cursor
		w.search(lines, open, cut, atRest)
	}
}

// search looks at lines of the screen, of which the cursor is in the open one.
func (w *textWaiter) search(lines [][]byte, open int, cut, atRest bool) {
	text := bytes.Join(lines, []byte("\n"))
	if w.found() || !w.text.Match(text) { // it finds more: it takes the ends of text for those of lines
		return
	}
	w.onIt.restart(edge)
	if cut {
		w.onIt.restart(unknown)
	}
	for i, line := range lines {
		last := i == len(lines)-1
		w.onIt.feed(line)
		next := '\n'
		switch {
		case i == open && !atRest:
			next = unknown
		case last:
			next = edge
		}
		if w.onIt.upTo(next) {
			w.tell(string(w.text.Find(text)))
			return
		}
		if !last {
			w.onIt.step('\n', next)
		}
	}
}

// end takes note that nothing comes any more.
func (w *textWaiter) end() {
	w.cleaner.Close()
	if w.look(true); !w.found() && w.passing.upTo(edge) {
		w.passed(len(w.lately))
	}
}

// passingLines takes the lines of a cleaner.
type passingLines struct{ *textWaiter }

func (w passingLines) Write(p []byte) (int, error) {
	const enough = 4 << 10
	if w.found() {
		return len(p), nil
	}
	n := w.passing.feed(p)
	before := w.lately[max(len(w.lately)-enough, 0):]
	w.lately = append(bytes.Clone(before), p[:min(n+enough, len(p))]...)
	if w.passing.upTo(unknown) {
		w.passed(len(before) + n)
	}
	return len(p), nil
}

// passed tells what was found in the latest lines, of which so much is needed.
func (w *textWaiter) passed(n int) {
	line := w.lately[bytes.LastIndexByte(w.lately[:max(n-1, 0)], '\n')+1 : n]
	for _, at := range w.text.FindAllIndex(w.lately, -1) {
		if at[0] < n {
			line = w.lately[at[0]:at[1]]
		}
	}
	w.tell(string(line))
}

// run waits until it is found; errEndedBefore at the agent's end.
func (w *textWaiter) run(ctx context.Context, output *sizedOutput) error {
	for !w.found() {
		err := w.watch(ctx, output)
		if !errors.Is(err, errResized) {
			return err
		}
		picture, err := output.renew(ctx, w.offset, w)
		if err != nil {
			return err
		}
		w.screen = newShownLines(picture)
		w.look(false)
	}
	return nil
}

// watch is run while the terminal has one size, then errResized.
func (w *textWaiter) watch(ctx context.Context, output *sizedOutput) error {
	ctx, cancel := context.WithCancel(ctx)
	came, ended := make(chan []byte), make(chan error, 1)
	go func() {
		_, err := output.follow(ctx, w.offset, sender{ctx, came})
		ended <- err
	}()
	defer func() { cancel(); <-ended }()
	rest := time.NewTimer(lineRest)
	defer rest.Stop()
	for !w.found() {
		select {
		case p := <-came:
			w.Write(p)
			rest.Reset(lineRest)
		case err := <-ended:
			ended <- err
			if err == nil {
				w.end()
				err = errEndedBefore
			}
			return err
		case <-rest.C:
			w.look(true)
		}
	}
	return nil
}
