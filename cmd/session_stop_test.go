package cmd

import (
	"errors"
	"strings"
	"testing"

	"rooda/session"
)

// What has just been tried in vain is no hint.
func TestStillRuns(t *testing.T) {
	record := session.Record{ID: "0198c1de-7c1a-7000-8000-000000000000", Host: session.Host{PID: 42}}
	for _, tt := range []struct {
		hung, kill bool
		want       string
	}{
		{false, false, "rooda session stop --kill 0198c1de-7c1a"},
		{false, true, "kill -9 42 ends its process"},
		{true, false, "stop --kill 0198c1de-7c1a kills it"},
	} {
		var h hinter
		err := stillRuns(record, tt.hung, tt.kill)
		if !errors.As(err, &h) || !strings.Contains(h.Hint(), tt.want) {
			t.Errorf("hung %t, kill %t: %v, want a hint with %q", tt.hung, tt.kill, err, tt.want)
		}
	}
}
