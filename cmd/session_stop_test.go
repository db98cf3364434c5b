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
	for want, err := range map[string]error{
		"rooda session stop --kill 0198c1de-7c1a": stillRuns(record, false),
		"kill -9 42 ends its process":             stillRuns(record, true),
		"stop --kill 0198c1de-7c1a kills it":      asleep(record),
		"rooda session show 0198c1de-7c1a tells":  stopUnanswered(record),
	} {
		var h hinter
		if !errors.As(err, &h) || !strings.Contains(h.Hint(), want) {
			t.Errorf("%v, want a hint with %q", err, want)
		}
	}
}
