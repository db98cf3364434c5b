package pty

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// past is a deadline that has always expired: setting it ends a blocked call.
var past = time.Unix(1, 0)

// Input writes p as if typed; see Terminal. When ctx ends a write half-way,
// the error says how much of p went in.
func (l *Local) Input(ctx context.Context, p []byte) error {
	select {
	case l.writing <- struct{}{}:
		defer func() { <-l.writing }()
	case <-l.gone.c:
		return ErrExited
	case <-ctx.Done():
		return ctx.Err()
	}
	if l.gone.isSet() {
		return ErrExited
	}
	if err := ctx.Err(); err != nil {
		return err
	}

	cut := make(chan struct{})
	release := context.AfterFunc(ctx, func() {
		l.master.SetWriteDeadline(past)
		close(cut)
	})
	n, err := l.master.Write(p)
	if n > 0 {
		l.script.input(n)
	}
	if !release() {
		<-cut
		l.master.SetWriteDeadline(time.Time{})
	}
	switch {
	case err == nil:
		return nil
	case l.gone.isSet():
		return ErrExited
	case errors.Is(err, os.ErrDeadlineExceeded) && ctx.Err() != nil:
		err = ctx.Err()
	}
	return fmt.Errorf("write input (%d of %d bytes written): %w", n, len(p), err)
}

// feed writes the prompt to the agent's standard input and ends it. An agent
// that does not want it (EPIPE) is no error; one that never reads is cut
// loose when run closes the pipe.
func (l *Local) feed(prompt []byte) {
	l.prompt.Write(prompt)
	l.prompt.Close()
}
