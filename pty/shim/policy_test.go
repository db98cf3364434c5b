package shim

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rooda/pty"
)

// The windows of two people and one who only looks, step by step, as each
// policy has it.
func TestSizePolicies(t *testing.T) {
	wide, tall, tiny := pty.Size{Cols: 130, Rows: 30}, pty.Size{Cols: 90, Rows: 50}, pty.Size{Cols: 10, Rows: 5}
	both, begun := pty.Size{Cols: 90, Rows: 30}, pty.Size{Cols: 120, Rows: 40}
	for _, tt := range []struct {
		policy SizePolicy
		// after the first came, the second, the second typed, the first
		// resized to 100x35, somebody asked for 70x20, the second left
		want [6]pty.Size
	}{
		{"", [6]pty.Size{wide, wide, tall, tall, {Cols: 70, Rows: 20}, {Cols: 100, Rows: 35}}},
		{Latest, [6]pty.Size{wide, wide, tall, tall, {Cols: 70, Rows: 20}, {Cols: 100, Rows: 35}}},
		{Smallest, [6]pty.Size{wide, both, both, {Cols: 90, Rows: 35}, {Cols: 70, Rows: 20}, {Cols: 100, Rows: 35}}},
		{Fixed, [6]pty.Size{wide, wide, wide, wide, {Cols: 70, Rows: 20}, {Cols: 70, Rows: 20}}},
	} {
		t.Run("policy "+string(tt.policy), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				size := begun
				h := newHub(begun, func(s pty.Size) { size = s })
				first, second := &viewer{window: wide, policy: tt.policy}, &viewer{window: tall}
				for i, step := range []func(){
					func() {
						h.join(&viewer{readOnly: true, window: tiny})
						h.join(&viewer{})
						h.join(first)
						h.typing(first, "human")
					},
					func() { h.join(second) },
					func() { h.typing(second, "human") },
					func() { h.window(first, pty.Size{Cols: 100, Rows: 35}) },
					func() { h.fix(pty.Size{Cols: 70, Rows: 20}) },
					func() { h.leave(second) },
				} {
					step()
					time.Sleep(settle)
					synctest.Wait()
					if size != tt.want[i] {
						t.Errorf("after step %d: %v, want %v", i, size, tt.want[i])
					}
				}
			})
		})
	}
}

// A window that is being dragged has many sizes, of which the terminal gets the one at which it stays.
func TestDraggedWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sizes []pty.Size
		v := &viewer{window: pty.Size{Cols: 80, Rows: 24}}
		h := newHub(v.window, func(s pty.Size) { sizes = append(sizes, s) })
		h.join(v)
		for cols := uint16(81); cols <= 120; cols++ {
			h.window(v, pty.Size{Cols: cols, Rows: 24})
			time.Sleep(40 * time.Millisecond)
		}
		got := func() []pty.Size {
			synctest.Wait()
			h.mu.Lock()
			defer h.mu.Unlock()
			return sizes
		}
		if early := got(); early != nil {
			t.Errorf("while it is dragged: %v", early)
		}
		time.Sleep(settle)
		if want := []pty.Size{{Cols: 120, Rows: 24}}; !slices.Equal(got(), want) {
			t.Errorf("got %v, want %v", sizes, want)
		}
	})
}

// Whoever leaves last takes the size of their window along, after a while.
func TestSizeAfterVisit(t *testing.T) {
	begun, phone, asked := pty.Size{Cols: 120, Rows: 40}, pty.Size{Cols: 20, Rows: 5}, pty.Size{Cols: 70, Rows: 20}
	for _, tt := range []struct {
		name   string
		policy SizePolicy
		during func(*hub) // before the visitor leaves
		soon   func(*hub) // a second before the while is over
		want   pty.Size   // when it is, and not for who came soon
	}{
		{"its own again", "", nil, nil, begun},
		{"also of the smallest", Smallest, nil, nil, begun},
		{"who fixes it means it", Fixed, nil, nil, phone},
		{"somebody else is there", "", func(h *hub) { h.join(&viewer{window: asked}) }, nil, asked},
		{"somebody only looks", "", func(h *hub) { h.join(&viewer{window: asked, readOnly: true}); h.join(&viewer{}) }, nil, begun},
		{"back in time", "", nil, func(h *hub) { h.join(&viewer{window: phone}) }, phone},
		{"somebody went again", "", nil, func(h *hub) { v := &viewer{window: asked}; h.join(v); h.leave(v) }, asked},
		{"somebody asked for another", "", func(h *hub) { h.fix(asked) }, nil, asked},
		{"the agent is about to end", "", nil, (*hub).hurry, phone},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var size pty.Size
				h := newHub(begun, func(s pty.Size) { size = s })
				v := &viewer{window: phone, policy: tt.policy}
				h.join(v)
				if tt.during != nil {
					tt.during(h)
				}
				h.leave(v)
				time.Sleep(Homing - time.Second)
				if tt.soon != nil {
					tt.soon(h)
				}
				time.Sleep(Homing - time.Second)
				synctest.Wait()
				if size != tt.want {
					t.Errorf("%v, want %v", size, tt.want)
				}
				if now, _ := h.standing(); now.hands().Size != size {
					t.Errorf("hosts are told %v, want %v", now.hands().Size, size)
				}
			})
		})
	}
}

// A policy outlives whoever set it, until the next one does.
func TestSizePolicyStays(t *testing.T) {
	r, tape := request(t, "echo")
	r.Spec.Size = pty.Size{Cols: 80, Rows: 24}
	begin(t, r)
	tape.Await(t, "ready")
	c := Dial(r.Dir)
	defer c.Close()
	is := func(policy SizePolicy, cols int) {
		t.Helper()
		eventually(t, string(policy), func() bool {
			task, err := c.Task(t.Context())
			return err == nil && task.Policy == policy && task.Cols == cols
		})
	}
	is(Latest, 80)
	attach(t, r.Dir, AttachOptions{Size: pty.Size{Cols: 100, Rows: 30}, Policy: Fixed}).Close()
	is(Fixed, 100)
	eventually(t, "nobody is there", func() bool { task, err := c.Task(t.Context()); return err == nil && task.Viewers == 0 })
	attach(t, r.Dir, AttachOptions{Size: pty.Size{Cols: 90, Rows: 30}})
	is(Fixed, 100)
	attach(t, r.Dir, AttachOptions{Policy: Latest})
	is(Latest, 90)
	if _, err := c.Attach(t.Context(), AttachOptions{Policy: "largest"}); err == nil || !strings.Contains(err.Error(), `"largest": not latest, smallest or fixed`) {
		t.Errorf("largest: %v", err)
	}
}

// The first shims know no policies.
func TestSizePolicyOfTheFirstShim(t *testing.T) {
	socket := filepath.Join(runDir(t), "sock")
	old := &oldShim{t: t, end: make(chan struct{}), heard: make(chan string, 16), ended: func() {}}
	old.script = transcript(t)
	for i := range old.script {
		if old.script[i].line == "GET /v1/attach?cols=80&history=200&rows=24" {
			old.script[i].line = "GET /v1/attach?cols=80&policy=smallest&rows=24"
		}
	}
	old.listen(socket)
	c := Dial(socket)
	defer c.Close()
	if _, err := c.Attach(t.Context(), AttachOptions{Size: pty.Size{Cols: 80, Rows: 24}, Policy: Smallest}); !errors.Is(err, ErrNoPolicies) {
		t.Errorf("attach: %v", err)
	}
}

// Whoever comes and goes again at the very moment at which the while is over gets a while of
// their own, and nobody does who leaves an agent that is about to end.
func TestSizeAtTheLastMoment(t *testing.T) {
	begun, phone := pty.Size{Cols: 120, Rows: 40}, pty.Size{Cols: 20, Rows: 5}
	for _, tt := range []struct {
		name string
		meet func(h *hub, v *viewer)
		want [2]pty.Size // a second and the while later
	}{
		{"came and went", func(h *hub, v *viewer) {
			h.mu.Lock() // what is due waits for it
			time.Sleep(Homing)
			h.goHome()
			h.mu.Unlock()
		}, [2]pty.Size{phone, begun}},
		{"about to end", func(h *hub, v *viewer) {
			h.mu.Lock()
			time.Sleep(Homing)
			h.halt()
			h.mu.Unlock()
		}, [2]pty.Size{phone, phone}},
		{"left an end", func(h *hub, v *viewer) {
			h.hurry()
			h.join(v)
			h.leave(v)
		}, [2]pty.Size{phone, phone}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHub(begun, func(pty.Size) {})
				v := &viewer{window: phone}
				h.join(v)
				h.leave(v)
				tt.meet(h, v)
				for i, later := range []time.Duration{time.Second, Homing} {
					time.Sleep(later)
					synctest.Wait()
					if now, _ := h.standing(); now.size != tt.want[i] {
						t.Errorf("after %v: %v, want %v", later, now.size, tt.want[i])
					}
				}
			})
		})
	}
}
