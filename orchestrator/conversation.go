package orchestrator

import (
	"slices"
	"time"

	"rooda/adapters"
	"rooda/session"
)

const (
	// rest is how long an agent must have been idle before its turn is over.
	rest = time.Second
	// unproven is how long it must have been idle when nothing ever said that
	// it worked, as after a command that only changes a setting; untaken is
	// the same for a prompt that was an argument.
	unproven, untaken = 5 * time.Second, 15 * time.Second
	// reflection is how long an agent that nobody has described may show nothing below
	// the echo of its text: those without any sign of work think so.
	reflection = 90 * time.Second
	// blindPatience is how long an agent may say that it rests while the place
	// for its input cannot be seen.
	blindPatience = 5 * time.Second
	// draftPatience is how long a text may stand in the composer that is none
	// of rooda's, before somebody is called to see to it.
	draftPatience = 5 * time.Second
	// courtesy is how long after a person's last key rooda types nothing, and
	// pondering how long it stops the clocks.
	courtesy, pondering = 5 * time.Second, 30 * time.Second
)

// conversation is what rooda does at the terminal of one interactive
// iteration: it hands over the inputs, one each time the agent is idle,
// answers what policy answers, calls a person for the rest, and decides when
// the iteration is over (CORE-16, CORE-17). It is pure: whoever drives it
// passes what the terminal shows and the time, does what step says, and asks
// again until there is nothing left but to wait.
type conversation struct {
	recipe  adapters.Submit
	policy  *adapters.Policy // nil: nothing is answered
	inputs  []input          // still to be handed over
	prompt  string           // travelled as an argument; empty for none
	open    bool             // nothing is handed over: a person talks, and says when it is over
	timeout time.Duration    // 0 for none
	patient time.Duration    // interaction_timeout, 0 for none

	begun time.Time
	clock clock
	asked obstacle

	current *input // of the turn; nil before the first
	sending *adapters.Submission
	lack    lack
	sequel  sequel // of the text of the turn
	known   bool   // the agent's signs are its own
	// called is what stood above the composer when a person was called to what lacks,
	// and helped says that the agent has moved on since by a person's doing.
	called *string
	helped bool
	doubt  *input          // may or may not have been sent by the host before
	former *session.Answer // the last of the host before; nil for none
	shows  func(text string) bool

	turn    time.Time // when the turn began
	waited  time.Time // until when the agent has waited for an answer, zero for never
	stir    stir
	proof   bool      // only work ends the turn
	resting time.Time // since when the agent is idle, zero while it is not
	replied time.Time // since when an answer is seen where no work is, zero while none is
	done    bool      // a person says that it is over
	yes     string    // the person who has approved what is asked, empty for none
	// approved is the fingerprint of what they have approved, then when, and untyped why nothing
	// came of that, nil where the answer was typed.
	approved string
	then     time.Time
	untyped  error
}

// input is one text for the agent.
type input struct {
	text string
	// number counts the task's pending_inputs from 1; 0 for what is none of them.
	number int
	handed bool // over by a person
}

// move is one thing to do: tell, then type, or end. A move without any of
// these is to wait for the terminal or for until (zero: no time).
type move struct {
	tell Talk
	keys []string // a text is one
	by   string   // who types them; empty for rooda
	// extends says that keys go on with a paste.
	extends bool
	// answers is the question that keys answer, nil where they are a text: they are typed one by
	// one, while it stands there.
	answers *adapters.Dialog
	undo    func() // takes back that they were typed; set with keys
	// cut notes that perhaps not all of them were, and none unless begun; nil where nothing follows them.
	cut func(why string, begun bool)
	// partly notes why the rest was left out behind the first of them, ErrPartly or ErrHalted; it may be nil.
	partly func(why error, typed, left []string)
	end    string // endedByIdle and the others, empty while it is not
	why    string // what the agent said of its error
	over   bool   // a turn is over: take the agent's last words
	until  time.Time
}

func newConversation(it Iteration, now time.Time) *conversation {
	in := it.Interactive
	c := &conversation{recipe: it.Launch.Signs.Submit, timeout: it.remaining(now), patient: in.Patience, begun: now, turn: now}
	c.known = it.Launch.Signs.Recorded != ""
	if in.AutoApprove {
		c.policy = adapters.NewPolicy(it.Launch.Signs.Handlers)
	}
	c.clock.last = now
	for i, text := range in.Inputs {
		if i >= in.Sent {
			c.inputs = append(c.inputs, input{text: text, number: i + 1})
		}
	}
	c.done = in.Completing
	c.open = it.Prompt == "" && it.Launch.Paste == "" && len(in.Inputs) == 0
	switch {
	case in.Adopted:
		c.adopt(it)
	case it.Launch.Paste != "":
		c.inputs = append([]input{{text: it.Launch.Paste}}, c.inputs...)
	default:
		c.prompt, c.sequel.text = it.Prompt, it.Prompt
	}
	texts := in.Texts
	if c.doubt != nil && c.doubt.handed {
		texts = texts[1:]
	}
	for _, text := range texts {
		c.hand(text)
	}
	return c
}

// hand takes a text that a person hands over: it goes behind the prompt and what others have handed over, and ahead
// of the task's other inputs.
func (c *conversation) hand(text string) {
	behind := 0
	for i, in := range c.inputs {
		if in.number == 0 {
			behind = i + 1
		}
	}
	c.inputs = slices.Insert(slices.Clone(c.inputs), behind, input{text: text, handed: true})
}

// step says what to do now. The caller does it and steps again.
func (c *conversation) step(s scene, now time.Time) move {
	s.Hold = s.occupied(now)
	c.stir.note(s.Changed)
	if !s.Worked.After(c.turn) {
		c.sequel.look(s, now)
	}
	if m := c.limit(s, now); m.end != "" {
		return m
	}
	c.help(s)
	if c.current == nil && c.prompt != "" && !c.known {
		c.sequel.dawn.look(s, now)
	}
	a := c.question(s, now)
	c.sequel.dawn.note(a.tell)
	if a.tell == nil && len(a.keys) == 0 && a.end == "" {
		next := c.talk(s, now)
		next.until = soonest(next.until, a.until)
		a = next
	}
	a.until = soonest(a.until, c.due(s, now))
	return a
}

// missed reports whether the agent has not got its prompt, or an input of the task's own: what people handed over
// comes on top of the task, of what is in doubt nobody knows, and a command to the agent itself is no work.
func (c *conversation) missed() bool {
	work := func(in input) bool { return !in.handed && !commands(in.text) }
	return slices.ContainsFunc(c.inputs, work) || c.sending != nil && !c.sending.Entered() && c.current != nil && work(*c.current)
}

// unsent counts the inputs of which nothing says that the agent has got them. A command to the
// agent itself may be what made it leave.
func (c *conversation) unsent() int {
	n := len(c.inputs)
	if c.doubt != nil && !commands(c.doubt.text) && !c.shows(c.doubt.text) {
		n++
	}
	if c.lack.cause == unhanded || c.lack.cause == unsent {
		n++
	}
	if c.sending != nil && !c.sending.Entered() {
		n++
	}
	return n
}
