package vt_test

import (
	"testing"

	"rooda/pty/vt"
)

// TestMark: a row is known again wherever it is scrolled to, and what was written to it is known, even
// where it has become the same.
func TestMark(t *testing.T) {
	for _, tt := range []struct {
		name, before, output string
		row                  int // where it is after that
		same, unwritten      bool
	}{
		{"nothing", "one\r\ntwo", "", 1, true, true},
		{"another row", "one\r\ntwo", "\x1b[Hthree", 1, true, true},
		{"more of it", "one\r\ntwo", "!", 1, true, false},
		{"the same again", "one\r\ntwo", "\rtwo", 1, true, false},
		{"a wiped screen", "one\r\ntwo", "\x1b[2J\rtwo", 1, true, false},
		{"a wiped line", "one\r\ntwo", "\x1b[2K\rtwo", 1, true, false},
		{"deleted characters", "one\r\ntwo", "\x1b[P", 1, true, false},
		{"wide characters", "one\r\ntwo", "界", 1, true, false},
		{"the next row", "one\r\ntwo", "\r\ntwo", 2, false, false},
		{"scrolled", "one\r\ntwo", "\x1b[4;1H\n", 0, true, true},
		{"scrolled, and asked again", "\x1b[4;1Htwo", "\r\ntwo", 3, false, false},
		{"scrolled without a history", "\x1b[?1049h\x1b[4;1Htwo", "\r\ntwo", 3, false, false},
		{"scrolled without a history, itself", "\x1b[?1049h\x1b[4;1Htwo", "\r\ntwo", 2, true, true},
		{"the other screen", "one\r\ntwo", "\x1b[?1049h\x1b[2;1Htwo", 1, false, false},
	} {
		s := vt.New(vt.Options{Cols: 20, Rows: 4})
		_, _ = s.Write([]byte(tt.before))
		was := s.Snapshot().Line(s.Snapshot().Cursor.Y).Mark()
		_, _ = s.Write([]byte(tt.output))
		is := s.Snapshot().Line(tt.row).Mark()
		if (vt.Mark{}).Same(vt.Mark{}) || (vt.Mark{}).Same(was) || was.Same(vt.Mark{}) {
			t.Errorf("%s: what has no mark is the same row", tt.name)
		}
		if was.Same(is) != tt.same || (was == is) != tt.unwritten {
			t.Errorf("%s: same row %t, unwritten %t", tt.name, was.Same(is), was == is)
		}
	}
}
