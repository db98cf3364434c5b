package pty

import (
	"context"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestStopGivesAllTheGrace: who gets TERM has the time, whatever becomes of
// the leader meanwhile (ERR-35, ERR-36).
func TestStopGivesAllTheGrace(t *testing.T) {
	t.Parallel()
	const work = `'trap "sleep 0.5; echo saved; exit" TERM; echo ready; while :; do sleep 0.05; done'`
	const hardened = `'trap "" HUP; trap "sleep 0.5; echo saved; exit" TERM; echo ready; while :; do sleep 0.05; done'`
	tests := []struct {
		name, shell, script string
		signal              syscall.Signal
	}{
		{"leader that does nothing about TERM", "sh", "sh -c " + work + "; echo next", syscall.SIGTERM},
		{"the same, in groups", "bash -m", "sh -c " + work + "; echo next", syscall.SIGTERM},
		{"pipe", "sh", "sh -c " + work + " | (trap '' TERM; cat)", syscall.SIGTERM},
		{"leader that waits for the others", "sh", "trap 'wait $!; exit 0' TERM; sh -c " + work + " & wait", 0},
		{"leader that leaves", "bash", "trap 'exit 0' TERM; sh -c " + hardened + " & wait", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out := newTape()
			argv := append(strings.Fields(tt.shell), "-c", tt.script)
			l := open(t, Spec{Path: "/bin/" + argv[0], Argv: argv, Env: []string{"PATH=/usr/bin:/bin"}, Tap: out, Grace: 4 * time.Second})
			out.await(t, "ready")
			begun := time.Now()
			l.Stop(context.Background())
			took := time.Since(begun)
			exit := wait(t, l)
			if exit.Signal != tt.signal || !exit.Killed || exit.Swept != 0 {
				t.Errorf("exit %+v", exit)
			}
			if text := out.String(); !strings.Contains(text, "saved") || strings.Contains(text, "next") {
				t.Errorf("output %q", text)
			}
			if took > 3*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// TestSecondStopIsAtOnce: neither the drain nor the grace of what was left
// behind keeps it waiting.
func TestSecondStopIsAtOnce(t *testing.T) {
	for _, part := range []string{"parent plain noisy", "parent session immortal"} {
		spec, out := fake(t, part)
		l := open(t, keyed(spec, "second"))
		left(t, out)
		<-l.Gone()
		begun := time.Now()
		l.Close()
		if took := time.Since(begun); took > quiet {
			t.Errorf("%s: took %v", part, took)
		}
	}
}
