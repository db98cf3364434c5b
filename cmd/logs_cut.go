package cmd

import (
	"context"
	"encoding/json"

	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// cutLog says why the log of an iteration in dir is not whole, by what keeps its
// terminal, or by what that has recorded at the end. It is empty where the log
// is whole, and where nobody knows.
func cutLog(ctx context.Context, dir string) string {
	ctx, cancel := context.WithTimeout(ctx, glance)
	defer cancel()
	client := shim.Dial(dir)
	defer client.Close()
	if now, err := client.Task(ctx); err == nil && now.LogError != nil {
		return now.LogError.Text
	}
	return ""
}

// cutBy says the same of an event of the journal.
func cutBy(e session.Event) string {
	var failed orchestrator.LogFailed
	if e.Type != failed.Type() || json.Unmarshal(e.Data, &failed) != nil {
		return ""
	}
	return failed.Error
}

// warnCut tells whoever reads a log that there is more than it shows.
func (r logReader) warnCut(e session.Event, why string) {
	if why != "" && !r.o.prompt {
		r.s.notef("warning: %s: its log is incomplete, the output was not kept: %s\n", iterationName(e), oneLine(why))
	}
}
