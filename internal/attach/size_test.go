package attach

import (
	"errors"
	"testing"

	"rooda/pty"
)

func TestParseSize(t *testing.T) {
	if got, err := ParseSize("120x40"); err != nil || got != (pty.Size{Cols: 120, Rows: 40}) {
		t.Errorf("got %v, %v", got, err)
	}
	for _, text := range []string{"", "120", "x", "120x", "x40", "0x0", "1x1", "2000x40", "120x4000", "-1x5", "120x40x2", "a x b"} {
		if got, err := ParseSize(text); !errors.Is(err, ErrSize) {
			t.Errorf("%q: got %v, %v", text, got, err)
		}
	}
}
