package shim

import (
	"context"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"os"
	"time"

	"rooda/internal/localsock"
)

// streamBuffer is what a connection has for reading, and for writing.
const streamBuffer = 1 << 10

// Client talks to one shim. It holds no connection between calls but idle
// ones; Close gives those up. All methods may be called from any goroutine,
// and fail with ErrUnreachable when nobody answers, which takes
// 2 s where somebody listens (ErrSilent). Only Input takes as long as the agent
// does, and streams have 10 s to begin.
type Client struct {
	socket string
	dir    string // the iteration's folder, "" when only the socket is known
	epoch  int    // 0 for everybody but hosts
	http   *http.Client
}

// Dial returns a client of the shim of an iteration's folder, or of a socket.
// It connects only when it is used. When the agent has ended, Task, Screen and Output
// of a client of a folder answer from what is recorded there.
func Dial(path string) *Client {
	c := &Client{socket: path}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		c.dir, c.socket = path, ""
	}
	c.http = &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			conn, err := c.connect(ctx)
			if err != nil {
				return nil, &dialError{err}
			}
			return conn, nil
		},
		// Buffers of 4 KB would be most of what a host has for an agent that is silent. Messages
		// are short, and what is long goes past them.
		ReadBufferSize: streamBuffer, WriteBufferSize: streamBuffer,
		ExpectContinueTimeout: math.MaxInt64, // the turn may come late
		DisableCompression:    true, MaxIdleConnsPerHost: 2, IdleConnTimeout: 30 * time.Second,
	}}
	return c
}

func (c *Client) connect(ctx context.Context) (net.Conn, error) {
	socket := c.socket
	if socket == "" {
		var r record
		if err := load(c.dir, ShimFile, &r); err != nil {
			if missing(err) {
				err = ErrNeverStarted
			}
			return nil, err
		}
		socket = r.Socket
	}
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", socket)
	if err != nil && ctx.Err() == nil {
		if foreign := localsock.Foreign(socket); foreign != nil {
			err = foreign
		} else if crowded(err) {
			err = ErrSilent
		}
		err = fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return conn, err
}

// Close gives idle connections up.
func (c *Client) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// Task returns what runs and how it is.
func (c *Client) Task(ctx context.Context) (Task, error) {
	ctx, cancel := within(ctx)
	defer cancel()
	var t Task
	r, err := c.request(ctx, http.MethodGet, "/v1/task", nil, nil)
	if err != nil {
		return t, err
	}
	res, err := c.do(r)
	if err != nil {
		if t, finished := c.finished(); finished {
			return t, nil
		}
		return t, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, maxMessage))
	if err == nil {
		err = decode(data, &t)
	}
	if err != nil {
		return t, fmt.Errorf("%s: %w", topic(r), err)
	}
	return t, nil
}

// finished is the task as recorded at its end.
func (c *Client) finished() (Task, bool) {
	var e Exit
	var p plan
	if c.dir == "" || load(c.dir, ExitFile, &e) != nil || load(c.dir, SpecFile, &p) != nil {
		return Task{}, false
	}
	return Task{
		API: e.API, State: Finished, Pid: e.Pid, Dir: c.dir, Argv: p.Argv,
		Cols: int(p.Cols), Rows: int(p.Rows), Offset: e.Bytes, LogError: e.LogError, Exit: &e,
	}, true
}
