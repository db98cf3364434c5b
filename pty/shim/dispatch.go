package shim

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"rooda/internal/localsock"
	"rooda/pty"
	"rooda/pty/vt"
)

// textPiece is how much is typed at once. Some systems keep no more than about 1,000 bytes for
// a program that does not read.
const textPiece = 512

// dispatch is one send on its way: a text, then keys, then Enter.
type dispatch struct {
	server *server
	who    string
	paste  bool
	keys   []string
	enter  bool
	quiet  time.Duration
	looks  bool // it is decided in its turn whether there is a text

	text   []byte   // has room for brackets around it
	strike [][]byte // what the keys send
	deed   *Deed
	sent   Sent
	report *report
}

// run types all of it. A person who waits stops it, where it waits for people itself.
func (d *dispatch) run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	if d.quiet > 0 {
		d.server.keyboard.yields(func() { stop(ErrPerson) })
	}
	d.report.stop = stop
	err := d.all(ctx)
	if err != nil && !errors.Is(err, pty.ErrExited) {
		err = cmp.Or(context.Cause(ctx), err)
	}
	return err
}

func (d *dispatch) all(ctx context.Context) error {
	begin, end, err := d.prepare(ctx)
	if err != nil {
		return err
	}
	if localsock.HungUp(ctx) {
		return context.Canceled // a moment before the context says so
	}
	whole := slices.Concat([]byte(begin), d.text, []byte(end), slices.Concat(d.strike...))
	if err := d.server.keyboard.fits(ctx, whole); err != nil {
		return err
	}
	d.sent.Of = int64(len(d.text))
	if d.who != "" { // hosts keep a journal of their own
		d.deed = d.server.people.begin(Deed{By: d.who, What: Typed, Via: "send", Kind: d.kind()})
		defer d.server.people.end(d.deed)
	}
	if d.paste && len(d.text) > 0 {
		err = d.pasted(ctx, begin, end)
	} else {
		err = d.paced(ctx)
	}
	if err == nil && len(d.strike) > 0 {
		err = d.struck(ctx)
		d.sent.Keys = err == nil
	}
	if err != nil || !d.enter {
		return err
	}
	if err := pause(ctx, d.pace(len(d.strike), "\r")); err != nil {
		return err
	}
	if _, err = d.write(ctx, []byte("\r")); err == nil {
		d.sent.Enter, d.server.keyboard.rested = true, time.Now().Add(vt.EnterPause)
	}
	return err
}

// prepare reads off the agent's modes what its keys send and what a paste stands in.
func (d *dispatch) prepare(ctx context.Context) (begin, end string, err error) {
	if len(d.keys) == 0 && !d.paste {
		return "", "", nil
	}
	now, err := d.server.term.Snapshot(ctx)
	if err != nil {
		return "", "", err
	}
	for _, name := range d.keys {
		key, err := now.KeyBytes(name)
		if err != nil {
			return "", "", err
		}
		d.strike = append(d.strike, key)
	}
	if d.paste {
		begin, end = brackets(now)
		d.text = pasted(d.text, end != "")
	}
	return begin, end, nil
}

func (d *dispatch) kind() string {
	if d.paste {
		return "paste"
	}
	return "keys"
}

// write types p and notes it; what is on its way counts already, because an agent may end of it.
func (d *dispatch) write(ctx context.Context, p []byte) (int, error) {
	if d.deed != nil {
		d.server.hub.typing(nil, d.who)
		d.server.people.more(d.deed, len(p))
	}
	n, err := d.server.keyboard.write(ctx, p)
	d.server.keyboard.rest(p[:n])
	if d.deed != nil {
		d.server.people.more(d.deed, n-len(p))
	}
	return n, err
}

// pasted types the text at once: nothing may come into it, not even what the terminal tells the
// agent by itself. A paste that was begun is ended.
func (d *dispatch) pasted(ctx context.Context, begin, end string) error {
	whole := append(slices.Insert(d.text, 0, []byte(begin)...), end...)
	d.text = whole[len(begin) : len(whole)-len(end)] // which has moved
	n, err := d.write(ctx, whole)
	if n < len(begin) && n > 0 {
		d.server.keyboard.owed = []byte(begin[n:] + end)
	} else if n > 0 {
		text := min(n, len(whole)-len(end))
		d.server.keyboard.owed = append(rest(whole[:len(whole)-len(end)], text), whole[max(n, len(whole)-len(end)):]...)
	}
	d.sent.Text = int64(min(max(n-len(begin), 0), len(d.text)))
	if d.deed != nil {
		d.server.people.more(d.deed, int(d.sent.Text)-n) // nobody typed the brackets
	}
	return err
}

// paced types the text in pieces that fit where a terminal keeps what is not read.
func (d *dispatch) paced(ctx context.Context) error {
	for left := d.text; len(left) > 0; {
		n, err := d.write(ctx, left[:wholeStrokes(left, textPiece)])
		d.sent.Text += int64(n)
		if n > 0 && err != nil { // otherwise what was owed before may still be
			d.server.keyboard.owed = completion(left, n, false)
		}
		if err != nil {
			return err
		}
		left = left[n:]
		d.report.progress(d.sent)
	}
	return nil
}
