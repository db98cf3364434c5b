package vt_test

import (
	"strings"
	"testing"

	"rooda/pty/vt"
)

func TestHolds(t *testing.T) {
	s := vt.New(vt.Options{Cols: 10, Rows: 3})
	s.Write([]byte("old <word>\r\n" + strings.Repeat("line\r\n", 5) + "└ <wo\r\n  rd> <<in>"))
	_, end := s.History()
	for _, test := range []struct {
		from    int64
		letters string
		want    bool
	}{
		{0, "<word>", true}, {1, "<word>", true}, {0, "<worm>", false}, {0, "old", true}, {1, "old", false}, {0, "<in>", true},
		{end, "<in>", true}, {end + 9, "<in>", true}, {-1, "old", true}, {0, "", true},
	} {
		if got := s.Holds(test.from, test.letters); got != test.want {
			t.Errorf("%q from %d: %v", test.letters, test.from, got)
		}
	}
	s.Write([]byte("\x1b[?1049h\x1b[2J<here>"))
	if !s.Holds(0, "<here>") || s.Holds(0, "<in>") {
		t.Error("the alternate screen stands alone")
	}
}
