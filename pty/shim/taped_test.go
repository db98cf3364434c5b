package shim

import (
	"context"
	"math"
	"strings"
	"testing"
)

// tapedKeyboard is a keyboard with what its agent has got, which reads as long as there is room.
type tapedKeyboard struct {
	*keyboard
	room     int
	got      strings.Builder
	forsaken []any // whose pastes were ended for them
}

func taped(t *testing.T) *tapedKeyboard {
	r := &tapedKeyboard{room: math.MaxInt}
	r.keyboard = newKeyboard(func(_ context.Context, p []byte) (int, error) {
		n := min(r.room, len(p))
		r.got.Write(p[:n])
		if r.room -= n; n < len(p) {
			return n, context.DeadlineExceeded
		}
		return n, nil
	})
	r.forsook = func(by any) { r.forsaken = append(r.forsaken, by) }
	t.Cleanup(r.close)
	return r
}

// press types a part of what somebody has to type in a turn of its own.
func (r *tapedKeyboard) press(t *testing.T, take func() error, by any, p string) {
	t.Helper()
	if err := take(); err != nil {
		t.Fatal(err)
	}
	defer r.release()
	if _, err := r.part(t.Context(), by, []byte(p)); err != nil {
		t.Fatal(err)
	}
}

// hostAt is a client as the host of an epoch has it.
func hostAt(t *testing.T, r Request, epoch int) *Client {
	host := Dial(r.Dir)
	host.epoch = epoch
	t.Cleanup(func() { host.Close() })
	return host
}

// inPaste is a viewer that has begun a paste, and what its agent has got.
func inPaste(t *testing.T) (r Request, v *Viewer, typed func() string) {
	t.Helper()
	r, _, typed, read := keeper(t, `\033[?2004h`)
	read()
	v = attach(t, r.Dir, AttachOptions{})
	if err := v.Input([]byte(pasteBegin + "one")); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is typed", func() bool { return typed() == pasteBegin+"one" })
	return r, v, typed
}

// awaitPasteEnd reads until a viewer is told that its paste was ended.
func awaitPasteEnd(t *testing.T, v *Viewer) {
	t.Helper()
	for {
		m, err := v.Receive()
		if err != nil {
			t.Fatal(err)
		}
		if m.Type == "paste" {
			return
		}
	}
}
