package shim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"rooda/pty/vt"
)

// Sending is what is typed as one piece: a text, then keys, then Enter.
type Sending struct {
	Text []byte
	// Paste sends the text as a paste; see InputOptions.
	Paste bool
	// Keys are by name; see vt.KeyBytes.
	Keys  []string
	Enter bool
	// Who types: human or agent.
	Who string
	// Quiet waits until nobody who is attached has typed for so long, and stops what
	// has been begun when somebody types and would have to wait for more than a second.
	Quiet time.Duration
	// Limit is how long all of it may take, 0 for ever. Unlike the end of the context
	// it is told how much went in.
	Limit time.Duration
	// Look, where there is a text, is called once when the turn has come, before anything is typed: its error
	// leaves the turn to others and is what Send fails with. Others wait meanwhile, for 2 s at most. Shims of
	// an earlier rooda have it called before the turn. nil looks at nothing.
	Look func(context.Context) error
}

// Send types all of it; nothing that others type comes in between. An error says why it is
// not all, and Sent how much: ErrPerson, context.DeadlineExceeded for Limit, vt.ErrKey, pty.ErrExited, *pty.LineError;
// of ctx's end and ErrUnreachable it is not the latest. Only shims whose Task
// says that it Sends can do it.
func (c *Client) Send(ctx context.Context, m Sending) (sent Sent, err error) {
	q := url.Values{"key": m.Keys}
	for name, on := range map[string]bool{"paste": m.Paste, "enter": m.Enter} {
		if on {
			q.Set(name, "1")
		}
	}
	for name, d := range map[string]time.Duration{"quiet": m.Quiet, "limit": m.Limit} {
		if d > 0 {
			q.Set(name, d.String())
		}
	}
	if m.Look != nil {
		q.Set("look", "1")
	}
	r, err := c.request(ctx, http.MethodPost, "/v1/send", q, bytes.NewReader(m.Text))
	if err != nil {
		return Sent{}, err
	}
	r.Header.Set(whoHeader, m.Who)
	var watch lookout
	if m.Look != nil && len(m.Text) > 0 {
		watch.keep(r, m)
	}
	res, err := c.do(r)
	if seen := watch.seen.Load(); seen != nil {
		return Sent{}, *seen
	}
	var refused *faultError
	if errors.As(err, &refused) && errors.Is(refused, vt.ErrKey) {
		return Sent{}, refused
	}
	if err != nil {
		return Sent{}, err
	}
	defer res.Body.Close()
	for lines := json.NewDecoder(res.Body); ; {
		var next Sent
		if err := lines.Decode(&next); err != nil {
			return sent, fmt.Errorf("%s: %w", topic(r), cut(ctx, err))
		}
		if sent = next; sent.Done {
			return sent, nil
		}
		if sent.Fault != nil {
			return sent, fmt.Errorf("%s: %w", topic(r), sent.Fault.known())
		}
	}
}

// cut is why an answer ends in its middle.
func cut(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return expired(ctx)
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("%w: %w", ErrUnreachable, err)
}
