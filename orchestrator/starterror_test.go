package orchestrator

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rooda/adapters"
)

func TestStartError(t *testing.T) {
	write := func(text string) string {
		file := filepath.Join(t.TempDir(), "agent")
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return file
	}
	here, gone := t.TempDir(), filepath.Join(t.TempDir(), "gone")
	tests := []struct {
		name, path, dir string
		argument        string
		message, hint   string
	}{
		{"no program", write("echo hello\n"), here, "", "agent: exec format error", "#! line"},
		{"no interpreter", write("#!/no/such/interpreter\n"), here, "", "agent: no such file or directory", "interpreter"},
		{"no folder", write("#!/bin/sh\n"), gone, "", "working directory " + gone + ": no such file or directory", "folder that exists"},
		{"long argument", write("#!/bin/sh\n"), here, strings.Repeat("x", 1<<20), "agent: argument list too long", "prompt_via"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := AgentRunner{}.Run(t.Context(), t.Context(), Iteration{
				Path: tt.path, Dir: tt.dir, Launch: adapters.LaunchConfig{Argv: []string{"agent", tt.argument}}, MaxOutput: 1 << 10,
			})
			if res.Err == nil {
				t.Fatal("it was started")
			}
			if text := res.Err.Error(); !strings.HasPrefix(text, "start agent: ") || !strings.HasSuffix(text, tt.message) {
				t.Errorf("error %q, want start agent: ... %q", text, tt.message)
			}
			hinted, ok := res.Err.(interface{ Hint() string })
			if !ok || !strings.Contains(hinted.Hint(), tt.hint) {
				t.Errorf("error %v has no hint about %q", res.Err, tt.hint)
			}
		})
	}
}
