package orchestrator

import "rooda/adapters"

// KindInput is the kind of what rooda asks of a person itself, at an agent that asks nothing.
const KindInput = "input"

// lack is what only a person can mend at an agent that asks nothing. The zero lack is none.
type lack struct {
	cause lackCause
	// entered says that the text could not be handed over as far as rooda can tell, but Enter was typed.
	entered bool
	words   string // for people, on a line
	// remedy is the setting that mends it for good, empty where none does.
	remedy string
}

// lackCause is why somebody is called to such an agent.
type lackCause int

const (
	noCause lackCause = iota
	// promptless and turnOver: the task has no text to hand over, before its first turn and
	// after each.
	promptless
	turnOver
	// foreign: another text stands in the composer of an agent at rest.
	foreign
	// textGone and textStays: nothing has come of the text, which has gone or still stands there.
	textGone
	textStays
	// unsent: a text was typed, and not sent, by another host.
	unsent
	// unhanded: a text could not be handed over.
	unhanded
	// inherited: the same as one of the three before it, told by another host.
	inherited
)

// noticed begins the words for textGone where there is a line that may as well be an answer.
const noticed = "the agent has been given its text, and shows no more than may be a notice: "

// vain is the lack of a text that has gone from the composer, of which the screen shows that line.
func vain(line string) lack {
	l := lacking(textGone)
	if line != "" {
		l.words = noticed + shortened(line)
	}
	return l
}

// lacking is a lack whose cause says it all.
func lacking(c lackCause) lack {
	words := map[lackCause]string{
		promptless: "the task has no prompt: somebody has to talk to the agent",
		turnOver:   "the turn is over, and the task has no prompt: talk to the agent, or end the task with rooda complete",
		foreign:    "a text that somebody has typed, and not sent, stands in the composer",
		textGone:   "the agent has been given its text, and does nothing",
		unsent:     "a text was typed, and not sent, before another host took over",
		textStays:  "the text still stands in the composer, and the agent does nothing",
	}
	return lack{cause: c, words: words[c]}
}

// fruitless is a lack that is over as soon as something comes of the text.
func (l lack) fruitless() bool { return l.cause == textGone || l.cause == textStays }

// answerable is a lack that an answer shows to be none.
func (l lack) answerable() bool { return l.fruitless() || l.entered }

// state is how an agent is to which a person is called for that.
func (l lack) state() adapters.State {
	return adapters.State{Condition: adapters.Blocked, Kind: inputLacking, Excerpt: l.words}
}
