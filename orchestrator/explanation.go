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

// explain keeps the last decisions in a file, when the state has changed and
// at the end. It is for people who wonder; a file that cannot be written is
// no reason to disturb the agent.
func (d *driver) explain(now time.Time, last bool) {
	d.eye.mu.Lock()
	state := d.eye.watcher.State()
	d.eye.mu.Unlock()
	if d.in.Explain == "" || !last && (state.Same(d.last) || now.Before(d.told.Add(explainPause))) {
		return
	}
	d.last, d.told = state, now
	var list []Explanation
	for _, e := range d.eye.explain() {
		list = append(list, explanation(e))
	}
	data, err := json.Marshal(list)
	if err == nil {
		_ = os.WriteFile(d.in.Explain, data, 0o600)
	}
}

func explanation(e adapters.Evaluation) Explanation {
	x := Explanation{Time: e.At, State: e.State.Condition, Kind: e.State.Kind, By: e.State.By, Excerpt: e.State.Excerpt}
	for _, c := range e.Claims {
		x.Claims = append(x.Claims, ExplainedClaim{c.Source, c.Condition, c.Kind, c.Excerpt, c.Since})
	}
	return x
}
