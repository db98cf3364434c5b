package shim

import (
	"time"

	"rooda/pty"
)

// standing is what viewers and hosts are told of a hub.
type standing struct {
	size    pty.Size
	viewers int
	writers int
	typed   time.Time // when a person typed last
	touched time.Time // when anybody did
	by      string    // who that was
	deeds   int       // number of the last that is on disk
	logErr  string    // why output is not in the log any more
	holder  *viewer
	policy  SizePolicy
}

// hands is what hosts are told.
func (s standing) hands() pty.Hands {
	return pty.Hands{Writers: s.writers, Typed: s.typed, Touched: s.touched, By: s.by, Deeds: s.deeds, LogErr: s.logErr, Size: s.size}
}

// message is what goes over the wire of it.
func (s standing) message() Message {
	m := Message{Type: "hands", Writers: s.writers, By: s.by, Deeds: s.deeds, LogError: s.logErr, Cols: int(s.size.Cols), Rows: int(s.size.Rows)}
	if !s.typed.IsZero() {
		m.Typed = &s.typed
	}
	if !s.touched.IsZero() {
		m.Touched = &s.touched
	}
	return m
}
