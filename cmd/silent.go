package cmd

import (
	"context"
	"errors"
	"fmt"

	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// afterSilence says what to do about an agent's terminal that does not answer.
func (a agent) afterSilence() string {
	return a.waking(a.keeper(), a.hosted())
}

// keeper is the process that keeps the agent's terminal, 0 for none that lives.
func (a agent) keeper() int {
	pid, alive := shim.Keeper(a.dir)
	if !alive {
		return 0
	}
	return pid
}

// waking is how the agent's terminal is made to answer that a process keeps, 0 for none; and
// what ends it: that task alone, where a host hears it.
func (a agent) waking(keeper int, hosted bool) string {
	end := fmt.Sprintf("rooda session stop %s ends it", shortID(a.id))
	if hosted {
		end = fmt.Sprintf("rooda cancel %s ends that task alone", a)
	}
	if keeper == 0 {
		return "something else listens on its socket; " + end
	}
	return fmt.Sprintf("if process %d, which keeps it, was stopped, kill -CONT %[1]d wakes it; %s", keeper, end)
}

// afterHang says what to do about a session's host that does not answer.
func afterHang(sessions *session.SessionManager, id string) string {
	record, err := sessions.Load(id)
	if err != nil {
		record = session.Record{ID: id}
	}
	return waysOn(record)
}

// waysOn is afterHang for a record that is at hand.
func waysOn(record session.Record) string {
	over := fmt.Sprintf("rooda session resume %s --take-over kills it and goes on; its agents live on", shortID(record.ID))
	if !record.Host.Alive() {
		return over
	}
	return fmt.Sprintf("if process %d, which drives it, was stopped, kill -CONT %[1]d wakes it; %s", record.Host.PID, over)
}

// silent tells of the agents of a session whose terminals do not answer, and of those that
// live although their iteration is over, by what each has said.
func silent(id string, agents []orchestrator.Agent, said []statement, hosted bool) []string {
	var lines []string
	for _, a := range agents {
		if a.Stray && a.Err == nil {
			lines = append(lines, fmt.Sprintf("%s: its agent lives although its iteration is over; rooda session stop %s ends it", a.Task, shortID(id)))
		}
	}
	for _, a := range mute(agents, said) {
		lines = append(lines, silenceOf(id, a, hosted))
	}
	return lines
}

// silenceOf says of an agent that its terminal does not answer, and what to do.
func silenceOf(id string, a orchestrator.Agent, hosted bool) string {
	of := agent{id: id, task: a.Task, dir: a.Dir}
	return fmt.Sprintf("%s: %v; %s", a.Task, shim.ErrUnreachable, of.waking(of.keeper(), hosted))
}

// silentAtFirst tells, when a session is taken up, of the agents that are taken over although
// their terminals do not answer. The channel gets one list, within 2 s.
func silentAtFirst(ctx context.Context, run *orchestrator.Run) <-chan []string {
	found := make(chan []string, 1)
	record := run.Record()
	go func() {
		var lines []string
		for _, a := range unheard(ctx, orchestrator.Agents(ctx, record, run.Dir())) {
			lines = append(lines, silenceOf(record.ID, a, true))
		}
		found <- lines
	}()
	return found
}

// unheard are those of the agents at work whose terminals do not answer. All are
// asked at once.
func unheard(ctx context.Context, agents []orchestrator.Agent) []orchestrator.Agent {
	return mute(agents, statements(ctx, agents))
}

// unheard reports whether something listens in place of the agent's terminal and does not
// answer, which takes 2 s.
func (a agent) unheard(ctx context.Context) bool {
	client := shim.Dial(a.dir)
	defer client.Close()
	_, err := client.Task(ctx)
	return errors.Is(err, shim.ErrSilent)
}

// endSilent kills the agents whose terminals do not answer: nothing else stops
// them, and whoever takes their session up finds them lost.
func endSilent(ctx context.Context, agents []orchestrator.Agent) error {
	var failed []error
	for _, a := range unheard(ctx, agents) {
		failed = append(failed, shim.Kill(a.Dir))
	}
	return errors.Join(failed...)
}
