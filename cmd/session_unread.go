package cmd

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// refuseUnread keeps a session whose record cannot be read from being deleted while agents of it run, or
// may: nothing would reach them any more.
func refuseUnread(ctx context.Context, sessions *session.SessionManager, id string) error {
	agents, err := orchestrator.AgentsIn(ctx, sessions.Dir(id))
	if err != nil {
		return fmt.Errorf("remove session %s: its record cannot be read: %w", shortID(id), err)
	}
	agents = unended(ctx, agents, func(orchestrator.Agent, error) {})
	if len(agents) == 0 {
		return nil
	}
	names, hint := keepers(agents)
	return hintf(fmt.Errorf("remove session %s: its record cannot be read, and agents of it still run, or may: %s", shortID(id), names), "%s", hint)
}

// unread is the error of who cannot read the record of a session that no host drives; where agents of it
// run, its hint says how to end them.
func unread(ctx context.Context, sessions *session.SessionManager, id string, err error) error {
	agents, err2 := orchestrator.AgentsIn(ctx, sessions.Dir(id))
	if err2 != nil || len(agents) == 0 {
		return err
	}
	_, hint := keepers(agents)
	return hintf(err, "its agents still run, or may; %s", hint)
}

// keepers names the processes that keep the terminals of agents, or else where they were started, and
// says how to end them without the record.
func keepers(agents []orchestrator.Agent) (names, hint string) {
	var pids, unknown, ends []string
	for _, a := range agents {
		if pid, alive := shim.Keeper(a.Dir); alive {
			pids = append(pids, strconv.Itoa(pid))
		} else {
			unknown = append(unknown, fmt.Sprintf("`rooda %s %s`", shim.Command, a.Dir))
		}
	}
	var all []string
	if pids != nil {
		all, ends = append(all, "process "+strings.Join(pids, ", ")), append(ends, "kill "+strings.Join(pids, " ")+" ends them")
	}
	if unknown != nil {
		list := strings.Join(unknown, ", ")
		all, ends = append(all, list), append(ends, "end "+list+" if there is such a process, then move shim.json away from there")
	}
	return strings.Join(all, ", "), "use the rooda that wrote it; or " + strings.Join(ends, ", and ")
}
