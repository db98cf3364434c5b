package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"rooda/internal/api"
	"rooda/orchestrator"
	"rooda/session"
)

const (
	// relayPatience is how long a command waits for the rooda that takes a session up from another, in which one
	// counts as about to let it go or to come, and relayAgain the pause before it asks again.
	relayPatience, relayAgain = 10 * time.Second, 100 * time.Millisecond
)

// relay asks the host of a session, and again while one hands the session over to the next: then nothing was done.
// It ends with what the last try has come to.
func relay(ctx context.Context, dir string, ask func() error) error {
	for begun := time.Now(); ; {
		err := ask()
		leaving := refusedAs(err, api.CodeHandingOver) && time.Since(begun) < relayPatience
		if coming := errors.Is(err, api.ErrNoHost) && passedOn(dir); !leaving && !coming {
			return err
		}
		select {
		case <-time.After(relayAgain):
		case <-ctx.Done():
			return err
		}
	}
}

func refusedAs(err error, code string) bool {
	var refused *api.Error
	return errors.As(err, &refused) && refused.Code == code
}

// passedOn reports whether a host has let the session in a folder go a moment ago, for the next one, which is not
// there yet.
func passedOn(dir string) bool {
	for e, err := range session.NewestEvents(dir) {
		if err != nil || time.Since(e.Time) >= relayPatience {
			return false
		}
		switch e.Type {
		case orchestrator.Requested{}.Type():
			var said orchestrator.Requested
			if json.Unmarshal(e.Data, &said) == nil && said.Action == orchestrator.ActHandOver {
				return true
			}
		case orchestrator.SessionResumed{}.Type(), orchestrator.SessionFinished{}.Type():
			return false
		}
	}
	return false
}
