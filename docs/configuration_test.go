package docs_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rooda/internal/config"
)

// TestConfigurationIsComplete holds the page against the schema of the file,
// and against the variables that the program's source names.
func TestConfigurationIsComplete(t *testing.T) {
	page, err := os.ReadFile("configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	words := append(schemaKeys(t), variables(t)...)
	for _, name := range variables(t) {
		if c, _ := config.Load(config.Options{Workdir: t.TempDir(), Environ: []string{name + "=1"}}); c == nil || len(c.Warnings()) > 0 {
			t.Errorf("the program does not know its own variable %s", name)
		}
	}
	if len(words) < 50 {
		t.Fatalf("only %d keys and variables were found: %q", len(words), words)
	}
	for _, word := range words {
		if !regexp.MustCompile("`[^`\n]*\\b" + regexp.QuoteMeta(word) + "\\b[^`\n]*`").Match(page) {
			t.Errorf("configuration.md does not mention `%s`", word)
		}
	}
}

// schemaKeys are the keys that may stand in the file.
func schemaKeys(t *testing.T) (keys []string) {
	t.Helper()
	var schema any
	if err := json.Unmarshal(config.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	var walk func(node any)
	walk = func(node any) {
		switch node := node.(type) {
		case []any:
			for _, n := range node {
				walk(n)
			}
		case map[string]any:
			if properties, ok := node["properties"].(map[string]any); ok {
				for key := range properties {
					keys = append(keys, key)
				}
			}
			for _, n := range node {
				walk(n)
			}
		}
	}
	walk(schema)
	return keys
}

// variables are the ROODA_ variables in the program's own source.
func variables(t *testing.T) (names []string) {
	t.Helper()
	literal := regexp.MustCompile(`"(ROODA_[A-Z_]+)[="]`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "e2e" || d.Name() == "bench" || d.Name() == ".git"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		src, err := os.ReadFile(path)
		for _, found := range literal.FindAllSubmatch(src, -1) {
			names = append(names, string(found[1]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestConfigurationExample holds the page's example against the program.
func TestConfigurationExample(t *testing.T) {
	page, err := os.ReadFile("configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```yaml\n")
	example, _, ok := strings.Cut(rest, "```\n")
	if !ok {
		t.Fatal("there is no example")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "rooda-config.yml"), []byte(example), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(config.Options{Workdir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if w := c.Warnings(); len(w) > 0 {
		t.Error(w)
	}
	set, err := c.Resolve("tidy", config.Flags{})
	if err != nil {
		t.Fatal(err)
	}
	if got := set.AICommand.V.Line; !strings.Contains(got, "haiku") || set.MaxIterations.V != 10 {
		t.Errorf("tidy runs %q, %d times", got, set.MaxIterations.V)
	}
}
