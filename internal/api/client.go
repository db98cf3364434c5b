package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"sync/atomic"
	"syscall"

	"rooda/internal/localsock"
	"rooda/workflows"
)

// Client asks the host of one session. It connects when it is used. All
// methods may be called from any goroutine, and fail with ErrNoHost when nobody
// listens, with ErrSilent when ctx ends before the host has answered, with ErrEnded when
// the host does, with *VersionError for a host of another time, and with *Error for what it refuses.
type Client struct{ http *http.Client }

// Dial returns a client of the host of the session in a folder. The caller
// calls Close.
func Dial(runDir, sessionDir string) (*Client, error) {
	path, err := localsock.Path(runDir, sessionDir)
	if err != nil {
		return nil, err
	}
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, "unix", path)
		if err != nil && ctx.Err() == nil {
			if foreign := localsock.Foreign(path); foreign != nil {
				err = foreign
			}
			err = fmt.Errorf("%w: %w", ErrNoHost, err)
		}
		return conn, err
	}
	return &Client{&http.Client{Transport: &http.Transport{DialContext: dial, DisableCompression: true}}}, nil
}

// Close gives idle connections up.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Session returns the session as it is now.
func (c *Client) Session(ctx context.Context) (Session, error) {
	var s Session
	res, err := c.do(ctx, http.MethodGet, "/v1/session")
	if err != nil {
		return s, err
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(&s); err != nil {
		return s, fmt.Errorf("read session from host: %w", unanswered(ctx, err, true))
	}
	return s, nil
}

// Approve answers the question that a task's agent asks with its plain yes.
func (c *Client) Approve(ctx context.Context, task string) error { return c.act(ctx, task, "approve") }

// Complete ends a task's interactive iteration as done.
func (c *Client) Complete(ctx context.Context, task string) error {
	return c.act(ctx, task, "complete")
}

// Cancel ends a task as failed.
func (c *Client) Cancel(ctx context.Context, task string) error { return c.act(ctx, task, "cancel") }

// Settle says what becomes of a task whose agent was lost: retry, resume or fail.
func (c *Client) Settle(ctx context.Context, task string, policy workflows.OnLost) error {
	return c.act(ctx, task, string(policy))
}

func (c *Client) act(ctx context.Context, task, action string) error {
	return c.post(ctx, "/v1/tasks/"+url.PathEscape(task)+"/"+action)
}

// Stop begins to stop the session, with kill without a grace for its agents.
func (c *Client) Stop(ctx context.Context, kill bool) error {
	if kill {
		return c.post(ctx, "/v1/stop?kill=1")
	}
	return c.post(ctx, "/v1/stop")
}

func (c *Client) post(ctx context.Context, path string) error {
	res, err := c.do(ctx, http.MethodPost, path)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

// do sends a request; the answer is one of success.
func (c *Client) do(ctx context.Context, method, path string) (*http.Response, error) {
	var begun atomic.Bool
	tracing := httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotFirstResponseByte: func() { begun.Store(true) }})
	r, err := http.NewRequestWithContext(tracing, method, "http://host"+path, nil)
	if err != nil {
		return nil, err
	}
	res, err := c.http.Do(r)
	if err != nil {
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return nil, unanswered(ctx, err, begun.Load())
	}
	if version, err := strconv.Atoi(res.Header.Get(apiHeader)); err == nil && version > API {
		res.Body.Close()
		return nil, &VersionError{version}
	}
	if res.StatusCode < http.StatusMultipleChoices {
		return res, nil
	}
	defer res.Body.Close()
	refused := Error{status: res.StatusCode}
	if err := json.NewDecoder(io.LimitReader(res.Body, 64<<10)).Decode(&refused); err != nil || refused.Text == "" {
		return nil, fmt.Errorf("the host answers %s", res.Status)
	}
	return nil, &refused
}

// unanswered tells a host that does not answer in time, and one that ended instead, from what else goes
// wrong; begun says that some of an answer came.
func unanswered(ctx context.Context, err error, begun bool) error {
	cut := !begun || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return ErrSilent
	case cut && ctx.Err() == nil && !errors.Is(err, ErrNoHost):
		return ErrEnded
	}
	return err
}
