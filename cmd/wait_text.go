package cmd

import (
	"context"
	"errors"
	"regexp"

	"rooda/pty"
	"rooda/pty/shim"
	"rooda/pty/vt"
)

// awaitText waits until the screen shows the text, or the output has it.
func awaitText(ctx context.Context, target agent, text *regexp.Regexp) (string, error) {
	w := &textWaiter{text: text}
	w.cleaner = pty.NewCleaner(&w.lines)
	err := followScreen(ctx, target, w)
	return w.said, notFound(err)
}

// textWaiter looks for a text on a screen and in the lines that pass it.
type textWaiter struct {
	text    *regexp.Regexp
	screen  *vt.Screen
	cleaner *pty.Cleaner
	lines   lineTail
	said    string
}

func (w *textWaiter) begin(p shim.Picture) error {
	w.screen = vt.New(vt.Options{Cols: p.Cols, Rows: p.Rows, Scrollback: -1})
	w.screen.Write([]byte(p.Styled))
	w.screen.Write([]byte(p.Modes))
	return w.look()
}

func (w *textWaiter) Write(p []byte) (int, error) {
	w.screen.Write(p)
	w.cleaner.Write(p)
	return len(p), w.look()
}

func (w *textWaiter) look() error {
	for _, text := range []string{w.screen.Snapshot().Unwrapped(), string(w.lines)} {
		if found := w.text.FindString(text); w.text.MatchString(text) {
			w.said = "shows " + firstChars(oneLine(found), 100)
			return errFound
		}
	}
	w.lines.shorten()
	return nil
}

// lineTail keeps the latest lines.
type lineTail []byte

func (t *lineTail) Write(p []byte) (int, error) {
	*t = append(*t, p...)
	return len(p), nil
}

// shorten forgets all but the last few kilobytes, which a match may begin in.
func (t *lineTail) shorten() {
	const enough = 4 << 10
	if len(*t) > enough {
		*t = append((*t)[:0], (*t)[len(*t)-enough:]...)
	}
}

// screenWaiter is told what an agent's terminal shows: first a picture, then
// what comes.
type screenWaiter interface {
	begin(shim.Picture) error
	Write([]byte) (int, error)
}

// followScreen feeds w until it fails, or the agent ends: errEndedBefore.
func followScreen(ctx context.Context, target agent, w screenWaiter) error {
	client, err := target.dial()
	if err != nil {
		return err
	}
	defer client.Close()
	picture, err := client.Picture(ctx, 0)
	if err != nil {
		return target.unreachable(err)
	}
	if err := w.begin(picture); err != nil {
		return err
	}
	output, from := newSizedOutput(client, picture), picture.Offset
	for {
		next, err := output.follow(ctx, from, w)
		if errors.Is(err, errResized) {
			if picture, err = output.renew(ctx, next, w); err == nil {
				err = w.begin(picture)
			}
			if from = picture.Offset; err == nil {
				continue
			}
		}
		switch {
		case errors.Is(err, errFound), ctx.Err() != nil:
			return err
		case err != nil:
			return target.unreachable(err)
		}
		return errEndedBefore
	}
}
