package ptytest

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long the suite waits for what must come.
const patience = 20 * time.Second

// Tape is a writer that keeps everything and can be waited on.
type Tape struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	more chan struct{}
}

// NewTape returns an empty tape.
func NewTape() *Tape { return &Tape{more: make(chan struct{}, 1)} }

// Write keeps p.
func (o *Tape) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	select {
	case o.more <- struct{}{}:
	default:
	}
	return o.buf.Write(p)
}

// String returns all that was written.
func (o *Tape) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// Await waits until want has been written. One goroutine may wait at a time.
func (o *Tape) Await(t testing.TB, want string) {
	t.Helper()
	limit := time.After(patience)
	for !strings.Contains(o.String(), want) {
		select {
		case <-o.more:
		case <-limit:
			t.Fatalf("no %q in %.2000q", want, o.String())
		}
	}
}
