package orchestrator

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"rooda/pty"
	"rooda/pty/shim"
)

// An agent that somebody visited with a tiny window is read in its own size when that is given
// back, though nobody comes or goes at that moment: its inputs go out.
func TestDriverAfterVisit(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "visit") // short, for the socket
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	open := func(spec pty.Spec) (pty.Terminal, error) {
		spec.Log = filepath.Join(dir, "agent", "output.log")
		if err := os.Mkdir(filepath.Dir(spec.Log), 0o700); err != nil {
			return nil, err
		}
		term, err := shims{self: self, runDir: dir, epoch: 1}.Open(spec, false)
		if err != nil {
			return nil, err
		}
		c := shim.Dial(filepath.Dir(spec.Log))
		defer c.Close()
		visitor, err := c.Attach(t.Context(), shim.AttachOptions{Size: pty.Size{Cols: 20, Rows: 5}})
		if err != nil {
			return nil, err
		}
		return term, visitor.Close()
	}
	noted, told, res := stage{
		args: []string{"-repaint", "300ms"}, prompt: "hi",
		in:   Interactive{Inputs: []string{"one", "two [shell]"}, AutoApprove: true, Patience: 30 * time.Second},
		open: open,
	}.play(t, "visited")
	if res.Err != nil || res.EndedBy != "idle" || !slices.Contains(noted, "submit two [shell]") {
		t.Errorf("ended by %q (%v), told %q, noted %q; the screen:\n%s", res.EndedBy, res.Err, told, noted, res.Tail)
	}
}

// A terminal that does not tell its size is asked for it, one that does is not.
func TestEyeSize(t *testing.T) {
	e, err := newEye(tuiSigns(), io.Discard, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	e.people(pty.Hands{Writers: 1})
	if unsized, moved := e.unsized(); !unsized || !moved {
		t.Errorf("of an earlier rooda's: unsized %t, moved %t", unsized, moved)
	}
	if unsized, moved := e.unsized(); !unsized || moved {
		t.Errorf("again: unsized %t, moved %t", unsized, moved)
	}
	e.people(pty.Hands{Size: pty.Size{Cols: 20, Rows: 5}})
	if s := e.screen.Snapshot(); s.Cols != 20 || s.Rows != 5 {
		t.Errorf("screen of %dx%d", s.Cols, s.Rows)
	}
	if unsized, _ := e.unsized(); unsized {
		t.Error("its size is asked for")
	}
}
