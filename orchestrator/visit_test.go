package orchestrator

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rooda/adapters"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/pty/vt"
)

// An agent that somebody visited with a tiny window is read in its own size when that is given
// back, though nobody comes or goes at that moment: its inputs go out. One that paints once for
// each size is read also when the word of the size comes behind that.
func TestDriverAfterVisit(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		args []string
		late time.Duration
	}{
		"again and again":   {args: []string{"-repaint", "300ms"}},
		"once, and earlier": {args: []string{"-resize"}, late: 300 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			noted, told, res := stage{
				args: tt.args, prompt: "hi",
				in:   Interactive{Inputs: []string{"one", "two [shell]"}, AutoApprove: true, Patience: 30 * time.Second},
				open: visited(t, tt.late),
			}.play(t, "visited "+name)
			if res.Err != nil || res.EndedBy != "idle" || !slices.Contains(noted, "submit two [shell]") {
				t.Errorf("ended by %q (%v), told %q, noted %q; the screen:\n%s", res.EndedBy, res.Err, told, noted, res.Tail)
			}
		})
	}
}

// shimmed starts one agent in a shim, whose folder is dir.
func shimmed(t *testing.T) (open func(pty.Spec) (pty.Terminal, error), dir string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run, err := os.MkdirTemp("", "visit") // short, for the socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(run) })
	dir = filepath.Join(run, "agent")
	return func(spec pty.Spec) (pty.Terminal, error) {
		spec.Log = filepath.Join(dir, "output.log")
		if err := os.Mkdir(dir, 0o700); err != nil {
			return nil, err
		}
		return shims{self: self, runDir: run, epoch: 1}.Open(t.Context(), spec, false)
	}, dir
}

// visited is shimmed, with a visit with a tiny window to each agent, and tells of hands late.
func visited(t *testing.T, late time.Duration) func(pty.Spec) (pty.Terminal, error) {
	t.Helper()
	start, dir := shimmed(t)
	return func(spec pty.Spec) (pty.Terminal, error) {
		if tell := spec.Hands; late > 0 {
			spec.Hands = func(h pty.Hands) { time.AfterFunc(late, func() { tell(h) }) }
		}
		term, err := start(spec)
		if err != nil {
			return nil, err
		}
		c := shim.Dial(dir)
		defer c.Close()
		visitor, err := c.Attach(t.Context(), shim.AttachOptions{Size: pty.Size{Cols: 20, Rows: 5}})
		if err != nil {
			return nil, err
		}
		return term, visitor.Close()
	}
}

// What was painted in a size before the word of it came is taken from the terminal, once both are
// of the same output.
func TestEyeTorn(t *testing.T) {
	e, err := newEye(tuiSigns(), io.Discard, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	e.people(pty.Hands{Size: pty.Size{Cols: 20, Rows: 5}})
	terminal := vt.New(vt.Options{Cols: 120, Rows: 40})
	painted := "\x1b[?1049h\x1b[H\x1b[2J" + strings.Repeat("a line that is longer than twenty columns\r\n", 20) + "❯ "
	for _, w := range []io.Writer{e, terminal} {
		fmt.Fprint(w, painted)
	}
	e.people(pty.Hands{Size: pty.Size{Cols: 120, Rows: 40}})
	shot := terminal.Snapshot()
	shot.Offset = int64(len(painted)) + 1
	e.fit(time.Now(), shot)
	if !e.isTorn() || e.shown() == shot.Unwrapped() {
		t.Error("it is compared with what shows other output")
	}
	shot.Offset--
	e.fit(time.Now(), shot)
	if e.isTorn() || e.shown() != shot.Unwrapped() {
		t.Errorf("it shows\n%s", e.shown())
	}
	e.people(pty.Hands{Size: pty.Size{Cols: 110, Rows: 40}})
	for range comparisons {
		e.fit(time.Now(), shot) // of another size
	}
	if e.isTorn() {
		t.Error("it is compared for ever")
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

// TestEyeHoming: no text is begun while the terminal has the size of somebody who has left, nor before the agent has
// had its time to paint itself in the terminal's own.
func TestEyeHoming(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, err := newEye(tuiSigns(), io.Discard, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		own, small := pty.Size{Cols: pty.DefaultCols, Rows: pty.DefaultRows}, pty.Size{Cols: 22, Rows: 10}
		for _, test := range []struct {
			hands pty.Hands
			after time.Duration
			want  time.Duration // for which a text is held back from then on
		}{
			{pty.Hands{Size: own}, 0, 0},
			{pty.Hands{Size: small, Writers: 1}, 0, 0},
			{pty.Hands{Size: small}, 0, shim.Homing + repaint},
			{pty.Hands{Size: small, Deeds: 1}, time.Second, shim.Homing + repaint - time.Second},
			{pty.Hands{Size: own}, 9 * time.Second, repaint},
			{pty.Hands{Size: small, Writers: 1}, time.Minute, 0},
			{pty.Hands{Size: small}, 0, shim.Homing + repaint}, // for good, as it shows
			{pty.Hands{Size: small, Deeds: 2}, time.Minute, 0},
			{pty.Hands{Size: own, Writers: 1}, 0, 0},
			{pty.Hands{Size: small}, 0, repaint},
		} {
			time.Sleep(test.after)
			e.people(test.hands)
			s, _ := e.look(time.Now())
			if got := max(0, time.Until(s.homing)); got != test.want {
				t.Errorf("%+v: held back for %v, want %v", test.hands, got, test.want)
			}
		}
	})
}

// TestTextWaitsForHome: the text is pasted when that is over, not before.
func TestTextWaitsForHome(t *testing.T) {
	r := rehearse(Interactive{}, func(it *Iteration) { it.Launch.Paste, it.Prompt = "prompt", "" })
	r.s.homing = r.at(11)
	r.becomes(adapters.Idle, "", nil).until(10.9)
	if slices.ContainsFunc(r.log, func(line string) bool { return strings.Contains(line, "types") }) {
		t.Errorf("typed in the size of somebody who has left: %q", r.log)
	}
	if r.until(20); !slices.ContainsFunc(r.log, func(line string) bool { return strings.Contains(line, "types <prompt>") }) {
		t.Errorf("never typed: %q", r.log)
	}
}
