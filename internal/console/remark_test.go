package console

import (
	"bytes"
	"testing"
)

// A remark is broken between words on a terminal, and left as it is elsewhere.
func TestRemark(t *testing.T) {
	const text = "it may think, wait or hang: rooda attach 01a1/menu, or rooda approve 01a1/menu (y)"
	for terminal, want := range map[bool]string{
		false: "answer:    " + text + "\n",
		true:  "answer:    it may think, wait or hang:\n           rooda attach 01a1/menu, or\n           rooda approve 01a1/menu (y)\n",
	} {
		var out bytes.Buffer
		s := Streams{Out: &out, OutTerminal: terminal, Width: func() int { return 45 }}
		if s.Remark("answer:", text); out.String() != want {
			t.Errorf("%t:\n%s", terminal, &out)
		}
	}
}
