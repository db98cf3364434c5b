package shim

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"time"

	"rooda/pty"
)

// stream writes output to out, from its offset on, until the agent's end.
func (c *Client) stream(ctx context.Context, out *counter) error {
	ctx, begun, end := beginning(ctx)
	defer end()
	res, begins, err := c.openOutput(ctx, out.next, true)
	begun()
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if begins != out.next && !out.skips {
		return pty.ErrGap
	}
	out.at(begins)
	_, err = receive(ctx, res, out)
	return err
}

// watch tells of the people at the terminal until the agent's end.
func (t *Terminal) watch() {
	ctx, cancel := t.over.context()
	defer cancel()
	for {
		t.client.linger(ctx, Pulse, t.hands, func() { now := time.Now(); t.heard.Store(&now) })
		wait := time.NewTimer(healStep) // a broken connection is made again
		select {
		case <-t.done:
			wait.Stop()
			return
		case <-wait.C:
		}
	}
}

// Pulse is how often a shim says to the host that it is well. Being asked would cost each time what a
// connection costs, on both sides, and be most of what there is of an agent that is idle for hours.
const Pulse = 15 * time.Second

// Hands calls tell with how it is, and then for each change of who is at the terminal and of
// its size, from this goroutine, until the agent's end or that of ctx.
func (c *Client) Hands(ctx context.Context, tell func(pty.Hands)) error {
	return c.linger(ctx, 0, tell, func() {})
}

// linger is Hands that calls heard as well, for all that comes: at each pulse too, unless that is 0, but from
// the shims of before only with a change.
func (c *Client) linger(ctx context.Context, pulse time.Duration, tell func(pty.Hands), heard func()) error {
	ctx, begun, end := beginning(ctx)
	defer end()
	r, err := c.request(ctx, http.MethodGet, "/v1/hands", url.Values{"follow": {"1"}}, nil)
	if err != nil {
		return err
	}
	if pulse > 0 {
		r.Header.Set(pulseHeader, pulse.String())
	}
	res, err := c.sent(r, c.alone)
	begun()
	if err != nil {
		return err
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(make([]byte, 0, streamBuffer), bufio.MaxScanTokenSize)
	for lines.Scan() {
		heard()
		var m handsLine
		if len(lines.Bytes()) == 0 {
			continue
		}
		if json.Unmarshal(lines.Bytes(), &m) == nil && m.Type == "hands" {
			tell(m.hands())
		}
	}
	return nil
}
