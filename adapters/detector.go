package adapters

import (
	"fmt"
	"slices"
	"time"
)

const (
	idleQuiet  = 3 * time.Second
	blindQuiet = 10 * time.Second
	// ending is enough quiet where the screen says that a turn has ended.
	ending = time.Second
	// burst is how near two changes of the text must be to mean work.
	burst = 1500 * time.Millisecond
	// look is how long a title or a status record may say that there is a
	// question before it is believed without one on the screen.
	look = 250 * time.Millisecond
	// leaving is how long a question may stay painted after the agent says that
	// it goes on, answered the same where somebody has typed before that.
	leaving, answered = time.Second, 4 * time.Second
	// stuckAfter is how long a working agent may say nothing at all, and
	// strange how long a screen may rest without anything that is known.
	stuckAfter = 90 * time.Second
	strange    = 10 * time.Second
	// startup is how long an agent may show nothing new before it has ever been
	// ready: on a busy machine one that has printed nothing is only starting.
	startup = 60 * time.Second
)

// Detector decides what an agent is doing from what its terminal shows. It
// holds no state and is safe for concurrent use.
type Detector struct {
	signs  Signs
	rules  rules
	ignore []Source
	// own are the dialogs that not every agent has.
	own []dialogRule
}

// NewDetector compiles signs. Sources to ignore are left out of every
// decision. The error names every pattern and rule that is not sound.
func NewDetector(signs Signs, ignore ...Source) (*Detector, error) {
	rules, err := signs.compile()
	if err != nil {
		return nil, fmt.Errorf("compile signs: %w", err)
	}
	shared, err := genericRules()
	if err != nil {
		return nil, err
	}
	var own []dialogRule
	for _, rule := range rules.dialogs {
		if !slices.ContainsFunc(shared.dialogs, rule.same) {
			own = append(own, rule)
		}
	}
	for _, rule := range shared.dialogs {
		if !slices.ContainsFunc(rules.dialogs, rule.same) {
			rules.dialogs = append(rules.dialogs, rule)
		}
	}
	for _, mark := range shared.waiting {
		if !slices.ContainsFunc(rules.waiting, func(p *expression) bool { return p.String() == mark.String() }) {
			rules.waiting = append(rules.waiting, mark)
		}
	}
	if signs.IdleQuiet == 0 {
		signs.IdleQuiet = idleQuiet
	}
	if signs.BlindQuiet == 0 && len(rules.idle) == 0 {
		signs.BlindQuiet = blindQuiet
	}
	return &Detector{signs, rules, ignore, own}, nil
}

func (d *Detector) uses(s Source) bool { return !slices.Contains(d.ignore, s) }

// Resolve decides. It is pure: the same evidence at the same time gives the
// same state. The first rule that applies wins (DESIGN 5.4); a wrong busy costs
// time and a wrong idle a wrong keystroke, so what is unsure is busy.
func (d *Detector) Resolve(e Evidence, now time.Time) State {
	c := inquiry{d, e, now, time.Time{}}
	for _, rule := range []func(*inquiry) (State, bool){
		(*inquiry).ended, (*inquiry).silent, (*inquiry).hook, (*inquiry).status, (*inquiry).asking,
		(*inquiry).title, (*inquiry).progress, (*inquiry).screen,
	} {
		if state, ok := rule(&c); ok {
			state.Until = c.until
			if state.Offered == nil {
				state.Offered = e.offered(state)
			}
			return state
		}
	}
	return State{Condition: Starting, By: ByProcess, Until: c.until}
}
