package attach

import (
	"time"

	"rooda/pty/shim"
)

// behindAfter is how long keys wait for what others type before the person is told.
const behindAfter = time.Second

// behind is whether what was typed waits for others, all of it but the bytes taken before.
type behind struct {
	waits bool
	taken int64
	late  *time.Timer // nil while nobody is to be told
	told  bool
}

// due is when the person is to be told; it never comes where not.
func (b *behind) due() <-chan time.Time {
	if b.late == nil {
		return nil
	}
	return b.late.C
}

// queue takes note of where what was typed stands.
func (c *client) queue(m shim.Message) {
	told := c.behind.told
	if c.behind.late != nil {
		c.behind.late.Stop()
	}
	c.behind = behind{waits: m.Held, taken: m.Offset}
	if m.Held {
		c.behind.late = time.NewTimer(behindAfter)
	}
	if told {
		c.notify()
	}
}

// wait tells the person that others are still typing.
func (c *client) wait() {
	c.behind.late, c.behind.told = nil, true
	c.notify()
}
