package cmd

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"rooda/pty"
	"rooda/pty/shim"
)

var (
	// errResized ends the following of output that makes sense in one size of the terminal.
	errResized = errors.New("the terminal has another size")
	// errHeard ends the hearing of output that is followed by more.
	errHeard = errors.New("that was all that was wanted")
)

// sizedOutput is the output of a terminal while it has one size.
type sizedOutput struct {
	client *shim.Client
	size   pty.Size
	// touched has something when somebody has typed while the output was followed.
	touched chan struct{}
}

func newSizedOutput(client *shim.Client, p shim.Picture) *sizedOutput {
	return &sizedOutput{client, sizeOf(p), make(chan struct{}, 1)}
}

func sizeOf(p shim.Picture) pty.Size { return pty.Size{Cols: uint16(p.Cols), Rows: uint16(p.Rows)} }

// follow writes what comes from an offset on to w, until the agent's end (nil), or until the
// size is another: errResized. Called again it goes on with that size. next is the offset of the first byte that w did not get.
func (o *sizedOutput) follow(ctx context.Context, from int64, w io.Writer) (next int64, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	size := o.size
	var watching sync.WaitGroup
	watching.Go(func() {
		var touched *time.Time
		// Where that fails the size is not followed, as with shims that do not tell it.
		_ = o.client.Hands(ctx, func(h pty.Hands) {
			if h.Size != (pty.Size{}) && h.Size != o.size {
				size = h.Size
				cancel(errResized)
			}
			if touched != nil && h.Touched.After(*touched) {
				select {
				case o.touched <- struct{}{}:
				default: // that is not told yet
				}
			}
			touched = &h.Touched
		})
	})
	next, err = o.client.Output(ctx, from, true, w)
	resized := err != nil && errors.Is(context.Cause(ctx), errResized)
	cancel(nil)
	watching.Wait()
	if resized {
		o.size, err = size, errResized
	}
	return next, err
}

// renew returns a picture of the new size, with a row above it, and writes to w what came from an offset on before it.
func (o *sizedOutput) renew(ctx context.Context, from int64, w io.Writer) (shim.Picture, error) {
	picture, err := o.client.Picture(ctx, 1)
	if err != nil {
		return picture, err
	}
	return picture, o.hear(ctx, from, picture.Offset, w)
}

// hear writes the output between two offsets to w.
func (o *sizedOutput) hear(ctx context.Context, from, to int64, w io.Writer) error {
	if to <= from {
		return nil
	}
	_, err := o.client.Output(ctx, from, false, &limitedWriter{w, to - from})
	if errors.Is(err, errHeard) {
		return nil
	}
	return err
}

// limitedWriter takes n bytes and then fails with errHeard.
type limitedWriter struct {
	w io.Writer
	n int64
}

func (l *limitedWriter) Write(p []byte) (int, error) {
	whole := len(p)
	if int64(whole) > l.n {
		p = p[:l.n]
	}
	n, err := l.w.Write(p)
	l.n -= int64(n)
	if err == nil && n < whole {
		err = errHeard
	}
	return n, err
}
