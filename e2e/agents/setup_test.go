package agents

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const address = "http://127.0.0.1:4321"

// TestPrepareHidesTheUser: an agent that sees the user's home or keys could
// spend money.
func TestPrepareHidesTheUser(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "real")
	t.Setenv("ROODA_E2E_CACHE", t.TempDir())
	s := Prepare(t, address, All()...)
	seen := map[string]string{}
	for _, pair := range s.Env {
		key, value, _ := strings.Cut(pair, "=")
		if _, twice := seen[key]; twice {
			t.Errorf("%s is set twice", key)
		}
		seen[key] = value
	}
	if _, ok := seen["ANTHROPIC_API_KEY"]; ok {
		t.Error("the user's key is in the environment")
	}
	if seen["HOME"] != s.Home || s.Home == os.Getenv("HOME") {
		t.Errorf("HOME=%s, want the throw-away %s", seen["HOME"], s.Home)
	}
	for _, key := range []string{"ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL", "OPENCODE_CONFIG_CONTENT"} {
		if !strings.Contains(seen[key], address) {
			t.Errorf("%s=%s does not point at the model", key, seen[key])
		}
	}
	for _, a := range All() {
		if !slices.Contains(filepath.SplitList(seen["PATH"]), filepath.Dir(a.Path(t))) {
			t.Errorf("%s is not in PATH", a.Name)
		}
	}
}

func TestHeadlessArguments(t *testing.T) {
	t.Setenv("ROODA_E2E_CACHE", t.TempDir())
	got := Codex().Headless(Prepare(t, address, Codex()))
	if got[0] != "exec" || got[len(got)-1] != "-" {
		t.Errorf("arguments %q, want exec first and the dash for standard input last", got)
	}
	if !slices.ContainsFunc(got, func(arg string) bool { return strings.Contains(arg, `base_url="`+address+`/v1"`) }) {
		t.Errorf("arguments %q do not name the model's address", got)
	}
	if got := Claude().Headless(Prepare(t, address, Claude())); !slices.Equal(got, Claude().headless) {
		t.Errorf("arguments %q, want no more than %q", got, Claude().headless)
	}
}
