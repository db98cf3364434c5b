package rooda_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// rooms is the table of ARCHITECTURE.md: which of our packages each package
// may import. A package that is not in it fails the test.
var rooms = map[string][]string{
	"pty/vt":               {},
	"pty":                  {"pty/vt", "internal/ptmx"},
	"pty/ptytest":          {"pty", "pty/vt"},
	"pty/shim":             {"pty", "pty/vt", "internal/statefile", "internal/localsock"},
	"prompts":              {},
	"internal/yamlsrc":     {},
	"internal/statefile":   {},
	"internal/localsock":   {},
	"internal/ptmx":        {},
	"internal/shellwords":  {},
	"internal/rehearsal":   {},
	"internal/faketui":     {},
	"workflows":            {"internal/yamlsrc", "internal/shellwords", "prompts"},
	"adapters":             {"pty", "pty/vt", "internal/yamlsrc"},
	"session":              {"internal/statefile", "workflows"},
	"orchestrator/plan":    {"workflows"},
	"orchestrator/loop":    {"prompts"},
	"orchestrator":         {"pty", "pty/vt", "pty/shim", "prompts", "internal/yamlsrc", "internal/statefile", "internal/localsock", "internal/rehearsal", "internal/shellwords", "workflows", "adapters", "session", "orchestrator/plan", "orchestrator/loop"},
	"internal/api":         {"pty/shim", "internal/localsock", "workflows", "session", "orchestrator"},
	"internal/config":      {"pty/vt", "internal/yamlsrc", "internal/shellwords", "prompts", "adapters"},
	"cmd":                  {"*"},
	"cmd/rooda":            {"cmd", "pty/shim"},
	"bench":                {"internal/ptmx"},
	"e2e":                  {"*"},
	"e2e/agents":           {},
	"e2e/modelserver":      {},
	"e2e/internal/process": {},

	"internal/yamlsrc/schematest": {},
	"internal/attach":             {"pty", "pty/vt", "pty/shim"},
	"internal/attach/windowtest":  {"pty/vt", "internal/ptmx"},
}

// TestLayers holds the imports of every package against the table.
func TestLayers(t *testing.T) {
	list, err := exec.Command("go", "list", "-json=ImportPath,Imports,GoFiles", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := 0
	for decoder := json.NewDecoder(bytes.NewReader(list)); ; {
		var p struct {
			ImportPath       string
			Imports, GoFiles []string
		}
		if err := decoder.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name, ours := strings.CutPrefix(p.ImportPath, "rooda/")
		if !ours || len(p.GoFiles) == 0 {
			continue
		}
		seen++
		allowed, known := rooms[name]
		if !known {
			t.Errorf("package %s has no row in the table of rooms", name)
			continue
		}
		for _, path := range p.Imports {
			if room, ours := strings.CutPrefix(path, "rooda/"); ours && !slices.Contains(allowed, room) && !slices.Contains(allowed, "*") {
				t.Errorf("%s imports %s, which the table does not allow", name, room)
			}
		}
	}
	if seen < 10 {
		t.Errorf("saw only %d packages", seen)
	}
}
