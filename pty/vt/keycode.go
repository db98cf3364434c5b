package vt

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// codes are the keys that are named and have a code.
var codes = map[string]rune{
	"enter": '\r', "return": '\r', "escape": 0x1b, "esc": 0x1b, "tab": '\t', "space": ' ', "bspace": 0x7f, "backspace": 0x7f,
}

// KeyBytes is the function of that name for a program in this state: a key that has no bytes of
// its own is sent by its code where the program asked for that, by the kitty protocol or by
// modifyOtherKeys. The others are sent in their old forms.
func (sn *Snapshot) KeyBytes(name string) ([]byte, error) {
	b, err := KeyBytes(name, sn.Modes.Has(AppCursor))
	if err == nil {
		return b, nil
	}
	if b := sn.Keyboard.coded(name); b != nil {
		return b, nil
	}
	return nil, err
}

// Flags of the kitty protocol that give keys with modifiers a code.
const kittyDisambiguate, kittyAll = 1, 8

// coded returns a key with modifiers as its code, nil where it has none or the program did not ask.
func (k Keyboard) coded(name string) []byte {
	key, modifiers := cutModifiers(name)
	code, named := codes[strings.ToLower(key)]
	if !named && utf8.RuneCountInString(key) == 1 && modifiers&^shift != 0 {
		code, _ = utf8.DecodeRuneInString(strings.ToLower(key))
	}
	if code == 0 || modifiers == 0 {
		return nil
	}
	switch {
	case len(k.Kitty) > 0 && k.Kitty[len(k.Kitty)-1]&(kittyDisambiguate|kittyAll) != 0:
		return fmt.Appendf(nil, "\x1b[%d;%du", code, modifiers+1)
	case k.OtherKeys > 0:
		return fmt.Appendf(nil, "\x1b[27;%d;%d~", modifiers+1, code)
	}
	return nil
}
