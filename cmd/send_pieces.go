package cmd

import (
	"context"
	"time"

	"rooda/pty/shim"
	"rooda/pty/vt"
)

// sendPiece is how much is typed at once. Some systems keep no more than about
// 1,000 bytes for a program that does not read.
const sendPiece = 512

// pieces types into the terminal of an earlier rooda, which takes a text, keys and Enter one after
// the other: what others type may come in between.
func (p *post) pieces(ctx context.Context, text []byte) error {
	keys, err := p.strokes(ctx)
	if err != nil {
		return err
	}
	p.sent.Of = int64(len(text))
	if p.options.paste && len(text) > 0 {
		// Whole, or another's keys could come into its middle.
		if err := p.piece(ctx, text, true); err != nil {
			return err
		}
		p.sent.Text = int64(len(text))
	} else if err := p.paced(ctx, text); err != nil {
		return err
	}
	pace := func(next string) time.Duration { return vt.PaceBehind(text, next) }
	for _, key := range keys {
		if err := p.next(ctx, pace(key), key); err != nil {
			return err
		}
		pace = func(next string) time.Duration { return vt.Pace(key, next) }
		p.sent.Struck++
	}
	if p.sent.Keys = len(keys) > 0; !p.options.enter {
		return nil
	}
	return p.next(ctx, pace("\r"), "\r")
}

// next types a key at its pace.
func (p *post) next(ctx context.Context, pace time.Duration, key string) error {
	if err := pause(ctx, pace); err != nil {
		return err
	}
	return p.piece(ctx, []byte(key), false)
}

func pause(ctx context.Context, d time.Duration) error {
	wait := time.NewTimer(d)
	defer wait.Stop()
	select {
	case <-wait.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// strokes are the bytes of the keys that are named, each for itself.
func (p *post) strokes(ctx context.Context) (keys []string, err error) {
	names := p.options.names()
	if len(names) == 0 {
		return nil, nil
	}
	screen, err := p.client.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		key, err := screen.KeyBytes(name)
		if err != nil {
			return nil, err
		}
		keys = append(keys, string(key))
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
		if err := p.piece(ctx, text[:n], false); err != nil {
			return err
		}
		p.sent.Text += int64(n)
		text = text[n:]
	}
	return nil
}

// piece types one piece; it returns when the terminal has taken it.
func (p *post) piece(ctx context.Context, b []byte, paste bool) error {
	o := shim.InputOptions{Who: p.who, Paste: paste}
	if !p.begun() && !p.options.force {
		o.Quiet = quietBefore
	}
	return p.answered(ctx, func(ctx context.Context) error { return p.client.Input(ctx, b, o) })
}
