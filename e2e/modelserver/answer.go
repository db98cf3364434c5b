package modelserver

import (
	"fmt"
	"net/http"
	"time"
)

// answer plays the steps of one answer to one client.
type answer struct {
	wire  wire
	tools []Tool
	w     http.ResponseWriter
	reply reply
	begun bool
	wait  func(time.Duration) bool

	whole   object // set at the end
	refused bool   // a status went out instead of an answer
}

func (s *Server) newAnswer(wire wire, q query, w http.ResponseWriter, r *http.Request) *answer {
	out := &events{w: w, on: q.stream}
	return &answer{
		wire: wire, tools: q.turn.Tools, w: w,
		reply: wire.answer(q, s.id, out),
		wait:  func(d time.Duration) bool { return s.wait(r, d) },
	}
}

func (a *answer) side(text string, use *call) {
	if use != nil {
		a.call(*use)
	}
	a.text(text)
	a.end()
}

// play aborts the handler for a cut, which is how net/http breaks off a connection.
func (a *answer) play(steps []Step) {
	for _, step := range steps {
		switch step := step.(type) {
		case Text:
			a.text(string(step))
		case Shell:
			a.shell(string(step), false)
		case Escalate:
			a.shell(string(step), true)
		case Pause:
			if !a.wait(time.Duration(step)) {
				panic(http.ErrAbortHandler)
			}
		case Status:
			if a.begun {
				panic(http.ErrAbortHandler)
			}
			a.refuse(int(step))
			return
		case Cut:
			panic(http.ErrAbortHandler)
		}
	}
	a.end()
}

func (a *answer) refuse(status int) {
	a.refused = true
	if status == http.StatusTooManyRequests {
		a.w.Header().Set("Retry-After", "1")
	}
	sendJSON(a.w, status, a.wire.failure(status, fmt.Sprintf("scripted status %d", status)))
}

func (a *answer) begin() {
	if !a.begun {
		a.begun = true
		a.reply.begin()
	}
}

// pieceSize tears words and tags apart, as the tokens of a model do.
const pieceSize = 7

func (a *answer) text(text string) {
	runes := []rune(text)
	for len(runes) > 0 {
		n := min(pieceSize, len(runes))
		a.begin()
		a.reply.text(string(runes[:n]))
		runes = runes[n:]
	}
}

func (a *answer) shell(command string, escalate bool) {
	use, ok := shellCall(a.tools, command, escalate)
	if !ok {
		a.text("No shell tool was offered. <promise>FAILURE</promise>")
		return
	}
	a.call(use)
}

func (a *answer) call(use call) {
	a.begin()
	a.reply.call(use)
}

func (a *answer) end() {
	a.begin()
	a.whole = a.reply.end()
}
