package vt

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrKey says that a word names no key.
var ErrKey = errors.New("not the name of a key")

// errModified is ErrKey of one that terminals send like another: S-Enter like Enter.
var errModified = fmt.Errorf("%w that a terminal sends unless its program asks for more", ErrKey)

// named are the keys that always send the same.
var named = map[string]string{
	"enter": "\r", "return": "\r", "escape": "\x1b", "esc": "\x1b", "tab": "\t", "space": " ", "bspace": "\x7f", "backspace": "\x7f",
	"btab": "\x1b[Z",
}

// finals are the keys that send CSI final, or SS3 final where the program
// asked for that; with modifiers CSI 1 ; modifiers final.
var finals = map[string]byte{
	"up": 'A', "down": 'B', "right": 'C', "left": 'D', "end": 'F', "home": 'H', "f1": 'P', "f2": 'Q', "f3": 'R', "f4": 'S',
}

// tildes are the keys that send CSI number ~.
var tildes = map[string]int{
	"insert": 2, "ic": 2, "delete": 3, "del": 3, "dc": 3, "pageup": 5, "ppage": 5, "pgup": 5, "pagedown": 6, "npage": 6, "pgdn": 6,
	"f5": 15, "f6": 17, "f7": 18, "f8": 19, "f9": 20, "f10": 21, "f11": 23, "f12": 24,
}

// KeyBytes returns what a terminal sends for a key, by tmux's names: a
// character, or Enter, Escape, Tab, BTab, Space, BSpace, Up, Down, Left, Right,
// Home, End, PageUp, PageDown, Insert, Delete, F1 to F12, each behind C- for
// control, M- for alt or S- for shift; ctrl-, alt- and shift- do as well, and Return and Del. applied is whether the program asked for application
// cursor keys (DECCKM). The error is ErrKey, also where the modifier makes no difference;
// [Snapshot.KeyBytes] knows more.
func KeyBytes(name string, applied bool) ([]byte, error) {
	key, modifiers := cutModifiers(name)
	lower := strings.ToLower(key)
	final, moves := finals[lower]
	number, edits := tildes[lower]
	text, always := named[lower]
	switch {
	case moves && modifiers > 0:
		return fmt.Appendf(nil, "\x1b[1;%d%c", modifiers+1, final), nil
	case moves && (applied || final >= 'P'):
		return []byte{0x1b, 'O', final}, nil
	case moves:
		return []byte{0x1b, '[', final}, nil
	case edits && modifiers > 0:
		return fmt.Appendf(nil, "\x1b[%d;%d~", number, modifiers+1), nil
	case edits:
		return fmt.Appendf(nil, "\x1b[%d~", number), nil
	case lower == "tab" && modifiers == shift:
		return []byte("\x1b[Z"), nil
	case always:
		key = text
	case utf8.RuneCountInString(key) != 1:
		return nil, fmt.Errorf("read key %q: %w", name, ErrKey)
	}
	b := []byte(key)
	if modifiers&ctrl != 0 {
		c, ok := controlOf(b)
		if !ok || modifiers&shift != 0 {
			return nil, fmt.Errorf("read key %q: %w", name, errModified)
		}
		b = []byte{c}
	}
	if modifiers&shift != 0 {
		if r, _ := utf8.DecodeRune(b); !unicode.IsLetter(r) {
			return nil, fmt.Errorf("read key %q: %w", name, errModified)
		}
		b = bytes.ToUpper(b)
	}
	if modifiers&alt != 0 {
		b = append([]byte{0x1b}, b...)
	}
	return b, nil
}

const (
	shift = 1 << iota
	alt
	ctrl
)

// modified are the ways to write a modifier: tmux's, and docker's, which detach keys have.
var modified = map[string]int{"s": shift, "shift": shift, "m": alt, "alt": alt, "c": ctrl, "ctrl": ctrl}

func cutModifiers(name string) (key string, modifiers int) {
	for {
		modifier, rest, ok := strings.Cut(name, "-")
		bit := modified[strings.ToLower(modifier)]
		if !ok || rest == "" || bit == 0 {
			return name, modifiers
		}
		name, modifiers = rest, modifiers|bit
	}
}

// controlOf returns what control makes of a key, if anything.
func controlOf(key []byte) (byte, bool) {
	if len(key) != 1 {
		return 0, false
	}
	switch b := key[0]; {
	case b == ' ':
		return 0, true
	case b == '?':
		return 0x7f, true
	case b >= 'a' && b <= 'z', b >= '@' && b <= '_':
		return b & 0x1f, true
	}
	return 0, false
}

// KeyNames returns the names of keys as they are written, for suggestions.
func KeyNames() []string {
	names := []string{
		"Enter", "Escape", "Tab", "BTab", "Space", "BSpace", "Up", "Down", "Left", "Right",
		"Home", "End", "PageUp", "PageDown", "Insert", "Delete",
	}
	for i := range 12 {
		names = append(names, fmt.Sprint("F", i+1))
	}
	return names
}
