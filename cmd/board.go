package cmd

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/orchestrator/plan"
	"rooda/session"
	"rooda/workflows"
)

// board is what a viewer knows about a run: made from the workflow and the
// state at the start, kept up to date by events.
type board struct {
	wf      *workflows.Workflow
	session string
	goal    string
	// rehearsal says that no real agent is at work.
	rehearsal bool
	state     orchestrator.State
	rows      []row
	begun     time.Time
	outcome   plan.Outcome
	ended     orchestrator.Event // the run's end, which the journal may lack
}

// row is one task.
type row struct {
	stage, task string
	max         int // iterations, 0 without limit
	status      plan.Status
	outcome     plan.Outcome
	reason      string
	iteration   int // from 0
	failures    int
	promise     string        // of the last iteration
	iterations  int           // finished
	iterBegun   time.Time     // zero before this host's first
	works       bool          // that iteration is under way
	took        time.Duration // of the iterations that are over and count
	cut         time.Duration // of one that was cut short and is not begun again
	question    string
	kind, yes   string // of the question, and its plain yes
	given       string // by whom, and when, it may have been answered that nobody has looked at since; empty for nobody
	resumes     bool   // its agent was lost, and had a conversation
	interactive bool
	lost, again bool // its agent was, and the iteration is begun again
	silent      bool // its agent's terminal does not answer
	writers     int  // attached to it in this run, but for those who only look
	typed       bool // somebody has, in this iteration
	// line is the last line that the agent printed, part the beginning of the next, and
	// rest that which has no end yet and stands still.
	line, part, rest []byte
}

func newBoard(record session.Record, s plan.State, now time.Time) *board {
	wf := record.Workflow.Definition
	b := &board{
		wf: wf, session: record.ID, goal: record.Goal, rehearsal: record.Rehearsal != "",
		begun: now, state: orchestrator.StateOf(s),
	}
	if !record.CreatedAt.IsZero() {
		b.begun = record.CreatedAt
	}
	for _, stage := range wf.Stages {
		for _, task := range stage.Tasks {
			t, _ := s.Task(task.ID)
			r := row{
				stage: stage.ID, task: task.ID, max: task.MaxIterations, interactive: task.Mode == workflows.Interactive,
				status: t.Status, outcome: t.Outcome, reason: t.Reason, iteration: t.Iteration,
			}
			if past := record.Tasks[task.ID]; past != nil {
				r.iterations, r.took, r.cut = past.Stats.Count, past.Stats.Total, cutShort(past)
				if past.LastIteration != nil && t.Status == plan.Done {
					r.promise = past.LastIteration.Promise
				}
			}
			if past := record.Tasks[task.ID]; orchestrator.IsLost(past) {
				q := past.Interaction
				r.lost, r.question, r.kind, r.yes = true, askedOf(q.Kind, q.Excerpt, q.Note), q.Kind, q.Yes
				r.resumes = slices.Contains(q.Options, orchestrator.ActResume)
			}
			b.rows = append(b.rows, r)
		}
	}
	return b
}

// title is the workflow's name, and whether it is for real.
func (b *board) title() string {
	if b.rehearsal {
		return console.OneLine(b.wf.Name) + " (rehearsal)"
	}
	return console.OneLine(b.wf.Name)
}

func (b *board) row(task string) *row {
	for i := range b.rows {
		if b.rows[i].task == task {
			return &b.rows[i]
		}
	}
	return &row{}
}

// call is what a person is called for at a row that waits.
func (b *board) call(r row) call {
	return call{session: b.session, task: r.task, kind: r.kind, yes: r.yes, given: r.given, resumes: r.resumes}
}

func (b *board) apply(e orchestrator.Event) {
	r := b.row(e.Task)
	switch body := e.Body.(type) {
	case orchestrator.SessionStateChanged:
		b.state = body.To
	case orchestrator.SessionFinished:
		b.outcome, b.ended = body.Outcome, e
	case orchestrator.TaskStatusChanged:
		r.status, r.outcome, r.reason = body.To, body.Outcome, body.Reason
		r.works = r.works && session.Status(body.To).UnderWay()
		if body.To == plan.Error && r.lost {
			r.iterations++ // nobody reports its end
		}
	case orchestrator.IterationStarted:
		r.iteration, r.iterBegun, r.works, r.cut = e.Iteration, e.Time, true, 0
		r.line, r.part, r.rest = nil, nil, nil
		r.writers, r.typed = 0, false
		r.lost, r.again = false, r.lost
	case orchestrator.AgentLost:
		r.lost, r.works = true, false
	case orchestrator.Visited:
		switch {
		case body.ReadOnly:
		case body.Left:
			r.writers = max(r.writers-1, 0)
		default:
			r.writers++
		}
	case orchestrator.InputTyped:
		r.typed = r.typed || body.Kind != "" // else rooda did, for who approved
	case orchestrator.IterationAdopted:
		r.iteration, r.iterBegun, r.works = e.Iteration, body.Since, true
		r.status = plan.Running
		if q := body.Asks; q != nil {
			r.status, r.question, r.kind, r.yes = plan.WaitingForUser, askedOf(q.Kind, q.Excerpt, q.Note), q.Kind, q.Yes
		}
		if r.given = ""; body.TypedBy != "" {
			r.given = fmt.Sprintf("by %s at %s", console.OneLine(body.TypedBy), dayTime(body.TypedAt, e.Time))
		}
	case orchestrator.TerminalSilent:
		r.silent = true
	case orchestrator.TerminalAnswers:
		r.silent = false
	case orchestrator.IterationFinished:
		r.silent, r.works = false, false
		r.failures, r.promise = body.Failures, body.Promise
		r.iterations++
		switch took := milliseconds(body.DurationMS); {
		case body.Outcome == string(plan.Interrupted):
			r.cut = took
		case body.Error == "": // else it could not be run
			r.took += took
		}
	case orchestrator.InteractionNeeded:
		r.given = ""
		r.question, r.kind, r.yes = askedOf(body.Kind, body.Excerpt, body.Note), body.Kind, body.Yes
		r.resumes = slices.Contains(body.Options, orchestrator.ActResume)
	case orchestrator.InteractionChanged:
		r.question, r.yes = askedOf(body.Kind, body.Excerpt, body.Note), body.Yes
	case orchestrator.InteractionResolved:
		r.question = ""
	case orchestrator.TaskOutput:
		r.output(body.Clean)
		r.rest = bytes.TrimSpace(body.Unfinished)
	}
}

// held reports whether the task stands still until who is attached leaves.
func (r *row) held() bool {
	return r.interactive && r.status == plan.Running && r.writers > 0 && r.typed
}

// output keeps the last line with text in it.
func (r *row) output(p []byte) {
	const longest = 512
	for {
		line, rest, whole := bytes.Cut(p, []byte("\n"))
		r.part = append(r.part, line[:min(len(line), max(0, longest-len(r.part)))]...)
		if !whole {
			return
		}
		if text := bytes.TrimSpace(r.part); len(text) > 0 {
			r.line = append(r.line[:0], text...)
		}
		r.part = r.part[:0]
		p = rest
	}
}

// printed is what the agent printed last.
func (r *row) printed() []byte {
	if len(r.rest) > 0 {
		return r.rest
	}
	return r.line
}

// elapsed is how long the task has been at it, whatever hosts there were, as total and spent have it of the record:
// the time of an iteration is its own, whenever this host has heard of its end.
func (r *row) elapsed(now time.Time) time.Duration {
	if r.works {
		return r.took + now.Sub(r.iterBegun)
	}
	return r.took + r.cut
}
