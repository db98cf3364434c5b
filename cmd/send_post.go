package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"rooda/pty/shim"
	"rooda/pty/vt"
)

// post types into one terminal.
type post struct {
	client  *shim.Client
	options sendOptions
	who     string
	sent    int
}

func (p *post) all(ctx context.Context, text []byte) error {
	keys, err := p.keys(ctx)
	if err != nil {
		return err
	}
	if p.options.paste && len(text) > 0 {
		// Whole, or another's keys could come into its middle.
		if err := p.send(ctx, text, true); err != nil {
			return err
		}
	} else if err := p.paced(ctx, text); err != nil {
		return err
	}
	if len(keys) > 0 {
		if err := p.send(ctx, keys, false); err != nil {
			return err
		}
	}
	if !p.options.enter {
		return nil
	}
	if p.sent > 0 {
		pause := time.NewTimer(beforeEnter)
		defer pause.Stop()
		select {
		case <-pause.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return p.send(ctx, []byte("\r"), false)
}

// keys are the bytes of the keys that are named.
func (p *post) keys(ctx context.Context) ([]byte, error) {
	names := strings.Fields(strings.Join(p.options.keys, " "))
	if len(names) == 0 {
		return nil, nil
	}
	screen, err := p.client.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	var keys []byte
	for _, name := range names {
		key, err := vt.KeyBytes(name, screen.Modes.Has(vt.AppCursor))
		if err != nil {
			return nil, codedError{hintf(err, "a character, or Enter, Escape, Tab, Up, Down, PageUp, F1, C-c, M-x ..."), exitUsage}
		}
		keys = append(keys, key...)
	}
	return keys, nil
}

// paced types text in pieces that fit where a terminal keeps what is not read.
func (p *post) paced(ctx context.Context, text []byte) error {
	for len(text) > 0 {
		n := min(sendPiece, len(text))
		for n < len(text) && n > sendPiece-4 && text[n]&0xc0 == 0x80 { // not inside a character
			n--
		}
		if err := p.send(ctx, text[:n], false); err != nil {
			return err
		}
		text = text[n:]
	}
	return nil
}

// send types one piece; it returns when the terminal has taken it.
func (p *post) send(ctx context.Context, b []byte, paste bool) error {
	o := shim.InputOptions{Who: p.who, Paste: paste}
	if p.sent == 0 && !p.options.force {
		o.Quiet = quietBefore
	}
	err := p.input(ctx, b, o)
	if err == nil {
		p.sent += len(b)
	}
	return err
}

// input types one piece. It may wait long for a person who types, or for an agent that does
// not read, but not for a terminal that does not answer.
func (p *post) input(ctx context.Context, b []byte, o shim.InputOptions) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	taken := make(chan error, 1)
	go func() { taken <- p.client.Input(ctx, b, o) }()
	look := time.NewTicker(unanswered)
	defer look.Stop()
	for {
		select {
		case err := <-taken:
			return err
		case <-look.C:
		}
		if _, silence := p.client.Task(ctx); errors.Is(silence, shim.ErrSilent) {
			cancel()
			if err := <-taken; err == nil {
				return nil
			}
			return silence
		}
	}
}

// failed says what became of a text that was not taken.
func (p *post) failed(target agent, err error) error {
	var coded codedError
	switch {
	case errors.As(err, &coded):
		return err
	case errors.Is(err, context.DeadlineExceeded) && p.sent == 0:
		err = hintf(fmt.Errorf("%s took nothing for %s: somebody types there, or it does not read", target, brief(p.options.timeout)),
			"--force does not wait for a person; rooda screen %s shows it", target)
		return codedError{err, exitTimeout}
	case errors.Is(err, context.DeadlineExceeded):
		err = hintf(fmt.Errorf("%s took %d bytes and then no more for %s", target, p.sent, brief(p.options.timeout)), "rooda screen %s shows it", target)
		return codedError{err, exitTimeout}
	}
	return target.unreachable(err)
}
