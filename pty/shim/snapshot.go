package shim

import (
	"encoding/json"
	"fmt"
	"strings"

	"rooda/pty/vt"
)

// Picture is a screen on its way through the socket: written into a fresh
// terminal of the same size, Styled and then Modes make it show the same and
// be in the same state. Live output continues it at Offset.
type Picture struct {
	API        int    `json:"api,omitempty"` // in screen.json
	Cols       int    `json:"cols"`
	Rows       int    `json:"rows"`
	Offset     int64  `json:"offset"`
	Generation uint64 `json:"generation"`
	Styled     string `json:"styled"`
	Modes      string `json:"modes"`
	// History is the rows that left the screen at its top, the latest last,
	// each with its newline; where they were asked for.
	History  string       `json:"history,omitempty"`
	Progress *vt.Progress `json:"progress,omitempty"`
}

func newPicture(s *vt.Snapshot, history []vt.Line) Picture {
	p := Picture{
		Cols: s.Cols, Rows: s.Rows, Offset: s.Offset, Generation: s.Generation,
		Styled: string(s.Styled()), Modes: string(s.ModeBytes()),
	}
	if s.Progress != (vt.Progress{}) {
		p.Progress = &s.Progress
	}
	var b strings.Builder
	for _, l := range history {
		b.WriteString(l.Styled())
		b.WriteString("\r\n")
	}
	p.History = b.String()
	return p
}

// Snapshot rebuilds the screen.
func (p Picture) Snapshot() *vt.Snapshot {
	screen := vt.New(vt.Options{Cols: p.Cols, Rows: p.Rows, Scrollback: -1})
	screen.Write([]byte(p.Styled))
	screen.Write([]byte(p.Modes))
	s := screen.Snapshot()
	s.Offset, s.Generation = p.Offset, p.Generation
	if p.Progress != nil {
		s.Progress = *p.Progress
	}
	return s
}

// render writes a screen in one of the formats for people and programs.
func render(s *vt.Snapshot, format string) (text []byte, contentType string, err error) {
	switch format {
	case "", "text":
		return []byte(s.Text() + "\n"), "text/plain; charset=utf-8", nil
	case "ansi":
		return append(s.Styled(), s.ModeBytes()...), "application/octet-stream", nil
	case "json":
		text, err = json.Marshal(s)
		return append(text, '\n'), "application/json", err
	}
	return nil, "", fmt.Errorf("unknown format %q: text, ansi, json or snapshot", format)
}
