package prompts

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func contextDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "notes.md", "first\n\nsecond\n")
	write(t, dir, "two words.txt", "spaced")
	write(t, dir, "Makefile", "all:")
	write(t, filepath.Join(dir, "sub"), "empty.md", "")
	write(t, dir, "image.md", "PNG\x00")
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestReadContext(t *testing.T) {
	dir := contextDir(t)
	long := strings.Repeat("a long text ", 1000)
	tests := map[string]struct {
		values []string
		want   []Context
	}{
		"none":                 {nil, []Context{}},
		"file":                 {[]string{"notes.md"}, []Context{{"notes.md", "first\n\nsecond\n"}}},
		"file in a folder":     {[]string{"sub/empty.md"}, []Context{{"sub/empty.md", ""}}},
		"absolute file":        {[]string{dir + "/notes.md"}, []Context{{dir + "/notes.md", "first\n\nsecond\n"}}},
		"file with a space":    {[]string{"two words.txt"}, []Context{{"two words.txt", "spaced"}}},
		"file without suffix":  {[]string{"Makefile"}, []Context{{"Makefile", "all:"}}},
		"text":                 {[]string{"fix the parser"}, []Context{{"", "fix the parser"}}},
		"one word":             {[]string{"performance"}, []Context{{"", "performance"}}},
		"text with a path":     {[]string{"see src/missing.md first"}, []Context{{"", "see src/missing.md first"}}},
		"address":              {[]string{"https://example.org/issues/7"}, []Context{{"", "https://example.org/issues/7"}}},
		"paragraphs not split": {[]string{"one\n\nnotes.md\n\ntwo"}, []Context{{"", "one\n\nnotes.md\n\ntwo"}}},
		"longer than a path":   {[]string{long}, []Context{{"", long}}},
		"order": {[]string{"b b", "notes.md", "a a"},
			[]Context{{"", "b b"}, {"notes.md", "first\n\nsecond\n"}, {"", "a a"}}},
	}
	for name, tt := range tests {
		got, err := ReadContext(tt.values, dir)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestReadContextErrors(t *testing.T) {
	dir := contextDir(t)
	tests := map[string]struct{ value, message string }{
		"empty":              {"", "context 2 of 2: it is empty"},
		"blank":              {" \n", "context 2 of 2: it is empty"},
		"mistyped name":      {"nots.md", filepath.Join(dir, "nots.md")},
		"mistyped text file": {"nots.txt", filepath.Join(dir, "nots.txt")},
		"mistyped folder":    {"sbu/notes", filepath.Join(dir, "sbu/notes")},
		"directory":          {"sub", "sub: is a directory"},
		"this directory":     {".", "is a directory"},
		"pipe":               {"pipe", "not a regular file"},
		"not text":           {"image.md", "not a text file"},
	}
	for name, tt := range tests {
		got, err := ReadContext([]string{"fine text", tt.value}, dir)
		if err == nil || got != nil || !strings.Contains(err.Error(), tt.message) {
			t.Errorf("%s: %v, %v; want an error with %q", name, got, err, tt.message)
		}
	}
}

func TestReadContextInWorkingDirectory(t *testing.T) {
	t.Chdir(contextDir(t))
	got, err := ReadContext([]string{"Makefile"}, "")
	if diff := cmp.Diff([]Context{{"Makefile", "all:"}}, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
