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
		{"PageUp", false, "\x1b[5~"}, {"C-Delete", false, "\x1b[3;5~"}, {"BTab", false, "\x1b[Z"},
		{"ctrl-c", false, "\x03"}, {"Ctrl-\\", false, "\x1c"}, {"alt-x", false, "\x1bx"}, {"shift-Tab", false, "\x1b[Z"}, {"ctrl-alt-a", false, "\x1b\x01"},
		{"Return", false, "\r"}, {"Del", false, "\x1b[3~"},
		{"S-a", false, "A"}, {"S-É", false, "É"}, {"M-S-a", false, "\x1bA"}, {"S-Tab", false, "\x1b[Z"},
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
	for _, name := range []string{"", "C-", "Entre", "C-é", "C-1", "F13", "ab", "X-a", "S-Enter", "C-Enter", "M-S-Enter", "S-Space", "S-Escape", "S-BSpace", "C-S-a", "S-1", "ctrl-", "ctrl", "ctrl-foo", "shift-Return"} {
		if got, err := KeyBytes(name, false); !errors.Is(err, ErrKey) {
			t.Errorf("%q: got %q, %v, want ErrKey", name, got, err)
		}
	}
}

func TestKeyBytesByCode(t *testing.T) {
	const push, level = "\x1b[>1u", "\x1b[>4;1m"
	for _, test := range []struct{ modes, name, want string }{
		{push, "S-Enter", "\x1b[13;2u"}, {push, "C-Enter", "\x1b[13;5u"}, {push, "C-S-a", "\x1b[97;6u"}, {push, "C-1", "\x1b[49;5u"},
		{push, "S-Space", "\x1b[32;2u"}, {push, "Enter", "\r"}, {push, "C-c", "\x03"}, {push, "C-Up", "\x1b[1;5A"}, {push + level, "S-Tab", "\x1b[Z"},
		{level, "S-Enter", "\x1b[27;2;13~"}, {level, "C-Enter", "\x1b[27;5;13~"}, {"\x1b[>2u" + level, "M-S-Enter", "\x1b[27;4;13~"},
		{"", "S-Enter", ""}, {push + "\x1b[<u", "S-Enter", ""}, {push, "S-1", ""}, {push, "Entre", ""}, {push, "X-a", ""}, {push, "F13", ""},
		{"\x1b[?1h", "Up", "\x1bOA"},
	} {
		s := New(Options{})
		s.Write([]byte(test.modes))
		got, err := s.Snapshot().KeyBytes(test.name)
		if string(got) != test.want || (test.want == "") != errors.Is(err, ErrKey) {
			t.Errorf("%s after %q: got %q, %v, want %q", test.name, test.modes, got, err, test.want)
		}
	}
}
