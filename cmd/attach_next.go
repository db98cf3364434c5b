package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/pty/shim"
)

// nobodyWaits says so, and who could be attached to.
func nobodyWaits(s console.Streams) error {
	err := errors.New("nobody waits for you")
	hints := undriven(s)
	if lost, err2 := lostAndAsking(s); err2 == nil && len(lost) > 0 {
		err = fmt.Errorf("nobody waits for you at a terminal, but %s was lost and waits for your word", lost[0])
		hint := call{session: lost[0].id, task: lost[0].task, kind: orchestrator.KindLost, resumes: lost[0].conversation()}.answer()
		if !orchestrator.IsLost(lost[0].state()) {
			err, hint = fmt.Errorf("nobody waits for you at a terminal, but %s, which did, was lost", lost[0]), lost[0].afterLoss()
		}
		return codedError{hintf(err, "%s", strings.Join(append([]string{hint}, hints...), "\nhint: ")), exitUnreachable}
	}
	if len(hints) == 0 {
		hints = []string{"rooda session list shows what runs; rooda attach SESSION/TASK goes to one"}
	}
	return codedError{hintf(err, "%s", strings.Join(hints, "\nhint: ")), exitUnreachable}
}

// undriven says of each session that has agents at work and no host that what they ask is not on record,
// nothing where that cannot be found out.
func undriven(s console.Streams) (hints []string) {
	alive, err := unfinished(s, func(a agent) bool {
		state, err := a.probe()
		return a.dir != "" && err == nil && (state == shim.Running || state == shim.Unreachable) && !a.hosted()
	})
	if err != nil {
		return nil
	}
	for i, a := range alive {
		if i == 0 || alive[i-1].id != a.id {
			hints = append(hints, fmt.Sprintf("session %s is driven by nobody; its agents may be waiting: rooda session resume %[1]s", shortID(a.id)))
		}
	}
	return hints
}

// first attaches to whoever has waited longest and has a terminal that answers.
func (a *attaching) first(ctx context.Context, found []agent) error {
	for _, target := range found[:len(found)-1] {
		if !target.unheard(ctx) {
			return a.to(ctx, target)
		}
		a.notef("warning: %s has waited longer: %v; %s\n", target, shim.ErrUnreachable, target.afterSilence())
	}
	return a.to(ctx, found[len(found)-1])
}

// each attaches to all that wait, the longest first, until nobody waits or
// the person has enough.
func (a *attaching) each(ctx context.Context) error {
	seen := map[string]time.Time{}
	for {
		found, err := waiting(a.s)
		if err != nil {
			return err
		}
		next, ok := unseen(found, seen)
		if !ok {
			a.notef("[nobody else waits]\n")
			for _, hint := range undriven(a.s) {
				a.notef("hint: %s\n", hint)
			}
			return nil
		}
		if a.terminal == nil {
			if err := a.open(next); err != nil {
				return err
			}
			defer a.close()
		}
		if len(seen) > 0 {
			if more, err := a.wanted(ctx, next); err != nil || !more {
				return err
			}
		}
		seen[next.String()] = next.waits()
		end, err := a.run(ctx, &next)
		if err != nil {
			a.notef("rooda: %v\n", err)
			if end.Signal == 0 {
				continue
			}
		}
		if err := a.status(next, end); err != nil && end.Signal != 0 {
			return err
		}
	}
}

// unseen returns the first whose question has not been shown yet.
func unseen(found []agent, seen map[string]time.Time) (agent, bool) {
	for _, a := range found {
		if since, was := seen[a.String()]; !was || since.Before(a.waits()) {
			return a, true
		}
	}
	return agent{}, false
}

// wanted asks whether to go on with the next. A signal that ends this is the error.
func (a *attaching) wanted(ctx context.Context, next agent) (bool, error) {
	if err := a.ahead(ctx); err != nil {
		return false, err
	}
	signals, back := a.signals()
	key, end, err := a.terminal.Key(ctx, signals, func() string {
		text := fmt.Sprintf("[%s has waited %s: Enter attaches, any other key stops] ", next, console.Brief(time.Since(next.waits())))
		if d := next.answered(); d != nil {
			text = fmt.Sprintf("[%s asked %s ago, the answer is %s: Enter attaches, any other key stops] ", next, console.Brief(time.Since(next.waits())), perhapsAnswered(next.id, d.By, d.Last()))
		}
		text = console.FoldWords(console.EscapeControls(text), a.s.Width(), "")
		return strings.ReplaceAll(text, "\n", "\r\n") // a terminal that is raw adds no CR
	})
	if late := back(); end == 0 {
		end = late
	}
	if end != 0 {
		a.last("\n[ended by %s; back with: rooda attach --next]\n", signalName(end))
		return false, exitStatus(exitSignal + int(end))
	}
	a.notef("\n")
	return err == nil && (key == '\r' || key == '\n'), err
}
