package orchestrator

import (
	"encoding/json"
	"os"
	"time"

	"rooda/adapters"
)

// Explanation is one decision about what an agent is doing, and what it was
// made from, as `rooda session show --explain` prints it. When only what policy
// does has changed, that is another one.
type Explanation struct {
	Time time.Time `json:"time"`
	// Last is when it was made again, for the Times that is; neither is set of
	// a decision that was made once.
	Last    time.Time          `json:"last,omitzero"`
	Times   int                `json:"times,omitempty"`
	State   adapters.Condition `json:"state"`
	Kind    adapters.Kind      `json:"kind,omitempty"`
	By      adapters.Source    `json:"by"`
	Excerpt string             `json:"excerpt,omitempty"`
	Claims  []ExplainedClaim   `json:"claims"`
	// Policy is what policy did about a question at that moment, or why it left
	// it alone.
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

// explain keeps the last decisions in a file, when there is another, made from
// other evidence or about a question that policy has now dealt with, and at the
// end. It is for people who wonder; a file that cannot be written is no reason to
// disturb the agent, and nor is one that a loss of power empties. due is when to
// call it again, zero for no time.
func (d *driver) explain(now time.Time, last bool) (due time.Time) {
	if d.in.Explain == "" {
		return time.Time{}
	}
	d.account.take(d.eye.explain(d.account.number), &d.talk.asked, now)
	switch ready := d.told.Add(explainPause); {
	case !last && !d.account.news:
		return time.Time{}
	case !last && now.Before(ready):
		return ready
	}
	d.told, d.account.news = now, false
	part := unfinishedExplanation(d.in.Explain)
	data, err := json.Marshal(d.account.rows)
	if err == nil {
		err = os.WriteFile(part, data, 0o600)
	}
	if err == nil {
		err = os.Rename(part, d.in.Explain)
	}
	if err != nil {
		_ = os.Remove(part) // a full disk leaves a part of it
	}
	return time.Time{}
}

// unfinishedExplanation is the file in which a new explanation is made. A host that is killed in that leaves
// it; the next one to drive the agent takes it away.
func unfinishedExplanation(path string) string { return path + ".part" }
