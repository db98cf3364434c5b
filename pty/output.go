package pty

import (
	"errors"
	"io"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// batch is how much output is logged and tapped at once. The kernel hands
	// out at most 4095 bytes a read; gathering what is ready saves log writes.
	batch = 4 * 4095
	// quiet is the silence that ends the drain when something still holds
	// the terminal open, drainLimit the drain's longest time.
	quiet      = 200 * time.Millisecond
	drainLimit = time.Second
	// tapWait is how long the tap may take for what there is, once somebody
	// wants the agent to end.
	tapWait = 2 * time.Second
	// lastBytes bounds what is read after the sweep, in case something
	// survived it and floods.
	lastBytes = 1 << 20
)

// output reads the terminal: into the transcript, then to the tap. One
// goroutine owns it; drain and finish are called by another.
type output struct {
	master  *os.File
	conn    syscall.RawConn
	script  *transcript
	answers *answers
	tap     io.Writer

	buf    []byte
	n      int
	failed error
	fill   func(fd uintptr) bool

	limit    atomic.Pointer[time.Time] // set while draining
	deaf     atomic.Bool               // the tap has been left alone
	drained  chan struct{}             // closed when there is no more for now
	finish   *latch                    // everything is swept: read the rest
	finished chan struct{}
}

func newOutput(master *os.File, script *transcript, answers *answers, tap io.Writer) (*output, error) {
	conn, err := master.SyscallConn()
	if err != nil {
		return nil, err
	}
	o := &output{
		master: master, conn: conn, script: script, answers: answers, tap: tap, buf: make([]byte, batch),
		drained: make(chan struct{}), finish: newLatch(), finished: make(chan struct{}),
	}
	o.fill = o.readReady
	return o, nil
}

func (o *output) run() {
	defer close(o.finished)
	err := o.pump()
	close(o.drained)
	<-o.finish.c
	if !errors.Is(err, io.EOF) {
		o.pumpRest()
	}
	o.script.end()
}

// pump reads until the end, or until the drain's deadline.
func (o *output) pump() error {
	for {
		if err := o.read(); err != nil {
			return err
		}
		o.deliver()
		if limit := o.limit.Load(); limit != nil {
			o.master.SetReadDeadline(earlier(time.Now().Add(quiet), *limit))
		}
	}
}

// pumpRest reads what is there, without waiting.
func (o *output) pumpRest() {
	o.master.SetReadDeadline(time.Time{})
	for read := 0; read < lastBytes; read += o.n {
		o.n = 0
		if err := o.conn.Read(func(fd uintptr) bool { o.readReady(fd); return true }); err != nil || o.n == 0 {
			return
		}
		o.deliver()
	}
}

// drain ends pump: at the end of output, after quiet, at the limit, or when
// kill is closed. It returns false when the tap holds on to output for longer
// than tapWait after stop was closed; then the tap is left alone.
func (o *output) drain(stop, kill <-chan struct{}) bool {
	now := time.Now()
	limit := now.Add(drainLimit)
	o.limit.Store(&limit)
	o.master.SetReadDeadline(now.Add(quiet))
	select {
	case <-o.drained:
		return true
	case <-stop:
	}
	late := time.NewTimer(time.Until(limit) + tapWait)
	defer late.Stop()
	select {
	case <-o.drained:
		return true
	case <-late.C:
		o.deaf.Store(true)
		return false
	case <-kill:
	}
	o.limit.Store(&past)
	o.master.SetReadDeadline(past)
	return o.await(o.drained)
}

// await returns false when the tap holds c up for too long.
func (o *output) await(c <-chan struct{}) bool {
	late := time.NewTimer(tapWait)
	defer late.Stop()
	select {
	case <-c:
		return true
	case <-late.C:
		o.deaf.Store(true)
		return false
	}
}

// end reads the rest, when all is swept, and closes the transcript. It
// returns false like drain.
func (o *output) end(stop <-chan struct{}) bool {
	o.finish.set()
	select {
	case <-o.finished:
		return true
	case <-stop:
		return o.await(o.finished)
	}
}

// read waits for output and takes all that is ready, up to a batch.
func (o *output) read() error {
	o.n, o.failed = 0, nil
	if err := o.conn.Read(o.fill); err != nil {
		return err
	}
	if o.n == 0 {
		return o.failed
	}
	return nil
}

func (o *output) readReady(fd uintptr) bool {
	for o.n < len(o.buf) {
		n, err := unix.Read(int(fd), o.buf[o.n:])
		switch {
		case err == unix.EINTR:
		case err == unix.EAGAIN:
			return o.n > 0
		case err == unix.EIO || err == nil && n == 0: // Linux says EIO for the end
			o.failed = io.EOF
			return true
		case err != nil:
			o.failed = err
			return true
		default:
			o.n += n
		}
	}
	return true
}

func (o *output) deliver() {
	p := o.buf[:o.n]
	for _, reply := range o.script.append(p) {
		o.answers.put(reply.Data)
	}
	if o.tap != nil && !o.deaf.Load() {
		o.tap.Write(p)
	}
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
