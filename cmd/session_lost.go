package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rooda/internal/api"
	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/workflows"
)

// settleLost tells the host of a session that runs what is to become of the
// tasks whose agents it has lost. It reports false when no host answers, or none
// of its tasks waits for that.
func settleLost(ctx context.Context, s console.Streams, folder, id, policy string) (bool, error) {
	if policy == "" || policy == string(workflows.LostAsk) {
		return false, nil
	}
	client, err := dialHost(s, folder)
	if err != nil {
		return false, err
	}
	defer client.Close()
	asking, cancel := context.WithTimeout(ctx, hostPatience)
	defer cancel()
	now, err := client.Session(asking)
	if err != nil || now.Record.ID != id || now.Record.Workflow.Definition == nil {
		return false, nil // what that means is for whoever takes the session up
	}
	var lost []string
	tasks(now.Record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if orchestrator.IsLost(now.Record.Tasks[t.ID]) {
			lost = append(lost, t.ID)
		}
	})
	for _, task := range lost {
		if !slices.Contains(now.Record.Tasks[task].Interaction.Options, policy) {
			s.Notef("warning: %s/%s has no conversation to go on with; it begins a new one\n", shortID(id), task)
		}
		if err := client.Settle(ctx, task, workflows.OnLost(policy)); err != nil {
			err = fmt.Errorf("settle %s/%s: %w", shortID(id), task, err)
			if errors.Is(err, api.ErrEnded) || errors.Is(err, api.ErrNoHost) {
				err = codedError{hintf(err, "rooda session resume %s --lost %s goes on with it", shortID(id), policy), exitUnreachable}
			}
			return true, err
		}
		s.Printf("%s %s/%s\n", policy, shortID(id), task)
	}
	return lost != nil, nil
}
