package cmd

import (
	"context"
	"errors"
	"time"

	"rooda/internal/api"
	"rooda/internal/localsock"
	"rooda/session"
)

const (
	// hostPatience is how long a host may take to answer before it counts as hung.
	hostPatience = 2 * time.Second
	// glance is how long a look at a session waits for its host.
	glance = time.Second
)

// stateHung is the state of a session whose host does not answer.
const stateHung = "hung"

// dialHost returns a client of the host of the session in a folder.
func dialHost(s Streams, dir string) (*api.Client, error) {
	home, err := session.Home(s.Environ)
	if err != nil {
		return nil, err
	}
	return api.Dial(session.RunDir(home), dir)
}

// socketOf is the path of the control socket of the host of a session.
func socketOf(s Streams, dir string) string {
	home, err := session.Home(s.Environ)
	if err != nil {
		return ""
	}
	path, err := localsock.Path(session.RunDir(home), dir)
	if err != nil {
		return ""
	}
	return path
}

// present is a session as it is now: what its host says of it, where one
// drives it and answers, else what is on disk and what has become of its agents.
func present(ctx context.Context, s Streams, record session.Record, running bool, dir string) (session.Record, string) {
	if !running {
		return record, stateOf(record, false, dir)
	}
	client, err := dialHost(s, dir)
	if err != nil {
		return record, stateOf(record, true, dir)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(ctx, glance)
	defer cancel()
	now, err := client.Session(ctx)
	switch {
	case errors.Is(err, api.ErrSilent):
		return record, stateHung
	case err != nil || now.Record.ID != record.ID || now.Record.Workflow.Definition == nil:
		return record, stateOf(record, true, dir) // it has just begun, or is about to end
	}
	return now.Record, stateOf(now.Record, true, dir)
}
