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
// drives it and answers, else what is on disk and what has become of its agents;
// and what goes wrong meanwhile.
func present(ctx context.Context, s Streams, record session.Record, running bool, dir string) (now session.Record, state string, troubled []string) {
	if !running {
		if record.Outcome == "" {
			record = askAgents(ctx, record, dir)
		}
		return record, stateOf(record, false, dir), troubles(record, "")
	}
	client, err := dialHost(s, dir)
	if err != nil {
		return record, stateOf(record, true, dir), nil
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(ctx, glance)
	defer cancel()
	host, err := client.Session(ctx)
	switch {
	case errors.Is(err, api.ErrSilent):
		return record, stateHung, nil
	case err != nil || host.Record.ID != record.ID || host.Record.Workflow.Definition == nil:
		return record, stateOf(record, true, dir), nil // it has just begun, or is about to end
	}
	return host.Record, stateOf(host.Record, true, dir), troubles(host.Record, host.Unsaved)
}
