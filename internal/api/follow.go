package api

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"rooda/session"
)

// maxEvent bounds one line of a stream, in bytes: an event of the journal and what is ahead of it.
const maxEvent = 1<<20 + 64

// Follow calls each with the events of the journal whose number is above after, as they come, until the
// run is over or the host is gone: nil. What each fails with ends it.
func (c *Client) Follow(ctx context.Context, after uint64, each func(session.Event) error) error {
	res, err := c.do(ctx, http.MethodGet, fmt.Sprintf("/v1/events?from=%d", after+1))
	if err != nil {
		return err
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(make([]byte, 0, 4096), maxEvent)
	kind := ""
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch {
		case name == "event":
			kind = value
		case name != "data":
		case kind == "error":
			refused := Error{status: http.StatusInternalServerError}
			if err := json.Unmarshal([]byte(value), &refused); err != nil {
				return fmt.Errorf("follow events: %w", err)
			}
			return &refused
		default:
			event, err := session.ParseEvent([]byte(value))
			if err != nil {
				return fmt.Errorf("follow events: %w", err)
			}
			if err := each(event); err != nil {
				return err
			}
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("follow events: a line of more than %d bytes: %w", maxEvent, err)
	}
	return nil // a connection that breaks is a host that is gone
}
