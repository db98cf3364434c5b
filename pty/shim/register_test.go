package shim

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rooda/pty"
	"rooda/pty/ptytest"
)

func deedsOf(t testing.TB, dir string) []Deed {
	t.Helper()
	deeds, err := Deeds(dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	return deeds
}

var unnumbered = cmpopts.IgnoreFields(Deed{}, "N", "At", "Until", "Times")

// Whoever is at a terminal is on record when its agent's end is, and so is
// what was refused; hosts are told of each.
func TestDeeds(t *testing.T) {
	r, tape := request(t, "echo")
	r.Spec.Env = append(r.Spec.Env, sessionVariable+"=one", taskVariable+"=build")
	told := make(chan pty.Hands, 64)
	r.Spec.Hands = func(h pty.Hands) { told <- h }
	term := begin(t, r)
	tape.Await(t, "ready")
	c := Dial(r.Dir)
	defer c.Close()
	v := attach(t, r.Dir, AttachOptions{})
	if err := v.Input([]byte("secret\n")); err != nil {
		t.Fatal(err)
	}
	tape.Await(t, "got 6 secret")
	if err := c.Input(t.Context(), []byte("abc\n"), InputOptions{}); err != nil {
		t.Fatal(err)
	}
	tape.Await(t, "got 3 abc")
	if err := term.Input(t.Context(), []byte("host\n")); err != nil {
		t.Fatal(err)
	}
	tape.Await(t, "got 4 host")
	if ptyHasProc() {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), pokeVariable+"="+r.Dir, sessionVariable+"=one", taskVariable+"=judge")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		eventually(t, "who looked has left", func() bool {
			return slices.ContainsFunc(deedsOf(t, r.Dir), func(d Deed) bool { return d.What == Left })
		})
	}
	if err := v.Input([]byte("quit\n")); err != nil {
		t.Fatal(err)
	}
	ptytest.End(t, term)
	want := []Deed{
		{By: Human, What: Came},
		{By: Human, What: Typed, Via: "attach", Kind: "keys", Bytes: 7},
		{By: Human, What: Typed, Via: "send", Kind: "keys", Bytes: 4},
		{By: "agent:judge", What: Refused, Action: "input"},
		{By: "agent:judge", What: Came, ReadOnly: true},
		{By: "agent:judge", What: Left, ReadOnly: true},
		{By: Human, What: Typed, Via: "attach", Kind: "keys", Bytes: 5},
		{By: Human, What: Left},
	}
	if !ptyHasProc() {
		want = append(want[:3:3], want[6:]...)
	}
	if diff := cmp.Diff(want, deedsOf(t, r.Dir), unnumbered); diff != "" {
		t.Errorf("on record (-want +got):\n%s", diff)
	}
	var touched bool
	for len(told) > 0 {
		if h := <-told; h.By == Human && !h.Touched.IsZero() && h.Deeds > 0 {
			touched = true
		}
	}
	if !touched {
		t.Error("the host was not told who typed")
	}
}

// The first key is a deed at once, and what follows it one, until there is a pause, or somebody else types;
// what goes on for long is told in between. What is no key waits to be put together.
func TestDeedsArePutTogether(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		var last atomic.Int32
		r := newRegister(dir, func(n int) { last.Store(int32(n)) })
		key := func(by string) { r.note(Deed{By: by, What: Typed, Via: "attach", Kind: "keys", Bytes: 1}) }
		key(Human)
		synctest.Wait()
		if last := last.Load(); last != 1 {
			t.Errorf("%d deeds on disk after the first key", last)
		}
		for range 70 { // 35 s
			key(Human)
			time.Sleep(500 * time.Millisecond)
		}
		synctest.Wait()
		if last := last.Load(); last != 2 {
			t.Errorf("%d deeds on disk while somebody types", last)
		}
		time.Sleep(deedPause)
		synctest.Wait()
		if last := last.Load(); last != 3 {
			t.Errorf("%d deeds on disk after the pause", last)
		}
		for range 2 {
			r.note(Deed{By: "agent:a", What: Refused, Action: "input"})
			synctest.Wait()
		}
		if last := last.Load(); last != 3 {
			t.Errorf("%d deeds on disk while somebody is refused", last)
		}
		key(Human)
		key("agent:a")
		synctest.Wait() // else both may go together
		key("agent:a")
		r.close()
		key(Human) // too late
	})
	var got []int
	for _, d := range deedsOf(t, dir) {
		got = append(got, d.Times)
	}
	if diff := cmp.Diff([]int{1, 61, 9, 2, 1, 1, 1}, got); diff != "" {
		t.Errorf("keys of each (-want +got):\n%s", diff)
	}
}

// What the disk does not take is written as soon as it does.
func TestDeedsWaitForTheDisk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "later")
	last := 0
	r := newRegister(dir, func(n int) { last = n })
	r.note(Deed{By: Human, What: Came})
	if last != 0 {
		t.Error("told of what is not on disk")
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	r.note(Deed{By: Human, What: Left})
	want := []Deed{{N: 1, By: Human, What: Came}, {N: 2, By: Human, What: Left}}
	if diff := cmp.Diff(want, deedsOf(t, dir), cmpopts.IgnoreFields(Deed{}, "At")); diff != "" || last != 2 {
		t.Errorf("told of %d (-want +got):\n%s", last, diff)
	}
}
