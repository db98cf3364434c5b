package cmd

import (
	"context"
	"errors"
	"time"

	"rooda/internal/api"
	"rooda/internal/console"
	"rooda/internal/localsock"
	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
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
func dialHost(s console.Streams, dir string) (*api.Client, error) {
	home, err := session.Home(s.Environ)
	if err != nil {
		return nil, err
	}
	return api.Dial(session.RunDir(home), dir)
}

// socketOf is the path of the control socket of the host of a session.
func socketOf(s console.Streams, dir string) string {
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

// presence is a session as it is now: what its host says of it, where one
// drives it and answers, else what is on disk and what has become of its agents.
type presence struct {
	record session.Record
	state  string
	// troubled is what goes wrong meanwhile.
	troubled []string
	// found are the agents by task, nil where a host tells of them.
	found map[string]found
	// kept are the tasks that are over and whose agents still run.
	kept []string
	// held are the tasks that wait for who is attached to leave, with when anybody last typed there.
	held map[string]time.Time
	// answered are the tasks whose question is about to go, because something was typed, with when that was.
	answered map[string]time.Time
	// heard is the last sign of life of a host that is gone, or hangs; zero for others.
	heard time.Time
}

// resume is the command with which the session goes on.
func (p presence) resume() string {
	command := "rooda session resume " + shortID(p.record.ID)
	if p.state == stateHung {
		command += " --take-over"
	}
	if p.asksAboutLoss() {
		command += " --lost retry (or fail)"
	}
	return command
}

// asksAboutLoss reports whether a person has to say what becomes of a lost agent before another host goes on.
func (p presence) asksAboutLoss() (asks bool) {
	if p.found == nil || p.record.Workflow.Definition == nil {
		return false
	}
	tasks(p.record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		state := p.record.Tasks[t.ID]
		lost := p.found[t.ID].State == string(shim.Lost) || orchestrator.IsLost(state)
		asks = asks || lost && t.OnLost == workflows.LostAsk && !endedByStop(state) && !wasCancelled(state)
	})
	return asks
}

// host says what has become of one that is gone, or hangs; empty for others.
func (p presence) host(now time.Time) string {
	switch {
	case p.heard.IsZero():
		return ""
	case p.state == stateHung:
		return "does not answer; last heard " + dayClock(p.heard, now)
	}
	return "gone; last heard " + dayClock(p.heard, now)
}

func present(ctx context.Context, s console.Streams, sessions *session.SessionManager, record session.Record, running bool) presence {
	p := observe(ctx, s, record, running, sessions.Dir(record.ID))
	if p.state == stateHung || !running && record.Outcome == "" {
		p.heard = sessions.LastHeard(record)
	}
	p.troubled = append(p.troubled, wishes(sessions, record)...)
	return p
}

// observe is present without when the host was heard.
func observe(ctx context.Context, s console.Streams, record session.Record, running bool, dir string) presence {
	if !running {
		return unhosted(ctx, record, dir)
	}
	client, err := dialHost(s, dir)
	if err != nil {
		return presence{record: record, state: stateOf(dir, record, true, nil)}
	}
	defer client.Close()
	asking, cancel := context.WithTimeout(ctx, glance)
	defer cancel()
	host, err := client.Session(asking)
	switch {
	case errors.Is(err, api.ErrSilent):
		agents := orchestrator.Agents(ctx, record, dir)
		said := statements(ctx, agents)
		p := presence{state: stateHung, kept: livingOn(record, agents)}
		p.record, p.found = foundAgents(record, agents, said)
		p.troubled = append([]string{"the rooda that drives it does not answer; " + waysOn(record)}, silent(record.ID, agents, said, false)...)
		return p
	case err != nil || host.Record.ID != record.ID || host.Record.Workflow.Definition == nil:
		return presence{record: record, state: stateOf(dir, record, true, nil)} // it has just begun, or is about to end
	}
	agents := orchestrator.Agents(ctx, host.Record, dir)
	said := statements(ctx, agents)
	p := presence{
		record: host.Record, state: stateOf(dir, host.Record, true, nil), kept: livingOn(host.Record, agents),
		troubled: append(troubles(host.Record, host.Unsaved), silent(record.ID, agents, said, true)...),
		held:     held(host.Record, agents, said),
		answered: answers(dir, host.Record),
	}
	return p
}

// answers are the tasks with an answer of which nothing has come yet, by orchestrator.Asks.
func answers(dir string, record session.Record) map[string]time.Time {
	found := map[string]time.Time{}
	for id, t := range record.Tasks {
		if _, answered := orchestrator.Asks(t, iterationDir(dir, id, t), time.Now()); !answered.IsZero() {
			found[id] = answered
		}
	}
	return found
}

// unhosted is a session that nobody drives.
func unhosted(ctx context.Context, record session.Record, dir string) presence {
	agents := orchestrator.Agents(ctx, record, dir)
	said := statements(ctx, agents)
	p := presence{record: record, state: stateOf(dir, record, false, agents), kept: livingOn(record, agents)}
	if record.Outcome == "" {
		p.record, p.found = foundAgents(record, agents, said)
	}
	p.troubled = troubles(p.record, "")
	for _, a := range agents {
		if a.Err != nil {
			p.troubled = append(p.troubled, console.OneLine(a.Err.Error()))
		}
	}
	p.troubled = append(p.troubled, silent(record.ID, agents, said, false)...)
	return p
}
