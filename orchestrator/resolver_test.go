package orchestrator

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"rooda/pty/shim"
	"rooda/session"
)

// TestResolvedAtTheEnd: a question that is open as its iteration ends was answered by who has typed just before, or
// while nobody could see what came of that.
func TestResolvedAtTheEnd(t *testing.T) {
	asked := time.Date(2026, 5, 4, 3, 12, 0, 0, time.UTC)
	after := func(d time.Duration) time.Time { return asked.Add(d) }
	answer := &session.Answer{Fingerprint: "f", By: "agent:b", At: after(time.Minute), Typed: true}
	for name, tt := range map[string]struct {
		typed, begun, ended time.Duration // since the question; no typing for zero
		stood               time.Duration // when the host stood still for a minute, never for zero
		answer              *session.Answer
		want                string
	}{
		"nobody has typed":              {ended: time.Hour, begun: -time.Hour, want: "exit"},
		"ahead of it":                   {typed: -time.Minute, begun: -time.Hour, ended: time.Second, want: "exit"},
		"just before the end":           {typed: time.Minute, begun: -time.Hour, ended: time.Minute + time.Second, want: "human"},
		"in vain, and ended long after": {typed: time.Minute, begun: -time.Hour, ended: time.Hour, want: "exit"},
		"while there was no host":       {typed: time.Minute, begun: 2 * time.Hour, ended: time.Hour, want: "human"},
		"while the host stood still":    {typed: time.Minute, begun: -time.Hour, stood: 30 * time.Second, ended: 80 * time.Second, want: "human"},
		"before it stood still":         {typed: time.Minute, begun: -time.Hour, stood: 2 * time.Minute, ended: time.Hour, want: "exit"},
		"approved just before the end":  {begun: -time.Hour, ended: time.Minute + time.Second, answer: answer, want: "agent:b"},
	} {
		dir := t.TempDir()
		task := &session.Task{Interaction: &session.Interaction{Fingerprint: "f", Since: asked}, Answer: tt.answer, Deeds: 1}
		if tt.typed != 0 {
			line := fmt.Sprintf(`{"n":1,"at":%q,"by":"human","what":%q}`+"\n", after(tt.typed).Format(time.RFC3339Nano), shim.Typed)
			if err := os.WriteFile(filepath.Join(dir, shim.DeedsFile), []byte(line), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		x := &WorkflowExecutor{begun: after(tt.begun)}
		if tt.stood != 0 {
			x.paused = []SessionPaused{{after(tt.stood), after(tt.stood + time.Minute)}}
		}
		if got := endingResolver(dir, task, x.away, after(tt.ended)); got != tt.want {
			t.Errorf("%s: by %s, want %s", name, got, tt.want)
		}
	}
}
