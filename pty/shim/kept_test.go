package shim

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rooda/pty/vt"
)

// What a host types in more than one request is one piece to all others.
func TestHostLeads(t *testing.T) {
	t.Parallel()
	r, c, typed, read := keeper(t, "")
	read()
	host := hostAt(t, r, 1)
	lead := InputOptions{More: true}
	if err := host.Input(t.Context(), []byte("a"), lead); err != nil {
		t.Fatal(err)
	}
	other := make(chan error, 1)
	go func() { other <- c.Input(t.Context(), []byte("-"), InputOptions{Who: Human}) }()
	select {
	case err := <-other:
		t.Errorf("a person typed into it: %v", err)
	case <-time.After(100 * time.Millisecond):
	}
	for _, key := range []string{"b", "c"} {
		if err := host.Input(t.Context(), []byte(key), lead); err != nil {
			t.Fatal(err)
		}
	}
	if err := host.Input(t.Context(), nil, InputOptions{}); err != nil { // nothing more
		t.Fatal(err)
	}
	if err := <-other; err != nil {
		t.Fatal(err)
	}
	eventually(t, "all is typed", func() bool { return strings.HasSuffix(typed(), "-") })
	if got := typed(); got != "abc-" {
		t.Errorf("typed %q", got)
	}
	task, err := c.Task(t.Context())
	if err != nil || !slices.Contains(task.Features, "more") || !slices.Contains(task.Features, "begun") {
		t.Errorf("features %q, %v", task.Features, err)
	}
	// A host that dies in the middle holds nobody up for long.
	if err := host.Input(t.Context(), []byte("d"), lead); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if err := c.Input(t.Context(), []byte("."), InputOptions{Who: Human}); err != nil || time.Since(begun) < keepPatience/2 {
		t.Errorf("%v after %v", err, time.Since(begun))
	}
	eventually(t, "the other is typed", func() bool { return strings.HasSuffix(typed(), "abc-d.") })
	// What follows comes behind nobody else's.
	begun = time.Now()
	if err := host.Input(t.Context(), []byte("\r"), InputOptions{Follows: true}); !errors.Is(err, ErrTurn) || errors.Is(err, ErrBegun) || time.Since(begun) > turnPatience/2 {
		t.Errorf("what followed: %v after %v", err, time.Since(begun))
	}
	if err := host.Input(t.Context(), []byte("e"), lead); err != nil {
		t.Fatal(err)
	}
	if err := host.Input(t.Context(), []byte("f"), InputOptions{Follows: true}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "what follows is typed", func() bool { return strings.HasSuffix(typed(), "ef") })
	if got := typed(); got != "abc-d.ef" {
		t.Errorf("typed %q", got)
	}
	// An Escape of a host's is nobody's Alt.
	if err := host.Input(t.Context(), []byte("\x1b"), InputOptions{}); err != nil {
		t.Fatal(err)
	}
	begun = time.Now()
	if err := c.Input(t.Context(), []byte("."), InputOptions{Who: Human}); err != nil || time.Since(begun) < vt.EscapePause-50*time.Millisecond {
		t.Errorf("%v after %v", err, time.Since(begun))
	}
}

// TestHostIsReplacedAsItWaits: it may wait for the turn longer than it drives the session.
func TestHostIsReplacedAsItWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := taped(t)
		s := &server{keyboard: k.keyboard, fence: newFence(2)}
		if err := k.take(t.Context()); err != nil {
			t.Fatal(err)
		}
		answered := make(chan int)
		go func() { answered <- typedBy(s, "2", "", "y").Code }()
		synctest.Wait()
		s.fence.raise(3)
		k.release()
		if code := <-answered; code != http.StatusConflict || k.got.Len() > 0 {
			t.Errorf("status %d, the agent has got %q", code, k.got.String())
		}
	})
}

// TestPasteLapsesInAKeptTurn: it is ended before what would have gone on with it, not behind that.
func TestPasteLapsesInAKeptTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := taped(t)
		s := &server{keyboard: k.keyboard, fence: newFence(2)}
		typedBy(s, "2", "", pasteBegin+"one")
		time.Sleep(pasteLapse - keepPatience/2)
		typedBy(s, "2", "more=1", "")
		time.Sleep(keepPatience - 1)
		if w := typedBy(s, "2", "pasting=1", "two"); !strings.Contains(w.Body.String(), `"paste"`) {
			t.Errorf("its rest is answered with %d %s", w.Code, w.Body)
		}
		if synctest.Wait(); k.got.String() != pasteBegin+"one"+pasteEnd {
			t.Errorf("the agent has got %q", k.got.String())
		}
	})
}

// typedBy is the answer to what the host of an epoch types.
func typedBy(s *server, epoch, query, keys string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/v1/input?"+query, strings.NewReader(keys))
	r.Header.Set(epochHeader, epoch)
	w := httptest.NewRecorder()
	s.input(w, r, "")
	return w
}

func TestKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var k kept
		released := 0
		release := func() { released++ }
		if k.resume("1") {
			t.Error("a turn that nobody kept")
		}
		k.keep("1", release)
		if k.resume("2") || !k.resume("1") || k.resume("1") {
			t.Error("it is for another, or twice")
		}
		k.keep("1", release)
		time.Sleep(keepPatience - 1)
		if released != 0 || !k.resume("1") {
			t.Error("let go of too early")
		}
		k.keep("1", release)
		time.Sleep(keepPatience)
		synctest.Wait()
		if released != 1 || k.resume("1") {
			t.Errorf("released %d times, want once", released)
		}
	})
}
