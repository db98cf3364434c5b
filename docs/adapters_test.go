package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rooda/adapters"
	"rooda/internal/config"
)

// TestEveryAgentHasAPage holds the pages against what comes with rooda.
func TestEveryAgentHasAPage(t *testing.T) {
	registry := adapters.NewRegistry()
	specs, err := registry.Specs()
	if err != nil {
		t.Fatal(err)
	}
	list := readPage(t, "adapters/README.md")
	for _, spec := range specs {
		page := readPage(t, "adapters/"+spec.Name+".md")
		known := spec.Recorded
		if known == "" {
			known = "Not seen running"
		}
		words := append([]string{known, spec.Install}, spec.InjectArgs...)
		for _, launch := range []*adapters.Launch{spec.Headless, spec.Interactive} {
			words = append(words, launch.Args...)
			words = append(words, launch.PromptFlag)
		}
		for key := range spec.Env {
			words = append(words, key)
		}
		signs, err := registry.Signs(spec.Name)
		if err != nil {
			t.Fatal(err)
		}
		if spec.Recorded != "" {
			words = append(words, "`"+signs.ExitInput+"`")
		}
		for _, word := range words {
			if !strings.Contains(page, word) {
				t.Errorf("%s.md does not mention %s", spec.Name, word)
			}
		}
		if !strings.Contains(list, "]("+spec.Name+".md)") || spec.Recorded != "" && !strings.Contains(list, "| `"+spec.Name+"` | "+spec.Recorded+",") {
			t.Errorf("README.md does not list %s as it is", spec.Name)
		}
	}
}

// TestWrittenAdaptersAreSound loads what the page about writing adapters shows.
func TestWrittenAdaptersAreSound(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(readPage(t, "adapters/writing.md"), -1)
	if len(blocks) < 2 {
		t.Fatalf("%d examples", len(blocks))
	}
	for _, block := range blocks {
		file := filepath.Join(t.TempDir(), "rooda-config.yml")
		if err := os.WriteFile(file, []byte(block[1]), 0o600); err != nil {
			t.Fatal(err)
		}
		cfg, err := config.Load(config.Options{Path: file, Workdir: t.TempDir(), Environ: []string{"HOME=" + t.TempDir()}})
		if err != nil {
			t.Fatal(err)
		}
		if w := cfg.Warnings(); len(w) > 0 {
			t.Errorf("warnings: %v", w)
		}
		name := regexp.MustCompile(`(?m)^  (\w+):$`).FindStringSubmatch(block[1])
		if name == nil {
			t.Fatalf("no adapter in:\n%s", block[1])
		}
		signs, err := cfg.Registry().Signs(name[1])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := adapters.NewDetector(signs); err != nil {
			t.Error(err)
		}
	}
}

// TestPagesLinkToPages finds links to files that are not there.
func TestPagesLinkToPages(t *testing.T) {
	pages, err := filepath.Glob("adapters/*.md")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	for _, page := range append(pages, "configuration.md", "workflows.md") {
		for _, m := range link.FindAllStringSubmatch(readPage(t, page), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}

func readPage(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
