package orchestrator

import (
	"bytes"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestRingKeepsTheLastBytes: however the output is cut into writes, the ring
// holds its last bytes and never more than its limit.
func TestRingKeepsTheLastBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(0, 40).Draw(t, "limit")
		r := ring{limit: limit, piece: rapid.IntRange(1, 16).Draw(t, "piece")}
		var all []byte
		for i, p := range rapid.SliceOf(rapid.SliceOfN(rapid.Byte(), 0, 60)).Draw(t, "writes") {
			r.write(p)
			all = append(all, p...)
			if got, want := r.String(), string(all[max(0, len(all)-limit):]); got != want {
				t.Fatalf("after write %d the ring of %d bytes holds %q, want %q", i, limit, got, want)
			}
			n := rapid.IntRange(0, 50).Draw(t, "n")
			if got, want := r.last(n), string(all[max(0, len(all)-min(n, limit)):]); got != want {
				t.Fatalf("after write %d the last %d of %d bytes are %q, want %q", i, n, limit, got, want)
			}
		}
		if held := len(r.pieces) * r.piece; held > limit+2*r.piece {
			t.Errorf("a ring of %d bytes takes %d, in pieces of %d", limit, held, r.piece)
		}
	})
}

// TestExcerpts: excerpts are whole characters, at most 500 of them, from the
// very beginning and the very end (ERR-58).
func TestExcerpts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("aé€😀\n")), 0, 1500, -1).Draw(t, "text")
		limit := rapid.IntRange(0, 5000).Draw(t, "limit")
		c := newCapture("", limit, nil)
		for rest := []byte(text); len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			_, _ = c.Write(rest[:n])
			rest = rest[n:]
		}
		first, last := c.excerpts()
		for name, excerpt := range map[string]string{"first": first, "last": last} {
			if !utf8.ValidString(excerpt) || strings.ContainsRune(excerpt, utf8.RuneError) || utf8.RuneCountInString(excerpt) > excerptRunes {
				t.Fatalf("%s: %d characters, cut inside one: %q", name, utf8.RuneCountInString(excerpt), excerpt)
			}
		}
		runes := []rune(text)
		if len(runes) <= excerptRunes && len(text) <= limit {
			if first != text || last != "" {
				t.Fatalf("excerpts of a short text: %q and %q, want it in the first: %q", first, last, text)
			}
			return
		}
		if first != string(runes[:min(excerptRunes, len(runes))]) {
			t.Fatalf("the first excerpt is not the beginning: %q", first)
		}
		if !strings.HasSuffix(text, last) || limit >= excerptRunes*utf8.UTFMax && utf8.RuneCountInString(last) != min(excerptRunes, len(runes)) {
			t.Fatalf("the last excerpt is not the end: %q", last)
		}
	})
}

// TestCaptureLeavesNoGarbage: what comes after the buffer is full costs no
// memory, and filling it costs about its size.
func TestCaptureLeavesNoGarbage(t *testing.T) {
	const limit = 4 << 20
	c := newCapture("Say <promise>SUCCESS</promise> at the end.", limit, nil)
	chunk := []byte(strings.Repeat("compiling package path=internal/planner took=12ms\n", 300))
	allocated := func(size int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for n := 0; n < size; n += len(chunk) {
			_, _ = c.Write(chunk)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if got := allocated(limit + limit/4); got > 3*limit/2 {
		t.Errorf("filling a buffer of %d bytes allocated %d", limit, got)
	}
	if got := allocated(16 * limit); got > limit/4 {
		t.Errorf("16 times the buffer's size allocated %d bytes more", got)
	}
}

func TestExcerptsCannotActOnATerminal(t *testing.T) {
	c := newCapture("", 1<<10, nil)
	_, _ = c.Write([]byte("red \x1b[31m bell\a del\x7f csi\u009b1m\r\n\ttab"))
	first, _ := c.excerpts()
	if want := "red \\x1b[31m bell\\x07 del\\x7f csi\\x9b1m\\x0d\n\ttab"; first != want {
		t.Errorf("excerpt %q, want %q", first, want)
	}
}

// TestCaptureCounts: the scan and the callback see everything, also what the
// buffer has no room for (ERR-67).
func TestCaptureCounts(t *testing.T) {
	var seen bytes.Buffer
	c := newCapture("", 10, func(p []byte) { seen.Write(p) })
	for _, p := range []string{"<promise>SUC", "CESS</promise>", strings.Repeat("x", 40)} {
		if n, err := c.Write([]byte(p)); n != len(p) || err != nil {
			t.Errorf("Write = %d, %v, want %d", n, err, len(p))
		}
	}
	if !c.truncated() || c.total != 66 || c.tail.String() != "xxxxxxxxxx" {
		t.Errorf("truncated %t, %d bytes, the last are %q; want 66 bytes, truncated to ten x", c.truncated(), c.total, c.tail.String())
	}
	if !c.scan.Signals().Success {
		t.Error("the promise was lost to truncation")
	}
	if seen.Len() != 66 {
		t.Errorf("the callback saw %d bytes, want 66", seen.Len())
	}
	exact := newCapture("", 3, nil)
	_, _ = exact.Write([]byte("abc"))
	if exact.truncated() {
		t.Error("an output that fits exactly counts as truncated")
	}
}
