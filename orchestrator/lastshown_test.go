package orchestrator

import (
	"strings"
	"testing"
)

func TestLastShown(t *testing.T) {
	for _, test := range []struct{ screen, want string }{
		{"", ""},
		{"~\n~\n  \n", ""},
		{"Swap file found!\n[O]pen Read-Only, (E)dit   anyway: \n~\n", "; its last line: [O]pen Read-Only, (E)dit anyway:"},
		{strings.Repeat("w", 81), "; its last line: " + strings.Repeat("w", 79) + "…"},
	} {
		if got := lastShown(test.screen); got != test.want {
			t.Errorf("of %q: %q, want %q", test.screen, got, test.want)
		}
	}
}
