package session_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rooda/session"
)

// What is no folder is told as such, and whoever can write to these can have a resume execute what he likes.
func TestPlace(t *testing.T) {
	tests := []struct {
		name string
		make func(t *testing.T, home string)
		want string // "" when it is well
	}{
		{"not there", func(*testing.T, string) {}, ""},
		{"own", func(t *testing.T, home string) { folder(t, filepath.Join(home, "sessions"), 0o755) }, ""},
		{"file", func(t *testing.T, home string) { write(t, home, "") }, "state: is no folder"},
		{"file in its place", func(t *testing.T, home string) { write(t, filepath.Join(home, "sessions"), "") }, "sessions: is no folder"},
		{"below a file", func(t *testing.T, home string) { write(t, filepath.Dir(home), "") }, "state: a part of that path is no folder"},
		{"open home", func(t *testing.T, home string) { folder(t, home, 0o777) }, "others can write to it (mode 0777)"},
		{"open to a group", func(t *testing.T, home string) { folder(t, home, 0o770) }, "others can write to it (mode 0770)"},
		{"open sessions", func(t *testing.T, home string) { folder(t, filepath.Join(home, "sessions"), 0o777) }, "others can write"},
		{"own link", func(t *testing.T, home string) { link(t, filepath.Join(home, "sessions"), 0o700, -1) }, ""},
		{"link to what is open", func(t *testing.T, home string) { link(t, filepath.Join(home, "sessions"), 0o777, -1) }, "others can write"},
		{"link of another", func(t *testing.T, home string) { link(t, filepath.Join(home, "sessions"), 0o700, 4711) }, "that another user made"},
		{"another's home", func(t *testing.T, home string) { folder(t, home, 0o700); chown(t, home) }, "belongs to another user (4711"},
		{"another's sessions", func(t *testing.T, home string) {
			folder(t, filepath.Join(home, "sessions"), 0o700)
			chown(t, filepath.Join(home, "sessions"))
		}, "belongs to another user"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			home := filepath.Join(t.TempDir(), "of", "state")
			tt.make(t, home)
			_, listed := session.NewManager(home).List()
			handle, created := session.NewManager(home).Create(fixture())
			if created == nil {
				handle.Close()
			}
			_, opened := session.NewManager(home).Open("0198c1de-0000-7000-8000-000000000000")
			for what, err := range map[string]error{"list": listed, "create": created, "open": opened} {
				var place *session.PlaceError
				if !errors.As(err, &place) {
					if tt.want != "" || what != "open" && err != nil {
						t.Errorf("%s: %v", what, err)
					}
					continue
				}
				if tt.want == "" || !strings.Contains(err.Error(), tt.want) || place.Hint() == "" {
					t.Errorf("%s: %v", what, err)
				}
			}
		})
	}
}

func folder(t *testing.T, dir string, mode os.FileMode) {
	t.Helper()
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		err = os.Chmod(dir, mode)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, at string, mode os.FileMode, owner int) {
	t.Helper()
	target := t.TempDir()
	folder(t, target, mode)
	folder(t, filepath.Dir(at), 0o700)
	if err := os.Symlink(target, at); err != nil {
		t.Fatal(err)
	}
	if owner >= 0 {
		chown(t, at)
	}
}

// chown gives a folder, or a link itself, to somebody else.
func chown(t *testing.T, path string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	if err := os.Lchown(path, 4711, -1); err != nil {
		t.Fatal(err)
	}
}

// What is on this machine is not remote, whether or not it is there.
func TestRemote(t *testing.T) {
	dir := t.TempDir()
	for _, home := range []string{dir, filepath.Join(dir, "not", "there")} {
		if kind := session.Remote(home); kind != "" {
			t.Errorf("%s is on %s", home, kind)
		}
	}
}
