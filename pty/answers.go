package pty

import "sync/atomic"

// answersQueued is how many replies to an agent's queries may wait for it to
// read them.
const answersQueued = 256

// answers are replies on their way to the agent. An agent that asks on and on
// without reading what it is told loses the latest; nobody waits for it.
type answers struct {
	queue chan []byte
	lost  atomic.Int64
}

func newAnswers() *answers { return &answers{queue: make(chan []byte, answersQueued)} }

// put never waits.
func (a *answers) put(reply []byte) {
	if reply == nil {
		return // known, and deliberately not answered
	}
	select {
	case a.queue <- reply:
	default:
		a.lost.Add(1)
	}
}

// answer writes the replies in order, each in a write of its own, and never
// into the middle of an Input, until the agent has gone.
func (l *Local) answer() {
	for {
		select {
		case reply := <-l.answers.queue:
			select {
			case l.writing <- struct{}{}:
			case <-l.gone.c:
				return
			}
			l.master.Write(reply) // fails only when the terminal is closed
			l.typed(reply)
			<-l.writing
		case <-l.gone.c:
			return
		}
	}
}
