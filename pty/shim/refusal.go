package shim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"rooda/pty"
	"rooda/pty/vt"
)

// unanswered makes an error of a request that got no answer.
func unanswered(ctx context.Context, err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	var dialing *dialError
	switch {
	case ctx.Err() != nil:
		return expired(ctx)
	case errors.As(err, &dialing):
		return dialing.err
	}
	return fmt.Errorf("%w: %w", ErrUnreachable, err)
}

// dialError is why there is no connection.
type dialError struct{ err error }

func (e *dialError) Error() string { return e.err.Error() }

func newPastEnd(from, end int64) fault {
	return fault{Text: fmt.Sprintf("offset %d is past the end of the output, which is %d", from, end), Code: "offset"}
}

// refusal is the error that an answer carries.
func refusal(res *http.Response) error {
	var f fault
	if err := json.NewDecoder(io.LimitReader(res.Body, 64<<10)).Decode(&f); err != nil || f.Text == "" {
		return fmt.Errorf("agent's terminal answers %s", res.Status)
	}
	if f.Code == "epoch" {
		mine, _ := strconv.Atoi(res.Request.Header.Get(epochHeader))
		return &EpochError{mine, f.Epoch}
	}
	return f.known()
}

// known is the error that its code stands for.
func (f fault) known() error {
	switch f.Code {
	case "exited":
		return pty.ErrExited
	case "finished":
		return ErrFinished
	case "gap":
		return pty.ErrGap
	case "agent":
		return ErrRefused
	case "offset":
		return ErrPastEnd
	case "key":
		return &faultError{f.Text, vt.ErrKey}
	case "late":
		return context.DeadlineExceeded
	case "turn":
		return ErrTurn
	case "unread":
		return ErrUnread
	case "begun":
		return &faultError{f.Text, ErrBegun}
	case "paste":
		return ErrPaste
	case "person":
		return ErrPerson
	case "line":
		if f.Line != nil {
			return f.Line
		}
	case "starting":
		return ErrNeverStarted
	}
	return f.err()
}
