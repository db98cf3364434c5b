package vt

import (
	"errors"
	"testing"
)

func TestKeyBytes(t *testing.T) {
	tests := []struct {
		name    string
		applied bool
		want    string
	}{
		{"a", false, "a"}, {"é", false, "é"}, {"-", false, "-"}, {"Enter", false, "\r"}, {"escape", false, "\x1b"},
		{"C-c", false, "\x03"}, {"c-C", false, "\x03"}, {"C-\\", false, "\x1c"}, {"C-Space", false, "\x00"}, {"C-?", false, "\x7f"},
		{"M-x", false, "\x1bx"}, {"M-Enter", false, "\x1b\r"}, {"C-M-a", false, "\x1b\x01"}, {"BSpace", false, "\x7f"},
		{"Up", false, "\x1b[A"}, {"Up", true, "\x1bOA"}, {"C-Right", true, "\x1b[1;5C"}, {"S-Left", false, "\x1b[1;2D"},
		{"Home", false, "\x1b[H"}, {"F1", false, "\x1bOP"}, {"S-F2", false, "\x1b[1;2Q"}, {"F12", false, "\x1b[24~"},
		{"PageUp", false, "\x1b[5~"}, {"C-Delete", false, "\x1b[3;5~"}, {"BTab", false, "\x1b[Z"}, {"S-Tab", false, "\x1b[Z"},
	}
	for _, test := range tests {
		got, err := KeyBytes(test.name, test.applied)
		if err != nil || string(got) != test.want {
			t.Errorf("%s: got %q, %v, want %q", test.name, got, err, test.want)
		}
	}
	for _, name := range KeyNames() {
		if _, err := KeyBytes(name, false); err != nil {
			t.Errorf("%s is offered: %v", name, err)
		}
	}
	for _, name := range []string{"", "C-", "Entre", "C-é", "C-1", "F13", "ab", "X-a"} {
		if got, err := KeyBytes(name, false); !errors.Is(err, ErrKey) {
			t.Errorf("%q: got %q, %v, want ErrKey", name, got, err)
		}
	}
}
