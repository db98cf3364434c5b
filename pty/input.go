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
	_, err := l.Type(ctx, p)
	return err
}

// Type is Input that returns how much of p went in.
func (l *Local) Type(ctx context.Context, p []byte) (n int, err error) {
	if err := l.beginWrite(ctx); err != nil {
		return 0, err
	}
	defer func() { <-l.writing }()
	if err := l.fits(p); err != nil {
		return 0, err
	}

	cut := make(chan struct{})
	release := context.AfterFunc(ctx, func() {
		l.master.SetWriteDeadline(past)
		close(cut)
	})
	n, err = l.master.Write(p)
	if n > 0 {
		l.script.input(n)
		l.typed(p[:n])
	}
	if !release() {
		<-cut
		l.master.SetWriteDeadline(time.Time{})
	}
	switch {
	case err == nil:
		return n, nil
	case l.gone.isSet():
		return n, ErrExited
	case errors.Is(err, os.ErrDeadlineExceeded) && ctx.Err() != nil:
		err = ctx.Err()
	}
	return n, fmt.Errorf("write input (%d of %d bytes written): %w", n, len(p), err)
}

// beginWrite takes writing, which the caller gives back.
func (l *Local) beginWrite(ctx context.Context) error {
	select {
	case l.writing <- struct{}{}:
	case <-l.gone.c:
		return ErrExited
	case <-ctx.Done():
		return ctx.Err()
	}
	err := ctx.Err()
	if l.gone.isSet() {
		err = ErrExited
	}
	if err != nil {
		<-l.writing
	}
	return err
}

// feed writes the prompt to the agent's standard input and ends it. An agent
// that does not want it (EPIPE) is no error; one that never reads is cut
// loose when run closes the pipe.
func (l *Local) feed(prompt []byte) {
	l.prompt.Write(prompt)
	l.prompt.Close()
}
