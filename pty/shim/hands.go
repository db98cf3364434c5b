package shim

import (
	"time"

	"rooda/pty"
)

// handsLine is a Message of type "hands" with the fields of that and no others, for hosts: a process keeps a
// table of every type that it has encoded, and a shim without viewers encodes little else.
type handsLine struct {
	Type     string    `json:"type"`
	Cols     int       `json:"cols,omitempty"`
	Rows     int       `json:"rows,omitempty"`
	Writers  int       `json:"writers,omitempty"`
	Typed    time.Time `json:"typed,omitzero"`
	Touched  time.Time `json:"touched,omitzero"`
	By       string    `json:"by,omitempty"`
	Deeds    int       `json:"deeds,omitempty"`
	LogError string    `json:"log_error,omitempty"`
}

func newHandsLine(h pty.Hands) handsLine {
	return handsLine{
		Type: "hands", Cols: int(h.Size.Cols), Rows: int(h.Size.Rows), Writers: h.Writers,
		Typed: h.Typed, Touched: h.Touched, By: h.By, Deeds: h.Deeds, LogError: h.LogErr,
	}
}

func (l handsLine) hands() pty.Hands {
	return pty.Hands{
		Writers: l.Writers, Typed: l.Typed, Touched: l.Touched, By: l.By, Deeds: l.Deeds, LogErr: l.LogError,
		Size: pty.Size{Cols: uint16(l.Cols), Rows: uint16(l.Rows)},
	}
}
