package shim

import (
	"strings"
	"testing"
)

// Who types more than an agent reads, and is gone, is given up soon, and leaves the turn to others.
func TestTypistHasGone(t *testing.T) {
	t.Parallel()
	for name, pieces := range map[string]int{"one message": 1, "more than wait here": 4 * typedAhead} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, c, typed, read := keeper(t, "")
			v := attach(t, r.Dir, AttachOptions{})
			go func() {
				for range pieces { // the last of many are not even read
					v.Input([]byte(strings.Repeat("x", 200_000/pieces)))
				}
			}()
			eventually(t, "it types", func() bool { return typing(t, c) })
			v.socket.conn.Close()
			gone := func() bool {
				task, err := c.Task(t.Context())
				return err == nil && task.Viewers+task.Writers == 0
			}
			eventually(t, "it is not attached any more", gone)
			read()
			host := Dial(r.Dir)
			host.epoch = 1
			defer host.Close()
			if err := host.Input(t.Context(), []byte("next"), InputOptions{}); err != nil {
				t.Error(err)
			}
			eventually(t, "the next is typed", func() bool { return strings.HasSuffix(typed(), "xnext") })
		})
	}
}

// Who leaves in the middle of a paste leaves no agent in it.
func TestTypistLeavesAPaste(t *testing.T) {
	t.Parallel()
	r, _, typed, read := keeper(t, `\033[?2004h`)
	read()
	v := attach(t, r.Dir, AttachOptions{})
	if err := v.Input([]byte(pasteBegin + "one")); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is typed", func() bool { return typed() == pasteBegin+"one" })
	v.socket.conn.Close()
	eventually(t, "the paste is ended", func() bool { return typed() == pasteBegin+"one"+pasteEnd })
}
