package orchestrator

import (
	"bytes"
	"sync"
	"time"
)

const (
	// lull is how long the end of an agent's output rests before it is told,
	// although its line goes on: a question is seen, no turn of a spinner is.
	lull = 300 * time.Millisecond
	// longestRest is how much of such a line is told.
	longestRest = 512
)

// prattle tells what an agent prints: text as it comes, and a line that has no
// end yet once it rests. It is safe for concurrent use.
type prattle struct {
	// tell is called by one at a time; what it is given is valid during the call only.
	tell func(TaskOutput)

	mu    sync.Mutex
	line  []byte // what stands behind the text
	told  []byte // that of it which was told
	timer *time.Timer
	ended bool
}

// output takes text that stays as it is.
func (p *prattle) output(clean []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line, p.told = p.line[:0], nil
	p.tell(TaskOutput{Clean: clean})
}

// unfinished takes the line after that, as it is now.
func (p *prattle) unfinished(line []byte) {
	line = line[:min(len(line), longestRest)]
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended || bytes.Equal(line, p.line) {
		return
	}
	p.line = append(p.line[:0], line...)
	if p.timer == nil {
		p.timer = time.AfterFunc(lull, p.rested)
		return
	}
	p.timer.Reset(lull)
}

func (p *prattle) rested() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended && !bytes.Equal(p.line, p.told) {
		p.told = bytes.Clone(p.line)
		p.tell(TaskOutput{Unfinished: p.line})
	}
}

// close tells no more of a line that rests.
func (p *prattle) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	if p.timer != nil {
		p.timer.Stop()
	}
}
