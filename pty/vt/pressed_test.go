package vt

import "testing"

func TestPressed(t *testing.T) {
	for p, want := range map[string]bool{
		"": false, "a": true, "\r": true, "\x1b": true, "\x1b[": true, "\x1b[A": true, "\x1bOA": true,
		"\x1b[I": false, "\x1b[O": false, "\x1b[I\x1b[O": false, "\x1b[Ix": true, "x\x1b[I": true,
		"\x1b[<35;10;5M": false, "\x1b[<32;10;5M": false, "\x1b[<0;10;5m": false, "\x1b[<0;10;5M": true, "\x1b[<64;1;1M": true,
		"\x1b[<35;10;5M\x1b[<35;11;5M": false, "\x1b[<35;10;5M\x1b[<0;11;5M": true, "\x1b[<35;1": true,
		"\x1b[MC!!": false, "\x1b[M#!!": false, "\x1b[M !!": true, "\x1b[M`!!": true, "\x1b[M": true,
		"\x1b[67;1;1M": false, "\x1b[35;1;1M": false, "\x1b[32;1;1M": true,
		"\x1b[?62;22c": false, "\x1b[>1;10;0c": false, "\x1b[24;80R": false, "\x1b[1;2R": true, "\x1b[?997;1n": false, "\x1b[0n": false,
		"\x1b[?2004;1$y": false, "\x1b[4;2$y": false, "\x1b[8;24;80t": false, "\x1b[?1u": false, "\x1b[97;5u": true, "\x1b[1;2S": true,
		"\x1b]11;rgb:0000/0000/0000\x1b\\": false, "\x1b]11;rgb:0/0/0\a": false, "\x1bP>|xterm\x1b\\": false, "\x1b_Gi=1;OK\x1b\\": false,
		"\x1b]": true, "\x1bP": true, "\x1b]11;a": true, "\x1bx": true, "\x1b[200~": true, "\x1b[200~\x1b[I\x1b[201~": true,
	} {
		if got := Pressed([]byte(p)); got != want {
			t.Errorf("%q: %t", p, got)
		}
	}
}

func TestMoved(t *testing.T) {
	for p, want := range map[string]bool{
		"\x1b[<35;10;5M": true, "\x1b[<32;10;5M\x1b[<35;11;5M": true, "\x1b[MC!!": true, "\x1b[67;1;1M": true,
		"\x1b[<0;10;5m": false, "\x1b[<32;10;5m": false, "\x1b[M#!!": false, "\x1b[35;1;1M": false, "\x1b[I": false,
		"\x1b[<35;10;5M\x1b[O": false, "x": false, "\x1b[<35;1": false, "\x1b]11;rgb:0/0/0\a": false, "\x1b[?1u": false,
	} {
		if got := Moved([]byte(p)); got != want {
			t.Errorf("%q: %t", p, got)
		}
	}
}

// What comes from a terminal is cut anywhere, and may be anything.
func FuzzPressed(f *testing.F) {
	f.Add([]byte("\x1b[<35;10;5M\x1b[MC!!\x1b]11;x\x1b\\\x1b[1;2R"))
	f.Fuzz(func(t *testing.T, p []byte) {
		if !Pressed(append([]byte("x"), p...)) || Pressed(append([]byte("\x1b[I"), p...)) != Pressed(p) {
			t.Errorf("%q", p)
		}
	})
}
