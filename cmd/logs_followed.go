package cmd

import (
	"context"
	"io"
	"path/filepath"
	"sync/atomic"
	"time"

	"rooda/pty"
	"rooda/session"
)

// followed is one iteration's log being shown.
type followed struct {
	began session.Event
	told  atomic.Bool   // that its log is not whole
	done  chan struct{} // closed when the iteration is over
	shown chan struct{} // closed when its log has been shown to the end

	replaced atomic.Bool // by the task's next, so what comes of its end is known

	after  []*followed   // of other tasks, over when this one began
	ending session.Event // set before done is closed, unless its host died
	lost   bool          // its agent was; set before shown is closed
}

func (f *followed) over() bool {
	select {
	case <-f.done:
		return true
	default:
		return false
	}
}

// end may be called more than once, by one goroutine.
func (f *followed) end() {
	select {
	case <-f.done:
	default:
		close(f.done)
	}
}

// show prints one iteration's log as it grows, after the one before it. It calls
// caughtUp when it has shown what was there when it began.
func (f *follower) show(e session.Event, last, this *followed, caughtUp func()) error {
	if last != nil {
		last.end() // its host may have died without a word
		<-last.shown
	}
	for _, other := range this.after {
		<-other.shown
	}
	out := &lines{mu: &f.out, w: f.r.s.Out}
	if f.r.task == "" {
		out.prefix = e.Task + " | "
	}
	f.out.Lock()
	f.r.heading(e, "")
	f.out.Unlock()
	sink := io.Writer(out)
	if f.r.o.raw {
		sink = f.r.s.Out
	}
	w, err := f.r.writer(e.Task, sink)
	if err != nil {
		return err
	}
	done := make(chan struct{})
	watchCtx, unwatch := context.WithCancel(f.ctx)
	defer unwatch()
	f.group.Go(func() error {
		defer close(done)
		defer unwatch()
		f.await(e, this)
		return nil
	})
	f.group.Go(func() error { f.watch(watchCtx, e); return nil })
	log := filepath.Join(f.r.iterationDir(e), session.OutputLog)
	if _, err := pty.Follow(f.ctx, log, 0, countTo(log, 0, w, caughtUp), done); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	f.footing(e, this)
	if cut := cutLog(f.ctx, f.r.iterationDir(e)); cut != "" && !this.told.Swap(true) { // nobody was there to write it down
		f.r.warnCut(e, cut)
	}
	return nil
}

// await returns when no more comes of an iteration. Where there is no host, nobody notes that its agent
// was lost, so that is looked for now and then.
func (f *follower) await(e session.Event, this *followed) {
	look := time.NewTicker(answerLook)
	defer look.Stop()
	for {
		select {
		case <-this.done:
			return
		case <-f.over:
			return
		case <-f.ctx.Done():
			return
		case <-look.C:
			if f.r.lost(e) {
				return
			}
		}
	}
}

// footing tells how an iteration ended, which its heading could not.
func (f *follower) footing(e session.Event, this *followed) {
	if (!this.over() || this.ending.Type == "") && f.r.lost(e) {
		this.lost = true
		select {
		case <-f.behind.read: // only then is it known whether another came after it
		case <-f.ctx.Done():
		}
		f.out.Lock()
		defer f.out.Unlock()
		f.r.tellLost(e, this.replaced.Load())
		return
	}
	select {
	case <-this.done:
	default:
		return
	}
	end := f.r.ending(this.ending)
	if end == "" || f.r.o.raw {
		return
	}
	f.out.Lock()
	defer f.out.Unlock()
	f.r.s.Printf("── %s  %s ──\n", iterationName(e), end)
}
