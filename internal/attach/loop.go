package attach

import (
	"cmp"
	"context"
	"fmt"
	"syscall"
	"time"

	"rooda/pty/shim"
)

// attended runs the loop and gives the terminal back, once, whatever happens.
func (c *client) attended(ctx context.Context, cancel func()) (end End, err error) {
	defer func() {
		fault := recover()
		c.leave()
		cancel()
		if fault != nil {
			panic(fault)
		}
	}()
	return c.loop(ctx)
}

// leave gives the terminal back.
func (c *client) leave() {
	c.terminal.hurry(hurry)
	c.terminal.write(c.display.leave()) // a terminal that is gone or stalled gets no more
	c.terminal.Restore()
}

func (c *client) loop(ctx context.Context) (End, error) {
	for {
		var paint, unhint <-chan time.Time
		received := c.received
		if c.asleep {
			received = nil
		} else if c.painting != nil {
			paint = c.painting.C
		}
		if c.hinted != nil {
			unhint = c.hinted.C
		}
		select {
		case m, more := <-received:
			if !more {
				return c.unsent(End{}), cmp.Or(ctx.Err(), c.gone()) // the end of ctx closes the link
			}
			if end, over := c.message(m); over {
				return end, nil
			}
		case <-paint:
			c.painting = nil
			c.show(c.display.paint())
		case why := <-c.silences:
			c.hush(why)
		case <-c.pressed:
			if c.options.ReadOnly {
				c.ignored()
			} else if c.hint != "" {
				c.tell("", 0)
			}
		case <-unhint:
			c.tell("", 0)
		case <-c.behind.due():
			c.wait()
		case <-c.keyboard.detached:
			c.flush()
			return c.unsent(End{Detached: true}), nil
		case <-c.keyboard.ended:
			return End{Signal: syscall.SIGHUP}, nil
		case s := <-c.signals:
			if s := c.signal(s); s != 0 {
				return End{Signal: s}, nil
			}
		case fault := <-c.faults:
			panic(fault)
		case <-ctx.Done():
			return End{}, ctx.Err()
		}
	}
}

// flush waits, not long, until what was typed before the detach keys is sent.
func (c *client) flush() {
	if c.silent != "" {
		return // it would be in vain
	}
	soon := time.NewTimer(lastKeys)
	defer soon.Stop()
	select {
	case <-c.sent:
	case <-soon.C:
	}
}

func (c *client) gone() error {
	if c.lost != nil {
		return fmt.Errorf("%w: %w", ErrGone, c.lost)
	}
	return ErrGone
}

// message acts on what the link says.
func (c *client) message(m shim.Message) (end End, over bool) {
	switch m.Type {
	case "":
		out, later := c.display.output(m.Data)
		c.show(out)
		if later && c.painting == nil {
			c.painting = time.NewTimer(c.display.pause())
		}
	case "snapshot", "resync", "resize":
		if c.display.model == nil {
			c.tell(c.options.Greeting, greetTime)
		}
		c.show(c.display.snapshot(m.Picture()))
	case "line":
		c.queue(m)
	case "paste":
		c.keyboard.cut()
		c.refused("your paste was ended before all of it came; the rest is dropped: " + typesAgain)
	case "long":
		if m.Long != nil {
			c.refused(untyped(*m.Long))
		}
	case "detach":
		return End{Detached: true}, true
	case "exit":
		return End{Exit: m.Exit}, true
	}
	return End{}, false
}

// refused tells why keys went nowhere. It is those that this is about which were pressed before, so they take
// nothing back.
func (c *client) refused(why string) {
	select {
	case <-c.pressed:
	default:
	}
	c.tell(why, noticeTime)
}

// show writes to the terminal. One that has gone says so by a hang-up, or at
// the end of its input.
func (c *client) show(p []byte) {
	if len(p) > 0 {
		c.terminal.write(p)
	}
}

// windowed tells everyone the window's size.
func (c *client) windowed() {
	size, err := c.terminal.Size()
	if err != nil || size == c.display.window {
		return
	}
	c.show(c.display.windowed(size))
	if c.options.Fixed {
		return
	}
	select {
	case <-c.sizes: // an earlier one that nobody needs any more
	default:
	}
	c.sizes <- size
}
