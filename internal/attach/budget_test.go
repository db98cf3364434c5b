package attach

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"rooda/pty"
	"rooda/pty/shim"
)

// The first picture has the latest rows of the history that fit with the screen into the
// budget, whole, and more of them in a larger window; without a budget it has all.
func TestBudget(t *testing.T) {
	const rows, budget = 200, 8000
	history := func(cols int) string {
		var b strings.Builder
		for i := range rows {
			fmt.Fprintf(&b, "\x1b[32mrow %3d\x1b[m %s\r\n", i, strings.Repeat("x", cols-10))
		}
		return b.String()
	}
	for _, tt := range []struct {
		size   pty.Size
		budget int
		screen string
		least  int // rows that fit
	}{
		{pty.Size{Cols: 80, Rows: 24}, budget, "short", 80},
		{pty.Size{Cols: 160, Rows: 48}, budget, "short", 180},
		{pty.Size{Cols: 80, Rows: 24}, budget, strings.Repeat("\x1b[1;31mr\x1b[m", 24*80-1), 0},
		{pty.Size{Cols: 80, Rows: 24}, 0, "short", rows},
	} {
		d := newDisplay(tt.size, tt.budget)
		p := shim.Picture{Cols: int(tt.size.Cols), Rows: int(tt.size.Rows), Styled: tt.screen, History: history(int(tt.size.Cols))}
		out := d.snapshot(p)
		limit := tt.budget * int(tt.size.Cols) * int(tt.size.Rows) / (80 * 24)
		kept := bytes.Count(out, []byte("row "))
		if len(out) > limit && limit > 0 && kept > 0 || kept < tt.least {
			t.Errorf("%v: %d bytes of %d with %d rows, want %d", tt.size, len(out), limit, kept, tt.least)
		}
		if kept > 0 && (!bytes.HasPrefix(out, fmt.Appendf(nil, "\r\x1b[32mrow %3d", rows-kept)) || !bytes.Contains(out, []byte("row 199"))) {
			t.Errorf("%v: begins with %q", tt.size, out[:40])
		}
		if again := d.snapshot(p); bytes.Contains(again, []byte("row ")) {
			t.Errorf("%v: the history comes again", tt.size)
		}
	}
}
