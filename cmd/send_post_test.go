package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"rooda/pty"
	"rooda/pty/shim"
)

// What is advised about a text that was not taken is what has not been tried, and what is said to have
// gone in has.
func TestSendFailed(t *testing.T) {
	keys := keyNames{given: []string{"Up Down", "Enter"}}
	for name, tt := range map[string]struct {
		options sendOptions
		sent    shim.Sent
		err     error
		want    string
		forces  bool // is the advice
	}{
		"nothing":           {sendOptions{}, shim.Sent{}, context.DeadlineExceeded, "took nothing for 5", true},
		"nothing, by force": {sendOptions{force: true}, shim.Sent{}, context.DeadlineExceeded, "took nothing for 5", false},
		"some keys":         {sendOptions{keys: keys}, shim.Sent{Struck: 2}, shim.ErrPerson, "took 2 of the 3 keys: somebody", true},
		"no keys":           {sendOptions{keys: keys}, shim.Sent{Text: 1, Of: 1}, shim.ErrPerson, "took the text, but not the keys", true},
		"an end":            {sendOptions{keys: keys}, shim.Sent{Struck: 1}, fmt.Errorf("type: %w", pty.ErrExited), "0199/code took 1 of the 3 keys, and then its agent ended", false},
		"no Enter":          {sendOptions{keys: keys, enter: true}, shim.Sent{Struck: 3, Keys: true}, context.DeadlineExceeded, "took all but the Enter within", false},
	} {
		tt.options.timeout = 5 * time.Second
		err := (&post{options: tt.options, sent: tt.sent}).failed(agent{id: "0199", task: "code"}, tt.err)
		var advised hinted
		if !errors.As(err, &advised) || !strings.Contains(err.Error(), tt.want) || strings.Contains(advised.Hint(), "--force") != tt.forces {
			t.Errorf("%s: %v, hint: %s", name, err, advised.Hint())
		}
	}
}
