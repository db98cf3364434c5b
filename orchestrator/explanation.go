package orchestrator

import (
	"encoding/json"
	"os"
	"time"

	"rooda/adapters"
)

// Explanation is one decision about what an agent is doing, and what it was
// made from, as `rooda session show --explain` prints it.
type Explanation struct {
	Time    time.Time          `json:"time"`
	State   adapters.Condition `json:"state"`
	Kind    adapters.Kind      `json:"kind,omitempty"`
	By      adapters.Source    `json:"by"`
	Excerpt string             `json:"excerpt,omitempty"`
	Claims  []ExplainedClaim   `json:"claims"`
	// Policy is what policy did about a question, or why it left it alone.
	Policy string `json:"policy,omitempty"`
}

// ExplainedClaim is what one source said at that moment.
type ExplainedClaim struct {
	Source  adapters.Source    `json:"source"`
	State   adapters.Condition `json:"state"`
	Kind    adapters.Kind      `json:"kind,omitempty"`
	Excerpt string             `json:"excerpt,omitempty"`
	Since   time.Time          `json:"since"`
}

// explainPause is the least time between two writes of one explanation.
const explainPause = time.Second

// explain keeps the last decisions in a file, when the state has changed or
// policy has decided, and at the end. It is for people who wonder; a file that
// cannot be written is no reason to disturb the agent. due is when to call it
// again, zero for no time.
func (d *driver) explain(now time.Time, last bool) (due time.Time) {
	d.eye.mu.Lock()
	state := d.eye.watcher.State()
	d.eye.mu.Unlock()
	news := d.judge() || !state.Same(d.last)
	switch ready := d.told.Add(explainPause); {
	case d.in.Explain == "" || !last && !news:
		return time.Time{}
	case !last && now.Before(ready):
		return ready
	}
	d.last, d.told, d.judged = state, now, false
	var list []Explanation
	for _, e := range d.eye.explain() {
		list = append(list, d.explanation(e))
	}
	data, err := json.Marshal(list)
	if err == nil {
		_ = os.WriteFile(d.in.Explain, data, 0o600)
	}
	return time.Time{}
}

// judge notes what policy does about the question that stands there, and
// reports whether that is news which has not been written.
func (d *driver) judge() bool {
	q := &d.talk.asked
	if key := subject(q.state); q.word != "" && d.words[key] != q.word {
		d.words[key], d.judged = q.word, true
	}
	return d.judged
}

// subject is what tells one question from another.
func subject(s adapters.State) string {
	if s.Dialog != nil {
		return s.Dialog.Fingerprint
	}
	return string(s.Condition) + " " + string(s.Kind)
}

func (d *driver) explanation(e adapters.Evaluation) Explanation {
	x := Explanation{Time: e.At, State: e.State.Condition, Kind: e.State.Kind, By: e.State.By, Excerpt: e.State.Excerpt}
	for _, c := range e.Claims {
		x.Claims = append(x.Claims, ExplainedClaim{c.Source, c.Condition, c.Kind, c.Excerpt, c.Since})
	}
	if e.State.Condition == adapters.Blocked {
		x.Policy = d.words[subject(e.State)]
	}
	return x
}
