package adapters_test

import (
	"testing"

	"rooda/adapters"
)

func TestTyped(t *testing.T) {
	for input, want := range map[string]bool{
		"":                              false,
		"\x1b[?62;22c\x1b[>0;10;1c":     false, // what it is
		"\x1b[12;40R\x1b[0n\x1b[?1u":    false, // cursor, health, keyboard
		"\x1b[?2026;2$y\x1b[8;40;120t":  false, // mode, size
		"\x1b]11;rgb:0/0/0\x1b\\\x1b[I": false, // colour, focus
		"\x1bP>|name 1\x1b\\":           false,
		"\x1b_Gi=31;OK\x1b\\":           false,
		"y":                             true,
		"\r":                            true,
		"\x1b":                          true,
		"\x1b[A":                        true,
		"\x1b[97;5u":                    true, // a key in kitty's form
		"\x1b[<0;3;4M":                  true,
		"\x1b[200~text\x1b[201~":        true,
		"\x1b[?62cy":                    true,
	} {
		if got := adapters.Typed(input); got != want {
			t.Errorf("%q: %t, want %t", input, got, want)
		}
	}
}
