package pty

import (
	"os"
	"sync"
)

// latch is an event that happens once; any goroutine may set it, again too.
type latch struct {
	once sync.Once
	c    chan struct{}
}

func newLatch() *latch { return &latch{c: make(chan struct{})} }

func (l *latch) set() { l.once.Do(func() { close(l.c) }) }

func (l *latch) isSet() bool {
	select {
	case <-l.c:
		return true
	default:
		return false
	}
}

// files are descriptors to give back when a start fails half-way.
type files []*os.File

func (f *files) add(more ...*os.File) { *f = append(*f, more...) }

func (f files) close() {
	for _, file := range f {
		if file != nil {
			file.Close()
		}
	}
}
