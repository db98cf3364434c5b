package adapters_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

func TestFind(t *testing.T) {
	root := t.TempDir()
	put := func(name string, mode fs.FileMode) string {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("#!/bin/sh\n"), mode); err != nil {
			t.Fatal(err)
		}
		return file
	}
	second := put("b/agent", 0o755)
	put("a/agent", 0o644)
	only := put("a/plain", 0o644)
	local := put("work/local", 0o755)
	put("work/rel/agent2", 0o755)
	if err := os.Mkdir(filepath.Join(root, "a/folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	env := []string{"PATH=/nowhere", "PATH=" + root + "/a:rel::" + root + "/b"}
	work := filepath.Join(root, "work")

	tests := []struct {
		argv0, want string
		is          error
		says        string
	}{
		{"agent", second, nil, ""},
		{"./local", local, nil, ""},
		{local, local, nil, ""},
		{"plain", "", fs.ErrPermission, only},
		{"local", "", fs.ErrNotExist, "./local"},
		{"agent2", "", fs.ErrNotExist, root + "/a, " + root + "/b"},
		{"folder", "", fs.ErrNotExist, "PATH"},
		{"./gone", "", fs.ErrNotExist, "./gone"},
		{root + "/a/plain", "", fs.ErrPermission, "chmod +x"},
		{root + "/a", "", fs.ErrPermission, "is a directory"},
		{"", "", fs.ErrNotExist, "PATH"},
	}
	for _, test := range tests {
		t.Run(test.argv0, func(t *testing.T) {
			got, err := adapters.Find(test.argv0, env, work)
			if !errors.Is(err, test.is) {
				t.Fatalf("got %q, %v, want error %v", got, err, test.is)
			}
			if err == nil {
				if got != test.want {
					t.Errorf("got %q, want %q", got, test.want)
				}
				return
			}
			var failure *adapters.NotFoundError
			if !errors.As(err, &failure) {
				t.Fatalf("got %T", err)
			}
			if text := err.Error() + "\n" + failure.Hint(); !strings.Contains(text, test.says) {
				t.Errorf("%q does not say %q", text, test.says)
			}
		})
	}
}

func TestInstalled(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"codex", "claude"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	got, err := adapters.NewRegistry().Installed([]string{"PATH=" + dir})
	if err != nil {
		t.Fatal(err)
	}
	want := []adapters.Found{{"claude", filepath.Join(dir, "claude")}, {"codex", filepath.Join(dir, "codex")}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("installed (-want +got):\n%s", diff)
	}
}
