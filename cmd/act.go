package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rooda/internal/api"
	"rooda/internal/console"
	"rooda/internal/localsock"
	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// deed is one thing that a person can have a session's host do to a task.
type deed struct {
	verb string // as the command, and in JSON
	done string // what is said afterwards
	do   func(*api.Client, context.Context, string) error
}

func newApprove(s console.Streams) *cobra.Command {
	return newDeed(s, deed{"approve", "approved", (*api.Client).Approve}, "Answer an agent's question with yes",
		`Answer the question that an agent asks with its plain yes: the one that allows this once
and nothing more. The key is typed when the question has stood long enough to be taken, and only
if it is still the same and nobody has typed since; it waits for that, for 20 s at most, and fails where
nothing was typed. A question without such an answer is left alone: answer it with rooda
attach. Only interactive agents are driven; see rooda screen for what is asked.`,
		"  rooda approve latest/review\n  rooda approve 0198c1de-7c1a --json")
}

func newComplete(s console.Streams) *cobra.Command {
	return newDeed(s, deed{"complete", "completing", (*api.Client).Complete}, "End an interactive agent's iteration as done",
		`End the iteration of an interactive agent as if it had become idle with nothing more to
do: it is told to leave, and its last words are judged. Inputs that it has not got are left out.`,
		"  rooda complete latest/review")
}

func newCancel(s console.Streams) *cobra.Command {
	return newDeed(s, deed{"cancel", "cancelled", (*api.Client).Cancel}, "End one task as failed",
		`End the agent of one task, and the task as failed. Its siblings go on to their ends; then the
session stops, because a task of its stage has failed, and can be resumed, which tries that task again.
It waits for the agent's end, for 30 s at most, and says so after a second.
Of a task that is done and whose agent was kept alive only the agent is ended, also when no rooda
drives the session.`,
		"  rooda cancel latest/build")
}

func newDeed(s console.Streams, d deed, short, long, example string) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: d.verb + " SESSION[/TASK]", Short: short, Long: long, Example: example,
		Args:              one("session and task", "rooda session list shows them; latest is the newest"),
		ValidArgsFunction: completeTask(s),
		RunE: func(c *cobra.Command, args []string) error {
			return d.run(c.Context(), s, args[0], asJSON)
		},
	}
	addJSON(c, &asJSON)
	return c
}

// deedPatience is longer than a host lets an agent's driver take.
const deedPatience = 25 * time.Second

func (d deed) run(ctx context.Context, s console.Streams, name string, asJSON bool) error {
	target, err := d.target(s, name)
	if err != nil {
		return err
	}
	sessions, err := newSessions(s)
	if err != nil {
		return err
	}
	if d.verb == "cancel" && target.livesOn() {
		return d.cancelKept(ctx, s, target, asJSON)
	}
	client, err := dialHost(s, sessions.Dir(target.id))
	if err != nil {
		return err
	}
	defer client.Close()
	done := d.done
	var asked *session.Interaction
	var journaled uint64
	err = relay(ctx, sessions.Dir(target.id), func() (err error) {
		if asked, journaled, err = questionOf(ctx, client, target.task); errors.Is(err, api.ErrSilent) {
			return err // a host may take its time to act, not to answer
		}
		if d.verb == "cancel" {
			done, err = d.cancel(ctx, s, client, target)
		} else {
			limited, cancel := context.WithTimeout(ctx, deedPatience)
			defer cancel()
			err = d.do(client, limited, target.task)
		}
		if errors.Is(err, api.ErrEnded) && passedOn(sessions.Dir(target.id)) && !d.noted(target) {
			err = fmt.Errorf("%w: %w", api.ErrNoHost, err) // it has not heard of this any more
		}
		return err
	})
	switch {
	case errors.Is(err, api.ErrEnded):
		return d.unanswered(ctx, target)
	case err != nil:
		return d.failed(target, err, asked)
	}
	if asJSON {
		return d.printDone(s, target, done, asked)
	}
	question := ""
	if asked != nil && d.verb == "approve" {
		question = suffix(": ", console.OneLine(asked.Excerpt))
		if asked.Yes != "" {
			question += " (" + console.OneLine(asked.Yes) + ")"
		}
	}
	if d.verb == "complete" {
		if left := leftOut(sessions.Dir(target.id), target.task, journaled); left > 0 {
			question = fmt.Sprintf(", with %s not given", count(left, "input"))
		}
	}
	s.Tell("%s %s%s\n", done, target, question)
	return nil
}

// target is the agent that a name is for: of several at work an approval is for the one that asks.
func (d deed) target(s console.Streams, name string) (agent, error) {
	found, err := named(s, name)
	if err != nil {
		return agent{}, err
	}
	if d.verb == "approve" {
		asking := slices.DeleteFunc(slices.Clone(found), func(a agent) bool {
			asks, _ := a.asks(time.Now())
			return !asks || a.state().Interaction == nil
		})
		if len(asking) == 1 {
			return asking[0], nil
		}
	}
	return onlyAgent(found)
}

// printDone tells in JSON what was done; done is the word for what has come of it so far.
func (d deed) printDone(s console.Streams, target agent, done string, asked *session.Interaction) error {
	return printJSON(s, struct {
		Session  string               `json:"session"`
		Task     string               `json:"task"`
		Action   string               `json:"action"`
		Result   string               `json:"result"`
		Question *session.Interaction `json:"question,omitempty"`
	}{target.id, target.task, d.verb, done, asked})
}

// questionOf is what a task's agent asks at this moment, nil for nothing, and the number of the
// last event that is in the journal by then.
func questionOf(ctx context.Context, client *api.Client, task string) (asked *session.Interaction, journaled uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, hostPatience)
	defer cancel()
	now, err := client.Session(ctx)
	if err != nil || now.Record.Tasks[task] == nil {
		return nil, 0, err
	}
	return now.Record.Tasks[task].Interaction, now.Journaled, nil
}

// leftOut counts the texts that a task's agent has not been given because it was completed after
// the event of that number. What the journal does not tell counts as none.
func leftOut(dir, task string, after uint64) (left int) {
	for e, err := range session.ReadEvents(dir, after) {
		var said orchestrator.Requested
		if err == nil && e.Task == task && e.Type == said.Type() && json.Unmarshal(e.Data, &said) == nil && said.Action == orchestrator.ActComplete {
			left = said.Left
		}
	}
	return left
}

// failed says why it was not done, and what can be.
func (d deed) failed(target agent, err error, asked *session.Interaction) error {
	id := shortID(target.id)
	var place *localsock.PlaceError
	var refused *api.Error
	errors.As(err, &refused)
	switch {
	case refused != nil && refused.Code == "no_plain_yes":
		options := ""
		if asked != nil && len(asked.Options) > 0 {
			options = ", with one of: " + strings.Join(asked.Options, " | ")
		}
		return hintf(fmt.Errorf("%s %s: %w", d.verb, target, err), "answer it yourself%s: rooda attach %s", options, target)
	case refused != nil && refused.Code == "nothing_asked":
		if said := target.lastAnswer(); said != "" {
			return fmt.Errorf("%s %s: %w: its last question was %s", d.verb, target, err, said)
		}
	case refused != nil && refused.Code == "not_driven" && d.verb == "approve" && asked != nil && asked.Kind != orchestrator.KindSilent:
		return hintf(fmt.Errorf("%s %s: %w", d.verb, target, err), "answer it yourself: rooda attach %[1]s, or rooda send %[1]s TEXT --enter", target)
	case refused != nil && refused.Code == api.CodeSilent:
		return target.unreachable(shim.ErrSilent)
	case refused != nil && refused.Code == api.CodeHandingOver:
		err = hintf(fmt.Errorf("%s %s: %w for more than %s", d.verb, target, err, relayPatience), "rooda session show %s says which rooda drives it", id)
		return codedError{err, exitUnreachable}
	case errors.As(err, &place):
		return codedError{fmt.Errorf("%s %s: the socket of its rooda is gone: %w", d.verb, target, place), exitUnreachable}
	case (errors.Is(err, api.ErrNoHost) || refused != nil && (refused.Code == "not_driven" || refused.Code == "task_over")) && target.livesOn():
		return hintf(fmt.Errorf("%s %s: its task is over, and its agent lives on", d.verb, target),
			"rooda cancel %[1]s ends that agent, rooda attach %[1]s goes to it", target)
	case errors.Is(err, api.ErrNoHost) && target.record.Outcome != "":
		advice := "rooda session show " + id
		if o := target.record.Outcome; o == session.Interrupted || o == session.Aborted {
			advice = "rooda session resume " + id + " goes on with it"
		}
		return hintf(fmt.Errorf("%s %s: the session has ended: %s", d.verb, target, target.record.Outcome), "%s", advice)
	case errors.Is(err, api.ErrNoHost):
		err = hintf(fmt.Errorf("%s %s: no rooda drives the session", d.verb, target), "%s", target.unhosted(d.verb))
		return codedError{err, exitUnreachable}
	case errors.Is(err, api.ErrSilent):
		err = hintf(fmt.Errorf("%s %s: the rooda that drives the session does not answer", d.verb, target), "%s", afterHang(target.sessions, target.id))
		return codedError{err, exitUnreachable}
	}
	return fmt.Errorf("%s %s: %w", d.verb, target, err)
}
