package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// cutLog says why the log of an iteration in dir is not whole, by what keeps its
// terminal, or by what that has recorded at the end, and by what there is of it. It is empty where the log
// is whole, and where nobody knows.
func cutLog(ctx context.Context, dir string) string {
	ctx, cancel := context.WithTimeout(ctx, glance)
	defer cancel()
	client := shim.Dial(dir)
	defer client.Close()
	now, err := client.Task(ctx)
	if err == nil && now.LogError != nil {
		return now.LogError.Text
	}
	log, missing := os.Stat(filepath.Join(dir, session.OutputLog))
	switch {
	case missing == nil && err == nil && log.Mode().IsRegular() && log.Size() < now.Offset:
		return fmt.Sprintf("%s has been cut to %d of %d bytes", session.OutputLog, log.Size(), now.Offset)
	case !errors.Is(missing, fs.ErrNotExist):
		return ""
	case err == nil && now.Offset > 0:
		return fmt.Sprintf("%s, which had %d bytes, has been removed", session.OutputLog, now.Offset)
	}
	if state, err := shim.Probe(ctx, dir); err == nil && state == shim.Lost {
		return session.OutputLog + " has been removed"
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
		r.s.Notef("warning: %s: its log is incomplete, the output was not kept: %s\n", iterationName(e), console.OneLine(why))
	}
}
