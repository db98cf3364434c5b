package oracle

import (
	"fmt"
	"strings"
	"testing"

	"rooda/pty/vt"
)

func model(stream []byte, cols, rows int) shot {
	s := vt.New(vt.Options{Cols: cols, Rows: rows})
	s.Write(stream)
	return takeModel(s.Snapshot())
}

// contexts are what stands on the screen, of 12 by 5, before a sequence.
var contexts = []struct{ name, stream string }{
	{"text", "abcdefghij\r\nklmnop\r\nqrstuvwx\r\nyz\r\n0123456\x1b[3;4H"},
	{"coloured", "\x1b[1;31;44mabcdef\r\nghijkl\r\nmn\x1b[0;42m\r\nopq\x1b[2;3H"},
	{"wide", "世界世界世界\r\na世b世c世\r\n世x\x1b[2;6H"},
	{"region", "1\r\n2\r\n3\r\n4\r\n5\x1b[2;4r\x1b[4;1H"},
	{"origin", "1\r\n2\r\n3\r\n4\r\n5\x1b[2;4r\x1b[?6h"},
	{"home", "abc\r\ndef\x1b[H"},
	{"corner", "abc\x1b[5;12H"},
	{"margin", "abcdefghijkl"},
}

// sequences are tried in every context, with these numbers for each %d.
var sequences = []string{
	"X", "世", "e\u0301", "\r", "\n", "\b", "\t", "\v", "\f", "\x1bD", "\x1bM", "\x1bE", "\x1b7\x1b[HX\x1b8", "\x1b[s\x1b[HX\x1b[u",
	"\x1b[%dA", "\x1b[%dB", "\x1b[%dC", "\x1b[%dD", "\x1b[%dE", "\x1b[%dF", "\x1b[%dG", "\x1b[%d;%dH", "\x1b[%d;%df", "\x1b[%dd", "\x1b[%d`",
	"\x1b[%da", "\x1b[%de", "\x1b[%dI", "\x1b[%dZ", "\x1b[%dJ", "\x1b[%dK", "\x1b[%dL", "\x1b[%dM", "\x1b[%dP", "\x1b[%d@", "\x1b[%dX",
	"\x1b[%dS", "\x1b[%dT", "\x1b[%db", "\x1b[%d;4r", "\x1b#8", "\x1b[4hXY", "\x1b[?7lXYZXYZXYZXYZ", "\x1b[?6h\x1b[2;2H",
	"\x1b[?1049h", "\x1b[?1049hX\x1b[?1049l", "\x1b[?47hX\x1b[?47l", "\x1b(0qx\x1b(B", "\x1b)0\x0eqx\x0f",
	"\x1b[%dmX", "\x1b[3%dmX", "\x1b[10%dmX", "\x1b[38;5;%dmX", "\x1b[48;2;%d;2;3mX", "\x1b[38:2::%d:2:3mX", "\x1b[4:%dmX",
	"\x1b[7mX\x1b[27mY\x1b[9mZ", "\x1bH\r\tX", "\x1b[3g\r\tX", "\x1b[!pX",
	"\x1b]0;title\aX", "\x1bPq\x1b\\X", "\x1b_x\x1b\\X", "\x1b[?2026h\x1b[>1uX", "\x1b[12\x18X", "\x1b[1\r2CX",
}

type oracle struct {
	name string
	take func(stream []byte) shot
	// least is the smallest number that the sequences are tried with.
	least int
	// accepted says which differences stay, and why: by sequence, by sequence
	// and context, or by context with a space before it.
	accepted map[string]string
	// avoid are pieces of random streams that accepted differences rule out.
	avoid []string
}

// oracles returns both, for a screen of cols by rows.
func oracles(t testing.TB, cols, rows int) []oracle {
	return []oracle{
		{"tmux", startTmux(t, cols, rows).take, 0, tmuxDifferences, tmuxAvoid},
		// x/vt takes an explicit 0 for no movement at all.
		{"xvt", func(stream []byte) shot { return takeXVT(stream, cols, rows) }, 1, xvtDifferences, xvtAvoid},
	}
}

// TestSequences tries every sequence in every context. A difference is
// either listed with its reason or a failure, and so is a listed one that is gone.
func TestSequences(t *testing.T) {
	const cols, rows = 12, 5
	for _, o := range oracles(t, cols, rows) {
		used := map[string]bool{}
		for _, sequence := range sequences {
			for _, context := range contexts {
				for n := o.least; n < 4; n++ {
					numbers := make([]any, strings.Count(sequence, "%d"))
					for i := range numbers {
						numbers[i] = n + i
					}
					if n > o.least && len(numbers) == 0 {
						break
					}
					stream := []byte(context.stream + fmt.Sprintf(sequence, numbers...))
					want, got := o.take(stream), model(stream, cols, rows)
					if o.name == "tmux" {
						want, got = want.withoutBackground(), got.withoutBackground()
					}
					if want.String() == got.String() {
						continue
					}
					if key, ok := accepted(o.accepted, sequence, context.name); ok {
						used[key] = true
						continue
					}
					t.Errorf("%s %q in %q, %d:\n%s\nhas\n%s\nmodel has\n%s", o.name, sequence, context.name, n, o.name, want, got)
				}
			}
		}
		for key, why := range o.accepted {
			if !used[key] {
				t.Errorf("%s no longer differs in %q (%s)", o.name, key, why)
			}
		}
	}
}

func accepted(list map[string]string, sequence, context string) (string, bool) {
	for _, key := range []string{sequence + " " + context, sequence, " " + context} {
		if _, ok := list[key]; ok {
			return key, true
		}
	}
	return "", false
}
