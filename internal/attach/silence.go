package attach

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
)

// askPause is the pause between two questions whether the agent's side answers.
const askPause = time.Second

// tally counts, in bytes, what has become of what a person typed.
type tally struct {
	typed  atomic.Int64 // for the agent
	sent   atomic.Int64
	proven atomic.Int64 // sent when the agent's side was asked last and answered
}

// ask finds out now and then whether the agent's side answers, and tells the loop of each change.
// While messages come, it does.
func (c *client) ask(ctx context.Context) {
	pause := time.NewTicker(askPause)
	defer pause.Stop()
	silent, before := "", int64(0) // before is what was sent at the last look
	for {
		select {
		case <-pause.C:
		case <-ctx.Done():
			return
		}
		sent := c.tally.sent.Load()
		if silent == "" && c.heard.Swap(false) {
			c.tally.proven.Store(before)
			before = sent
			continue
		}
		before = sent
		now := c.options.Ask(ctx)
		if now == "" {
			c.tally.proven.Store(sent)
		}
		if now == silent {
			continue
		}
		select {
		case c.silences <- now:
			silent = now
		case <-ctx.Done():
			return
		}
	}
}

// hush takes note that the agent's side does not answer, or that it does again: until then keys
// are kept back.
func (c *client) hush(why string) {
	c.silent = why
	select {
	case <-c.holds: // an earlier word that nobody needs any more
	default:
	}
	c.holds <- why != ""
	c.notify()
}

// notify shows what there is to say.
func (c *client) notify() {
	text := c.hint
	switch {
	case c.silent != "" && c.options.ReadOnly:
		text = c.silent
	case c.silent != "":
		text = c.silent + "; your keys wait"
	case c.behind.told:
		text = "others are typing; your keys wait"
	}
	if c.asleep {
		c.display.notice.text = text // painted when the terminal is ours again
		return
	}
	c.show(c.display.notify(text))
}

// tell shows the person a hint for so long; an empty one takes it away.
func (c *client) tell(hint string, d time.Duration) {
	if c.hinted != nil {
		c.hinted.Stop()
	}
	if c.hint, c.hinted = hint, nil; hint != "" {
		c.hinted = time.NewTimer(d)
	}
	c.notify()
}

// ignored tells a person whose keys go nowhere, not more often than once a second.
func (c *client) ignored() {
	if now := time.Now(); now.Sub(c.belled) >= bellPause {
		c.belled = now
		c.tell(fmt.Sprintf("only looking (--read-only): your keys go nowhere; %s detaches", c.options.Detach), noticeTime)
		c.show(c.display.bell())
	}
}

// unsent adds to an end what has become of keys while the agent's side does not answer.
func (c *client) unsent(end End) End {
	if c.behind.waits {
		end.Behind = int(c.tally.sent.Load() - c.behind.taken)
	}
	if c.silent != "" && !c.options.ReadOnly {
		sent := c.tally.sent.Load()
		end.Unsent, end.Doubtful = int(c.tally.typed.Load()-sent), int(sent-c.tally.proven.Load())
	}
	return end
}
