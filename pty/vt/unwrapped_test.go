package vt_test

import (
	"strings"
	"testing"

	"rooda/pty/vt"
)

func TestUnwrapped(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"rows", "one\r\ntwo", "one\ntwo"},
		{"wrapped twice", "0123456789abcdefghijXY\r\nnext", "0123456789abcdefghijXY\nnext"},
		{"blank at the margin", "012345678 abc", "012345678 abc"},
		{"blanks at the margin", "0123456   abc", "0123456   abc"},
		{"full and not wrapped", "0123456789\r\nabc", "0123456789\nabc"},
		{"wide character at the margin", "012345678\u6f22x", "012345678\u6f22x"},
		{"wrapped by the last row", "\x1b[4;1H0123456789ab", "\n\n0123456789ab"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := vt.New(vt.Options{Cols: 10, Rows: 4})
			s.Write([]byte(c.in))
			if got := s.Snapshot().Unwrapped(); got != c.want {
				t.Errorf("%q, want %q; rows %q", got, c.want, strings.Split(s.Snapshot().Text(), "\n"))
			}
		})
	}
}
