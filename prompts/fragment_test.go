package prompts

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestFragmentRead(t *testing.T) {
	dir := t.TempDir()
	absolute := write(t, dir, "a.md", "\n\nfrom a file {{.name}}\n")
	tests := map[string]struct {
		fragment Fragment
		want     string
	}{
		"content":           {Fragment{Content: "  say {{hello}}\n"}, "say {{hello}}"},
		"relative file":     {Fragment{Path: "a.md"}, "from a file {{.name}}"},
		"absolute file":     {Fragment{Path: absolute}, "from a file {{.name}}"},
		"file template":     {Fragment{Path: "a.md", Parameters: map[string]any{"name": "x"}}, "from a file x"},
		"content template":  {Fragment{Content: "{{range .l}}{{.}};{{end}}", Parameters: map[string]any{"l": []any{1, "b"}}}, "1;b;"},
		"no parameters":     {Fragment{Content: "{{.x}}", Parameters: map[string]any{}}, "{{.x}}"},
		"template to blank": {Fragment{Content: "{{if .x}}y{{end}}", Parameters: map[string]any{"x": false}}, ""},
	}
	for name, tt := range tests {
		got, err := tt.fragment.Read(dir)
		if err != nil || got != tt.want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, tt.want)
		}
	}
	got, err := Fragment{Path: "builtin:fragments/observe/study_specs.md"}.Read(dir)
	if err != nil || !strings.HasPrefix(got, "# Study the specs") {
		t.Errorf("built-in: %q, %v", got, err)
	}
}

func TestFragmentReadErrors(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "nul", "a\x00b")
	params := map[string]any{"name": "x", "deep": map[string]any{}}
	tests := map[string]struct {
		fragment Fragment
		message  string
		hint     string
	}{
		"nothing":           {Fragment{}, "neither a path nor content", ""},
		"both":              {Fragment{Path: "a", Content: "b"}, "both a path and content", ""},
		"template syntax":   {Fragment{Content: "{{.name", Parameters: params}, "parse fragment", ""},
		"missing parameter": {Fragment{Content: "{{.absent}}", Parameters: params}, `no entry for key "absent"`, "needs an entry called name"},
		"missing below":     {Fragment{Content: "{{.deep.absent}}", Parameters: params}, `no entry for key "absent"`, ""},
		"short path":        {Fragment{Path: "a.md"}, filepath.Join(dir, "a.md") + ": no such file", filepath.Join(dir, "a.md")},
		"one letter":        {Fragment{Path: "a"}, filepath.Join(dir, "a"), ""},
		"directory":         {Fragment{Path: "."}, "is a directory", "one by one"},
		"wrong case": {Fragment{Path: "Builtin:fragments/act/emit_signal.md"}, filepath.Join(dir, "Builtin:fragments"),
			`did you mean "builtin:fragments/act/emit_signal.md"`},
		"prefix left out": {Fragment{Path: "fragments/act/emit_signal.md"}, "no such file",
			"write builtin:fragments/act/emit_signal.md"},
		"short name": {Fragment{Path: "study_specs"}, "no such file", "write builtin:fragments/observe/study_specs.md"},
		"short name in two phases": {Fragment{Path: "x/run_tests.md"}, "no such file",
			"write builtin:fragments/observe/run_tests.md or builtin:fragments/act/run_tests.md"},
		"not text": {Fragment{Path: "nul"}, filepath.Join(dir, "nul") + ": not a text file", "name a text file"},
		"misspelt": {Fragment{Path: "builtin:fragments/act/emit_singal.md"}, "unknown built-in fragment",
			"did you mean builtin:fragments/act/emit_signal.md? available: commit_changes, create_work_items, emit_signal,"},
		"nothing near": {Fragment{Path: "builtin:fragments/act/zzz.md"}, "unknown built-in fragment", "available: commit_changes,"},
		"wrong phase": {Fragment{Path: "builtin:fragments/orient/study_specs.md"}, "unknown built-in fragment",
			"did you mean builtin:fragments/observe/study_specs.md?"},
		"misspelt in a wrong phase": {Fragment{Path: "builtin:fragments/act/study_spec.md"}, "unknown built-in fragment",
			"did you mean builtin:fragments/observe/study_specs.md"},
		"no such phase": {Fragment{Path: "builtin:fragments/obsreve/study_specs.md"}, "unknown built-in fragment",
			"did you mean builtin:fragments/observe/study_specs.md?"},
		"folder left out": {Fragment{Path: "builtin:study_specs.md"}, "unknown built-in fragment",
			"did you mean builtin:fragments/observe/study_specs.md?"},
		"empty built-in": {Fragment{Path: "builtin:"}, "unknown built-in fragment", ""},
		"climbing out":   {Fragment{Path: "builtin:fragments/observe/../../doc.go"}, "unknown built-in fragment", ""},
	}
	for name, tt := range tests {
		text, err := tt.fragment.Read(dir)
		if err == nil || text != "" || !strings.Contains(err.Error(), tt.message) {
			t.Errorf("%s: %q, %v; want an error with %q", name, text, err, tt.message)
			continue
		}
		if tt.hint == "" {
			continue
		}
		var hinter interface{ Hint() string }
		if !errors.As(err, &hinter) || !strings.Contains(hinter.Hint(), tt.hint) {
			t.Errorf("%s: %v, hint %v; want a hint with %q", name, err, hinter, tt.hint)
		}
	}
	if _, err := (Fragment{Path: "a.md"}).Read(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v does not wrap fs.ErrNotExist", err)
	}
}

func FuzzFragmentRead(f *testing.F) {
	f.Add("builtin:fragments/act/emit_signal.md", "{{.a}}")
	f.Add("Builtin:", "{{range .a}}")
	f.Add("a", "\x00")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, name, content string) {
		if name != "" && strings.HasPrefix(filepath.Join(dir, name), dir) && !filepath.IsAbs(name) {
			if text, err := (Fragment{Path: name}).Read(dir); err == nil && !strings.HasPrefix(name, builtinPrefix) {
				t.Errorf("read %q from an empty folder: %q", name, text)
			}
		}
		if content == "" {
			return
		}
		if text, err := (Fragment{Content: content}).Read(dir); err != nil || text != strings.TrimSpace(content) {
			t.Errorf("content %q became %q, %v", content, text, err)
		}
	})
}
