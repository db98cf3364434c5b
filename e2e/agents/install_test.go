package agents

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

func sample() Agent { return Agent{Name: "tool", Package: "@maker/tool", Version: "1.2.3"} }

// fakeNPM puts a script before everything else in PATH. It is called as
// npm install --prefix DIR …, and counts its calls in the returned file.
func fakeNPM(t *testing.T, script string) (calls string) {
	t.Helper()
	dir := t.TempDir()
	calls = filepath.Join(dir, "calls")
	text := fmt.Sprintf("#!/bin/sh\necho \"$@\" >> %s\n%s\n", calls, script)
	if err := os.WriteFile(filepath.Join(dir, "npm"), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return calls
}

const installs = `mkdir -p "$3/node_modules/.bin" && sleep 0.1 && echo hello > "$3/node_modules/.bin/tool"`

func TestInstallOnceForAll(t *testing.T) {
	calls := fakeNPM(t, installs)
	root := filepath.Join(t.TempDir(), "new", "cache")
	var all errgroup.Group
	for range 4 {
		all.Go(func() error {
			if err := sample().install(t.Context(), root); err != nil {
				return err
			}
			_, err := os.Stat(filepath.Join(sample().bin(root), "tool"))
			return err
		})
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(calls)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(got), "\n") != 1 || !strings.HasSuffix(strings.TrimSpace(string(got)), "@maker/tool@1.2.3") {
		t.Errorf("npm was called with:\n%swant one call for @maker/tool@1.2.3", got)
	}
}

func TestFailedInstallLeavesNothing(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"npm fails":        {`mkdir -p "$3/node_modules/.bin"; echo no such network; exit 1`, "no such network"},
		"no such program":  {`mkdir -p "$3/node_modules/.bin"`, "find its program"},
		"the time is over": {`mkdir -p "$3/node_modules/.bin"; exec sleep 60`, context.DeadlineExceeded.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			fakeNPM(t, c.script)
			root := t.TempDir()
			// The remainder of an earlier attempt must not get in the way either.
			if err := os.MkdirAll(sample().folder(root)+".installing/node_modules/.bin/tool", 0o755); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			defer cancel()
			err := sample().install(ctx, root)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
			left, err := filepath.Glob(filepath.Join(root, "*"))
			if err != nil {
				t.Fatal(err)
			}
			if want := sample().folder(root) + ".lock"; len(left) != 1 || left[0] != want {
				t.Errorf("left %q, want the lock only", left)
			}
		})
	}
}

// verdict is a test that records how it was ended.
type verdict struct {
	testing.TB
	skipped, failed string
}

func (v *verdict) end(kind *string, text string) {
	*kind = text
	panic(v) // ends require, as runtime.Goexit does for a real test
}

func (v *verdict) require(a Agent) {
	defer func() {
		if p := recover(); p != nil && p != any(v) {
			panic(p)
		}
	}()
	require(v, a)
}

func (v *verdict) Skip(args ...any)                  { v.end(&v.skipped, fmt.Sprint(args...)) }
func (v *verdict) Skipf(format string, args ...any)  { v.end(&v.skipped, fmt.Sprintf(format, args...)) }
func (v *verdict) Fatalf(format string, args ...any) { v.end(&v.failed, fmt.Sprintf(format, args...)) }
func (v *verdict) Fatal(args ...any)                 { v.end(&v.failed, fmt.Sprint(args...)) }

func TestRequire(t *testing.T) {
	for _, c := range []struct{ name, ci, npm, skipped, failed string }{
		{"installed", "true", installs, "", ""},
		{"no npm", "", "", "tool needs npm", ""},
		{"no npm in CI", "true", "", "", "tool needs npm"},
		{"no network", "", "exit 1", "install @maker/tool@1.2.3", ""},
		{"no network in CI", "true", "exit 1", "", "install @maker/tool@1.2.3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("CI", c.ci)
			t.Setenv("ROODA_E2E_CACHE", t.TempDir())
			if c.npm == "" {
				t.Setenv("PATH", t.TempDir())
			} else {
				fakeNPM(t, c.npm)
			}
			v := &verdict{TB: t}
			v.require(sample())
			if !strings.HasPrefix(v.skipped, c.skipped) || !strings.HasPrefix(v.failed, c.failed) ||
				(v.skipped == "") != (c.skipped == "") || (v.failed == "") != (c.failed == "") {
				t.Errorf("skipped %q, failed %q; want %q and %q", v.skipped, v.failed, c.skipped, c.failed)
			}
		})
	}
}
