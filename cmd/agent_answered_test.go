package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"rooda/pty/shim"
	"rooda/session"
)

// What may have answered an agent without a host is what somebody has typed since it asked, and that the
// journal has not; those agents come behind the others that wait.
func TestAnsweredWithoutHost(t *testing.T) {
	asked := time.Now().Add(-time.Hour)
	task := &session.Task{Status: session.WaitingForUser, Deeds: 2, Interaction: &session.Interaction{Kind: "permission", Since: asked}}
	deed := func(n int, what string, after time.Duration) string {
		return fmt.Sprintf(`{"n":%d,"at":%q,"by":"human","what":%q}`+"\n", n, asked.Add(after).Format(time.RFC3339Nano), what)
	}
	for name, tt := range map[string]struct {
		deeds string
		want  int
	}{
		"nothing":      {"", 0},
		"typed":        {deed(3, shim.Typed, time.Second) + deed(4, shim.Left, time.Minute), 3},
		"only looked":  {deed(3, shim.Came, time.Second), 0},
		"before":       {deed(3, shim.Typed, -time.Second), 0},
		"to a host":    {deed(1, shim.Typed, time.Second) + deed(2, shim.Typed, time.Second), 0},
		"more of it":   {deed(3, shim.Typed, time.Second) + deed(4, shim.Typed, time.Minute), 4},
		"a lost paste": {deed(3, shim.Forsook, time.Second), 0},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, shim.DeedsFile), []byte(tt.deeds), 0o600); err != nil {
			t.Fatal(err)
		}
		record := session.Record{Tasks: map[string]*session.Task{"a": task, "b": {Status: session.WaitingForUser, Interaction: &session.Interaction{Since: asked.Add(time.Minute)}}}}
		a, b := agent{task: "a", dir: dir, record: record}, agent{task: "b", dir: t.TempDir(), record: record}
		got, first := 0, "a"
		if tt.want > 0 {
			first = "b"
		}
		if d := a.answered(); d != nil {
			got = d.N
		}
		if got != tt.want || longestFirst([]agent{b, a})[0].task != first {
			t.Errorf("%s: deed %d, want %d; the first is not %s", name, got, tt.want, first)
		}
	}
}

// What may have answered it is also what its host was to type.
func TestHalfAnsweredWithoutHost(t *testing.T) {
	asked := time.Now().Add(-time.Hour)
	for name, tt := range map[string]struct {
		answer session.Answer
		by     string
	}{
		"typed":               {session.Answer{Fingerprint: "f", By: "human", At: asked.Add(time.Minute), Typed: true}, "human"},
		"begun":               {session.Answer{Fingerprint: "f", By: "agent:b", At: asked.Add(time.Minute)}, "agent:b"},
		"approved, not begun": {session.Answer{Fingerprint: "f", By: "human", At: asked.Add(20 * time.Minute)}, ""},
		"another question":    {session.Answer{Fingerprint: "g", By: "human", At: asked.Add(time.Minute), Typed: true}, ""},
	} {
		dir, typed := t.TempDir(), asked.Add(2*time.Minute)
		index := filepath.Join(dir, session.OutputIndex)
		if err := os.WriteFile(index, []byte(`{"version":1,"start":"2026-11-20T08:00:00Z","offset":0,"cols":80,"rows":24}`+"\n[1.000,70,3]\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(index, typed, typed); err != nil {
			t.Fatal(err)
		}
		task := &session.Task{Status: session.WaitingForUser, Interaction: &session.Interaction{Kind: "permission", Yes: "y", Fingerprint: "f", Since: asked}, Answer: &tt.answer}
		a := agent{task: "a", dir: dir, record: session.Record{Tasks: map[string]*session.Task{"a": task}}}
		by := ""
		if d := a.answered(); d != nil {
			by = d.By
		}
		if by != tt.by {
			t.Errorf("%s: answered by %q, want %q", name, by, tt.by)
		}
	}
}
