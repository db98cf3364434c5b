package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"rooda/orchestrator"
	"rooda/session"
)

// breakOff is how long a host that broke a connection off may take to be gone: a process that is
// killed closes its connections a moment before its lock is free.
const breakOff = 300 * time.Millisecond

// unanswered says of a host that broke the connection off instead of answering whether what was wanted
// of it is on record, and how to go on.
func (d deed) unanswered(ctx context.Context, target agent) error {
	leaving, cancel := context.WithTimeout(ctx, breakOff)
	defer cancel()
	did := "ended"
	if succeeded(leaving, target.sessions, target.record) != nil {
		did = "broke the connection off"
	}
	noted := d.noted(target)
	if now, err := target.sessions.Load(target.id); err == nil {
		target.record = now
	}
	said := "that is not on record"
	switch {
	case noted:
		said = "that is on record, and holds"
	case d.verb == "approve" && !orchestrator.IsLost(target.state()):
		said = "whether the answer was typed is not on record"
	}
	hint := ""
	switch {
	case target.hosted(): // by this one or by the next
		hint = fmt.Sprintf("rooda session show %s tells how it is", shortID(target.id))
	case target.record.Outcome != "" && target.record.Outcome != session.Interrupted:
		hint = fmt.Sprintf("rooda session show %s tells how it ended", shortID(target.id))
	case noted:
		hint = fmt.Sprintf("rooda session resume %s goes on with that", shortID(target.id))
	default:
		hint = target.unhosted(d.verb)
	}
	err := fmt.Errorf("%s %s: the rooda that drives the session %s before it answered; %s", d.verb, target, did, said)
	return codedError{hintf(err, "%s", hint), exitUnreachable}
}

// noted reports whether it is on record that somebody has wanted this of the target since its record was
// read: in the journal, in the checkpoint of which the journal lacks the events yet, or beside it.
func (d deed) noted(target agent) bool {
	if onRecord(target.sessions, target.id, d.verb, target.task) {
		return true
	}
	for e, err := range session.ReadEvents(target.sessions.Dir(target.id), target.record.LastSeq) {
		if err == nil && d.wanted(e, target.task) {
			return true
		}
	}
	record, err := target.sessions.Load(target.id)
	if err != nil {
		return false
	}
	for _, e := range record.Outbox {
		if e.Seq > target.record.LastSeq && d.wanted(e, target.task) {
			return true
		}
	}
	return false
}

// wanted reports whether an event says that somebody has wanted this of a task, and of an approval that its
// answer was typed. To the question about a lost agent an approval is the word to try again.
func (d deed) wanted(e session.Event, task string) bool {
	var typed orchestrator.InputTyped
	if d.verb == orchestrator.ActApprove && e.Task == task && e.Type == typed.Type() {
		return json.Unmarshal(e.Data, &typed) == nil && typed.Kind == ""
	}
	var said orchestrator.Requested
	if e.Task != task || e.Type != said.Type() || json.Unmarshal(e.Data, &said) != nil {
		return false
	}
	if d.verb == orchestrator.ActApprove {
		return said.Action == orchestrator.ActRetry
	}
	return said.Action == d.verb
}
