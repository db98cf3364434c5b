package rooda_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// room is a package in the table of rooms.
type room struct {
	layer   string
	imports string // as the table says it
}

var (
	row  = regexp.MustCompile("(?m)^\\| (\\d) \\| (`.+`) \\| .+ \\| (.+) \\|$")
	name = regexp.MustCompile("`([^`]+)`")
)

// rooms reads the table of ARCHITECTURE.md.
func rooms(t *testing.T) map[string]room {
	t.Helper()
	page, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]room{}
	for _, cells := range row.FindAllStringSubmatch(string(page), -1) {
		for _, n := range name.FindAllStringSubmatch(cells[2], -1) {
			table[n[1]] = room{layer: cells[1], imports: cells[3]}
		}
	}
	return table
}

// mayImport tells whether the table lets a room import the package called
// path, of the room other. A folder internal goes without saying there.
func (r room) mayImport(path string, other room) bool {
	if r.imports == "all" {
		return true
	}
	if lowest, highest, layers := strings.Cut(r.imports, "–"); layers && lowest != "" {
		return lowest <= other.layer && other.layer <= highest
	}
	return slices.Contains(strings.Split(r.imports, ", "), strings.TrimPrefix(path, "internal/"))
}

// TestLayers holds the imports of every package against the table.
func TestLayers(t *testing.T) {
	table := rooms(t)
	list, err := exec.Command("go", "list", "-json=ImportPath,Imports,GoFiles", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	empty := map[string]bool{}
	for name := range table {
		empty[name] = true
	}
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
		delete(empty, name)
		r, known := table[name]
		if !known {
			t.Errorf("package %s has no row in the table of rooms", name)
			continue
		}
		for _, imported := range p.Imports {
			path, ours := strings.CutPrefix(imported, "rooda/")
			if !ours {
				continue
			}
			if other := table[path]; other.layer > r.layer || !r.mayImport(path, other) {
				t.Errorf("%s imports %s, which the table does not allow", name, path)
			}
		}
	}
	for name := range empty {
		t.Errorf("the table of rooms has %s, which is no package", name)
	}
}
