package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/pty"
)

// TestVersions: a program is asked once, in the agent's environment but not as one of
// its processes, and again when it is another, or could not tell.
func TestVersions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	asked := filepath.Join(dir, "asked")
	script := func(say string) string {
		return fmt.Sprintf("#!/bin/sh\nprintenv | grep -c '^ROODA_' >>%[1]s\necho \"$MINE $*\" >>%[1]s\n%[2]s\n", asked, say)
	}
	it := Iteration{Dir: dir, Env: append(os.Environ(), "MINE=yes", pty.KeyVariable+"=key")}
	v := newVersions()
	say := func(name, what string) string {
		it.Path = put(t, filepath.Join(dir, name), script(what), 0o700)
		var list [3]string
		var work sync.WaitGroup
		for i := range list {
			work.Go(func() {
				version, err := v.of(t.Context(), it)
				list[i] = fmt.Sprint(version, " ", err)
			})
		}
		work.Wait()
		if list[1] != list[0] || list[2] != list[0] {
			t.Errorf("%s: %q", name, list)
		}
		return list[0]
	}
	var got []string
	for _, c := range [][2]string{
		{"one", "echo 'old things are deprecated' >&2; echo '2.1.329 (Claude Code)'"},
		{"one", "echo 'GitHub Copilot CLI 1.0.102.'; echo 'is another now'"},
		{"two", "echo none"},
		{"three", "exit 3"},
	} {
		got = append(got, say(c[0], c[1]))
	}
	want := []string{"2.1.329 <nil>", "1.0.102 <nil>", " two --version: no version in what it says", " three --version: exit status 3"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	data, err := os.ReadFile(asked)
	if once := strings.Repeat("0\nyes --version\n", 3+3); err != nil || string(data) != once {
		t.Errorf("asked %q, %v", data, err)
	}
}

// TestVersionCutShort: what hangs ends with the one who asks, children and all, and is
// asked again by the next.
func TestVersionCutShort(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	it := Iteration{Dir: dir, Env: os.Environ(), Path: put(t, filepath.Join(dir, "hangs"), "#!/bin/sh\n[ -e "+dir+"/once ] && echo 1.2 && exit\nsleep 60 &\ntouch "+dir+"/once\nwait\n", 0o700)}
	v := newVersions()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for _, err := os.Stat(dir + "/once"); err != nil; _, err = os.Stat(dir + "/once") {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if version, err := v.of(ctx, it); err == nil {
		t.Errorf("%q", version)
	}
	if version, err := v.of(t.Context(), it); version != "1.2" || err != nil {
		t.Errorf("then %q, %v", version, err)
	}
}

// TestVersionAsked: rooda types nothing before it knows the version that the screen does not
// tell, and nothing into another release.
func TestVersionAsked(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, version string
		err           error
		told          []string
	}{
		{"as recorded", "1.2.9", nil, []string{"sending 0", "sent 0"}},
		{"another release", "3.0.1", nil, []string{"sending 0", "failed 0: typing is not safe: this is version 3.0.1, and its screen is known from 1.2.3"}},
		{"not to be told", "", errors.New("fake --version: exit status 3"), []string{"sending 0", "failed 0: typing is not safe: its version cannot be told (fake --version: exit status 3)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var times, early atomic.Int32
			st := stage{paste: "Go. [say:SUCCESS]", limit: time.Minute, in: Interactive{Patience: time.Second}}
			st.signs = func(s *adapters.Signs) {
				s.Own, s.Version, s.Recorded = true, `Fake v(\d[\w.]*)`, "1.2.3"
			}
			answered := make(chan struct{})
			st.in.Version = func(context.Context) (string, error) {
				times.Add(1)
				time.Sleep(500 * time.Millisecond)
				close(answered)
				return test.version, test.err
			}
			st.heard = func(said Talk) {
				select {
				case <-answered:
				default:
					if said.Type() != "input_sending" {
						early.Add(1)
					}
				}
			}
			_, told, res := st.play(t, "version "+test.name)
			if len(told) > len(test.told) {
				told = told[:len(test.told)]
			}
			if diff := cmp.Diff(test.told, told); diff != "" || res.Err != nil {
				t.Errorf("told (%v, -want +got):\n%s", res.Err, diff)
			}
			if times.Load() != 1 || early.Load() > 0 {
				t.Errorf("asked %d times; %d things were told before the answer", times.Load(), early.Load())
			}
		})
	}
}
