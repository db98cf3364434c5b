package cmd

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/orchestrator/loop"
	"rooda/session"
	"rooda/workflows"
)

func newSessionShow(s console.Streams) *cobra.Command {
	var asJSON bool
	var explain string
	c := &cobra.Command{
		Use:   "show SESSION",
		Short: "Show where a session stands and what each task came to",
		Long:  "Show where a session stands and what each task came to. SESSION is an id, the\nbeginning of one, or latest.\n\n" + stateHelp,
		Example: `  rooda session show latest
  rooda session show 0198c1de --json
  rooda session show latest --explain review`,
		Args: one("session", "rooda session list shows them; latest is the newest"), ValidArgsFunction: completeSession(s, 1),
		RunE: func(c *cobra.Command, args []string) error {
			if explain != "" {
				return runSessionExplain(s, args[0], explain, asJSON)
			}
			return runSessionShow(c.Context(), s, args[0], asJSON)
		},
	}
	c.Flags().StringVar(&explain, "explain", "", "why the agent of this task was taken for idle, busy or asking: the last 256 decisions")
	addJSON(c, &asJSON)
	return c
}

func runSessionShow(ctx context.Context, s console.Streams, text string, asJSON bool) error {
	sessions, id, err := findSession(s, text)
	if err != nil {
		return err
	}
	running, err := sessions.Running(id) // first: what a host saves last comes before its end
	if err != nil {
		return err
	}
	record, err := sessions.Load(id)
	if err != nil {
		return err
	}
	now := present(ctx, s, sessions, record, running)
	socket := ""
	if running {
		socket = socketOf(s, sessions.Dir(id))
	}
	if asJSON {
		return printJSON(s, struct {
			State  string `json:"state"`
			Folder string `json:"folder"`
			// Socket is the host's, where there is one.
			Socket   string   `json:"socket,omitempty"`
			Troubles []string `json:"troubles,omitempty"`
			// KeptAlive are the tasks that are over and whose agents still run.
			KeptAlive []string `json:"kept_alive,omitempty"`
			// Agents are those of tasks under way, by task, where no host tells
			// of them; what the record says of these tasks is a host's last word.
			Agents map[string]found `json:"agents,omitempty"`
			// Held are the tasks that stand still until who is attached and has typed leaves, with
			// the time of their last key.
			Held map[string]time.Time `json:"held,omitempty"`
			// Answered are the tasks with a question that is about to go, because something was typed, with
			// when that was: nobody is called to it, unless it stands there later.
			Answered map[string]time.Time `json:"answered,omitempty"`
			// LastHeard is the last sign of life of a host that is gone, or hangs.
			LastHeard time.Time `json:"last_heard_at,omitzero"`
			session.Record
			Tasks map[string]shownTask `json:"tasks"` // instead of the record's
		}{now.state, sessions.Dir(id), socket, now.troubled, now.kept, now.found, now.held, now.answered, now.heard, now.record, shownTasks(now.record)})
	}
	return showSession(s, now, sessions.Dir(id), socket)
}

func showSession(s console.Streams, now presence, folder, socket string) error {
	r := now.record
	field := func(name, value string) {
		if value != "" {
			s.Remark(name, console.OneLine(value))
		}
	}
	field("session", r.ID)
	field("workflow", r.Workflow.Name+suffix("  from ", r.Workflow.Source))
	field("state", now.state)
	field("host", now.host(time.Now()))
	field("goal", r.Goal)
	field("rehearsal", r.Rehearsal)
	field("in", r.Workdir)
	field("started", r.CreatedAt.Local().Format(time.DateTime))
	field("changed", r.UpdatedAt.Local().Format(time.DateTime))
	field("folder", folder)
	if socket != "" {
		field("process", fmt.Sprint(r.Host.PID))
		field("socket", socket)
	}
	for _, trouble := range now.troubled {
		field("trouble", trouble)
	}
	field("go on", wayOn(now))
	if happened := tallyOf(folder).String(); happened != "" {
		field("happened", happened+"  (rooda session events "+shortID(r.ID)+")")
	}
	tasks(r.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if state := r.Tasks[t.ID]; state != nil && state.LastIteration != nil && state.LastIteration.LogError != "" {
			field("cut log", fmt.Sprintf("%s: not all of iteration %d was kept: %s", t.ID, state.LastIteration.Number+1, state.LastIteration.LogError))
		}
	})
	s.Printf("\n")
	var rows [][]string
	for _, stage := range r.Workflow.Definition.Stages {
		for _, task := range stage.Tasks {
			row := taskRow(stage.ID+"/"+task.ID, r.Tasks[task.ID])
			if t := r.Tasks[task.ID]; t != nil {
				row[6] = now.addressed(task.ID, last(t, now.found[task.ID], time.Now()))
			}
			if f, ok := now.found[task.ID]; ok {
				row[1] = f.String()
				spent(row, r.Tasks[task.ID], f.until(time.Now()))
			} else if t := r.Tasks[task.ID]; t != nil && socket != "" {
				underWay(row, t, now.answered[task.ID])
			}
			if slices.Contains(now.kept, task.ID) {
				row[6] = strings.TrimPrefix(row[6]+"; its agent lives on", "; ")
			}
			rows = append(rows, row)
		}
	}
	if err := console.Table(s, []string{"TASK", "STATUS", "OUTCOME", "ITERATIONS", "TIME", "EACH", "LAST"}, rows); err != nil {
		return err
	}
	if len(now.kept) > 0 {
		s.Remark("lives on:", whileAlive(r.ID, now.kept))
	}
	tellHeld(s, now)
	calls(s, now)
	return nil
}

// wayOn says how a session goes on that nobody drives; empty where that is said elsewhere, or it is over.
func wayOn(now presence) string {
	resume := now.resume()
	switch now.state {
	case "detached":
		return resume + ": nobody drives it, what its agents do now is only kept"
	case string(session.Interrupted):
		return resume
	case string(session.Aborted):
		return resume + " tries again what has failed"
	}
	return ""
}

// whyLeaving says why a task's agent is to leave, which it has not done yet.
func whyLeaving(t *session.Task) string {
	if t.Cancelling() {
		return t.Reason
	}
	return "its iteration is over, its agent has not ended yet"
}

// underWay says of a task that a host drives what its agent does, and how long the task
// has taken so far. Answered is when something was typed at one whose question is about to go, zero for others.
func underWay(row []string, t *session.Task, answered time.Time) {
	switch {
	case t.Cancelling():
		row[1], row[6] = foundCancelling, whyLeaving(t)
	case t.Leaving():
		row[1], row[6] = foundLeaving, whyLeaving(t)
		if t.Completing {
			row[1] = foundCompleting
		}
	case !answered.IsZero():
		row[1], row[6] = foundWorking, "answered at "+dayClock(answered, time.Now())+", it has not gone on yet"
	case t.Status == session.Running:
		row[1] = foundWorking
	case orchestrator.IsLost(t): // what it has done does not count
		row[1] = foundWaiting
		return
	case t.Status == session.WaitingForUser:
		row[1] = foundWaiting
	default:
		return
	}
	spent(row, t, time.Now())
}

// spent says how long a task has taken, given until when the agent of its iteration was at work; zero where
// nobody knows.
func spent(row []string, t *session.Task, until time.Time) {
	if t != nil && !t.IterationStartedAt.IsZero() && until.After(t.IterationStartedAt) {
		row[4] = console.Brief(loop.Stats(t.Stats).Total + until.Sub(t.IterationStartedAt))
	}
}

// total is how long all iterations of a task took that are over. One that was cut short counts until it is
// begun again.
func total(t *session.Task) time.Duration { return t.Stats.Total + cutShort(t) }

// cutShort is how long the iteration took that was cut short and is to be run again; zero once it is, and for none.
func cutShort(t *session.Task) time.Duration {
	last := t.LastIteration
	if last == nil || last.Outcome != string(session.Interrupted) || last.Number != t.Iteration || last.Attempt != t.Attempt {
		return 0
	}
	return milliseconds(last.DurationMS)
}

func taskRow(name string, t *session.Task) []string {
	if t == nil {
		return []string{name}
	}
	stats := loop.Stats(t.Stats)
	status := string(t.Status)
	if last := t.LastIteration; t.Status == session.Pending && t.Outcome == session.Interrupted && last != nil && last.Outcome == string(session.Interrupted) {
		status = "stopped" // as well
	}
	row := []string{name, status, outcomeOf(t), console.OutOf(iterationsOf(t), t.MaxIterations), "", "", ""} // of this budget; the statistics are of all
	if took := total(t); took > 0 {
		row[4] = console.Brief(took)
	}
	if stats.Count > 0 {
		row[5] = console.Brief(stats.Mean())
	}
	if stats.Count > 1 {
		row[5] += " ± " + console.Brief(stats.StdDev())
	}
	return row
}
