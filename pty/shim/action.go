package shim

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"syscall"
	"time"

	"rooda/pty"
)

// InputOptions says how something is typed.
type InputOptions struct {
	// Who types: human, host or agent.
	Who string
	// Paste sends it as a paste: without what could be a key, and in brackets where the
	// agent asked for them.
	Paste bool
	// Quiet waits until nobody who is attached has typed for so long.
	Quiet time.Duration
	// More keeps the turn, for a second at most, for what this host types next, which belongs to
	// it; that may be nothing. Only a host's does; shims of an earlier rooda keep none.
	More bool
	// Follows says that this is what was to be typed next: it fails with ErrTurn when the turn was
	// not kept for so long, and does not wait for another. Shims of an earlier rooda type it then.
	Follows bool
	// Pasting says that this goes on with a paste that the same one has begun: it fails with ErrPaste
	// when that has been ended. Shims of an earlier rooda, which leave it open, type it.
	Pasting bool
}

// Input types p as one piece. When it returns nil the agent's terminal has
// taken all of it; of any error but ErrBegun and pty.ErrExited, nothing (shims of an earlier rooda
// do not tell). A host's fails with ErrTurn when others type for more than a few
// seconds, and with ErrUnread when the agent does not read the end of what they have typed.
func (c *Client) Input(ctx context.Context, p []byte, o InputOptions) error {
	q := url.Values{}
	if o.Paste {
		q.Set("paste", "1")
	}
	if o.More {
		q.Set("more", "1")
	}
	if o.Follows {
		q.Set("follows", "1")
	}
	if o.Pasting {
		q.Set("pasting", "1")
	}
	if o.Quiet > 0 {
		q.Set("quiet", o.Quiet.String())
	}
	return c.call(noting(ctx), "/v1/input", q, p, o.Who)
}

// Resize changes the terminal's size.
func (c *Client) Resize(ctx context.Context, size pty.Size) error {
	ctx, cancel := within(ctx)
	defer cancel()
	return c.call(ctx, "/v1/resize", url.Values{
		"cols": {strconv.Itoa(int(size.Cols))}, "rows": {strconv.Itoa(int(size.Rows))},
	}, nil, "")
}

// Detach makes the viewer go that typed last, or all that are attached, and
// returns how many that are. A viewer is given a second to leave by itself.
func (c *Client) Detach(ctx context.Context, all bool) (int, error) {
	ctx, cancel := within(ctx)
	defer cancel()
	q := url.Values{}
	if all {
		q.Set("all", "1")
	}
	r, err := c.request(ctx, http.MethodPost, "/v1/detach", q, nil)
	if err != nil {
		return 0, err
	}
	res, err := c.do(r)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	var d Detached
	if err := json.NewDecoder(res.Body).Decode(&d); err != nil {
		return 0, fmt.Errorf("%s: %w", topic(r), err)
	}
	return d.Viewers, nil
}

// Signal sends sig to the agent's process group.
func (c *Client) Signal(ctx context.Context, sig syscall.Signal) error {
	ctx, cancel := within(ctx)
	defer cancel()
	return c.call(ctx, "/v1/signal", url.Values{"number": {strconv.Itoa(int(sig))}}, nil, "")
}

// Stop begins to end the agent; with kill at once. It does not wait.
func (c *Client) Stop(ctx context.Context, kill bool) error {
	ctx, cancel := within(ctx)
	defer cancel()
	q := url.Values{}
	if kill {
		q.Set("kill", "1")
	}
	return c.call(ctx, "/v1/stop", q, nil, "")
}
