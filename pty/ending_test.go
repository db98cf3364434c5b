package pty

import (
	"context"
	"fmt"
	"sync"
	"syscall"
	"testing"
	"time"
)

func TestStop(t *testing.T) {
	const short, long = 300 * time.Millisecond, 5 * time.Second
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	tests := []struct {
		name, part string
		stop       func(l *Local)
		code       int
		signal     syscall.Signal
		grace, min time.Duration
	}{
		{"polite", "polite", func(l *Local) { l.Stop(context.Background()) }, 7, 0, long, 0},
		{"stubborn", "stubborn", func(l *Local) { l.Stop(context.Background()) }, 137, syscall.SIGKILL, short, short},
		{"impatient", "stubborn", func(l *Local) { l.Stop(canceled) }, 137, syscall.SIGKILL, long, 0},
		{"close", "stubborn", func(l *Local) { l.Close() }, 137, syscall.SIGKILL, long, 0},
		{"stopped process", "polite", func(l *Local) {
			syscall.Kill(l.Pid(), syscall.SIGSTOP)
			l.Stop(context.Background())
		}, 7, 0, long, 0},
		{"several at once", "stubborn", func(l *Local) {
			var group sync.WaitGroup
			for range 3 {
				group.Go(func() { l.Stop(context.Background()) })
			}
			group.Go(func() { l.Stop(canceled) })
			group.Wait()
			l.Close()
		}, 137, syscall.SIGKILL, long, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			spec, out := fake(t, tt.part)
			spec.Grace = tt.grace
			l := open(t, spec)
			out.await(t, "ready")
			begin := time.Now()
			tt.stop(l)
			took := time.Since(begin)
			exit := wait(t, l)
			if exit.Code != tt.code || exit.Signal != tt.signal || !exit.Killed || exit.Unkillable {
				t.Errorf("exit %+v", exit)
			}
			if limit := max(3*short, tt.grace/2); took < tt.min || took > limit {
				t.Errorf("took %v, want %v to %v", took, tt.min, limit)
			}
		})
	}
}

func TestStopAfterTheEnd(t *testing.T) {
	spec, _ := fake(t, "exit 2")
	l := open(t, spec)
	want := wait(t, l)
	l.Stop(context.Background())
	l.Close()
	l.Close()
	if got := wait(t, l); got != want || got.Killed {
		t.Errorf("exit %+v became %+v", want, got)
	}
}

// ERR-38, ERR-53: nobody waits for ever for what survives KILL.
func TestUnkillable(t *testing.T) {
	spec, out := fake(t, "deaf")
	spec.Grace = 10 * time.Millisecond
	l, err := start(spec)
	if err != nil {
		t.Fatal(err)
	}
	var sent []syscall.Signal
	l.signal = func(_ int, sig syscall.Signal) error { sent = append(sent, sig); return nil }
	l.begin(spec.Stdin)
	out.await(t, "ready")

	begin := time.Now()
	l.Close()
	if took := time.Since(begin); took < killWait || took > 3*killWait {
		t.Errorf("gave up after %v", took)
	}
	exit := wait(t, l)
	if !exit.Unkillable || !exit.Killed || exit.Code != 137 {
		t.Errorf("exit %+v", exit)
	}
	if fmt.Sprint(sent) != "[killed]" {
		t.Errorf("Close sent %v", sent)
	}
	syscall.Kill(l.Pid(), syscall.SIGKILL)
	<-l.reaped // whenever it dies, it is reaped
}

func TestWaitIsCancelled(t *testing.T) {
	spec, out := fake(t, "deaf")
	l := open(t, spec)
	out.await(t, "ready")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := l.Wait(ctx); err != context.DeadlineExceeded {
		t.Errorf("Wait: %v", err)
	}
	if err := syscall.Kill(l.Pid(), 0); err != nil {
		t.Errorf("the agent was touched: %v", err)
	}
}

// TestEnded: an end is seen by asking, whoever has been told of it.
func TestEnded(t *testing.T) {
	spec, out := fake(t, "polite")
	l := open(t, spec)
	out.await(t, "ready")
	if l.Ended() || (&leader{}).ended(l.Pid()) {
		t.Error("it has ended before its end")
	}
	l.handle.Lock() // nobody reaps it
	syscall.Kill(l.Pid(), syscall.SIGTERM)
	<-l.Gone()
	if !l.leader.ended(l.Pid()) {
		t.Error("its end is not seen")
	}
	l.handle.Unlock()
	wait(t, l)
	if !l.Ended() {
		t.Error("it has not ended after its end")
	}
}
