package shim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"rooda/internal/localsock"
	"rooda/pty"
	"rooda/pty/vt"
)

// Client talks to one shim. It holds no connection between calls but idle
// ones; Close gives those up. All methods may be called from any goroutine,
// and fail with ErrUnreachable when nobody answers.
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
		DisableCompression: true, MaxIdleConnsPerHost: 2, IdleConnTimeout: 30 * time.Second,
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

func (c *Client) request(ctx context.Context, method, path string, q url.Values, body io.Reader) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, method, "http://shim"+path, body)
	if err != nil {
		return nil, err
	}
	r.URL.RawQuery = q.Encode()
	if c.epoch != 0 {
		r.Header.Set(epochHeader, strconv.Itoa(c.epoch))
	}
	return r, nil
}

// do sends a request; the answer is one of success.
func (c *Client) do(r *http.Request) (*http.Response, error) {
	res, err := c.http.Do(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", topic(r), unanswered(r.Context(), err))
	}
	if res.StatusCode >= 300 {
		defer res.Body.Close()
		return nil, fmt.Errorf("%s: %w", topic(r), refusal(res))
	}
	return res, nil
}

// unanswered makes an error of a request that got no answer.
func unanswered(ctx context.Context, err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	var dialing *dialError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &dialing):
		return dialing.err
	}
	return fmt.Errorf("%w: %w", ErrUnreachable, err)
}

// dialError is why there is no connection.
type dialError struct{ err error }

func (e *dialError) Error() string { return e.err.Error() }

// topic says what a request is about.
func topic(r *http.Request) string {
	return strings.ToLower(r.Method) + " " + strings.TrimPrefix(r.URL.Path, "/v1/")
}

// refusal is the error that an answer carries.
func refusal(res *http.Response) error {
	var f fault
	if err := json.NewDecoder(io.LimitReader(res.Body, 64<<10)).Decode(&f); err != nil || f.Text == "" {
		return fmt.Errorf("agent's terminal answers %s", res.Status)
	}
	switch f.Code {
	case "epoch":
		mine, _ := strconv.Atoi(res.Request.Header.Get(epochHeader))
		return &EpochError{mine, f.Epoch}
	case "exited":
		return pty.ErrExited
	case "finished":
		return ErrFinished
	case "gap":
		return pty.ErrGap
	case "agent":
		return ErrRefused
	case "starting":
		return ErrNeverStarted
	}
	return f.err()
}

// call sends a request whose answer does not matter.
func (c *Client) call(ctx context.Context, path string, q url.Values, body []byte, who string) error {
	r, err := c.request(ctx, http.MethodPost, path, q, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if who != "" {
		r.Header.Set(whoHeader, who)
	}
	res, err := c.do(r)
	if err != nil {
		return err
	}
	io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10)) // so that the connection can be used again
	return res.Body.Close()
}

// Task returns what runs and how it is.
func (c *Client) Task(ctx context.Context) (Task, error) {
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

// Screen returns the screen in a format: text, ansi or json; of an agent that
// has ended, as it was then.
func (c *Client) Screen(ctx context.Context, format string) ([]byte, error) {
	r, err := c.request(ctx, http.MethodGet, "/v1/screen", url.Values{"format": {format}}, nil)
	if err != nil {
		return nil, err
	}
	res, err := c.do(r)
	if err != nil {
		if p, lastErr := c.lastPicture(); lastErr == nil {
			text, _, err := render(p.Snapshot(), format)
			return text, err
		}
		return nil, err
	}
	defer res.Body.Close()
	return io.ReadAll(res.Body)
}

// Picture returns the screen with up to history rows of what left it at its
// top; of an agent that has ended, as it was then.
func (c *Client) Picture(ctx context.Context, history int) (Picture, error) {
	q := url.Values{"format": {"snapshot"}, "history": {strconv.Itoa(history)}}
	r, err := c.request(ctx, http.MethodGet, "/v1/screen", q, nil)
	if err != nil {
		return Picture{}, err
	}
	res, err := c.do(r)
	if err != nil {
		if p, lastErr := c.lastPicture(); lastErr == nil {
			return p, nil
		}
		return Picture{}, err
	}
	defer res.Body.Close()
	var p Picture
	if err := json.NewDecoder(res.Body).Decode(&p); err != nil {
		return p, fmt.Errorf("%s: %w", topic(r), err)
	}
	return p, nil
}

// Snapshot returns the screen.
func (c *Client) Snapshot(ctx context.Context) (*vt.Snapshot, error) {
	p, err := c.Picture(ctx, 0)
	if err != nil {
		return nil, err
	}
	return p.Snapshot(), nil
}

// lastPicture is the screen as recorded at the end.
func (c *Client) lastPicture() (Picture, error) {
	var p Picture
	if c.dir == "" {
		return p, fs.ErrNotExist
	}
	err := load(c.dir, ScreenFile, &p)
	if err == nil && (p.Cols == 0 || p.Rows == 0) {
		err = fs.ErrNotExist
	}
	return p, err
}

// InputOptions says how something is typed.
type InputOptions struct {
	// Who types: human, host or agent.
	Who string
	// Paste sends it as a paste: without what could be a key, and in brackets where the
	// agent asked for them.
	Paste bool
	// Quiet waits until nobody who is attached has typed for so long.
	Quiet time.Duration
}

// Input types p as one piece. When it returns nil the agent's terminal has
// taken all of it.
func (c *Client) Input(ctx context.Context, p []byte, o InputOptions) error {
	q := url.Values{}
	if o.Paste {
		q.Set("paste", "1")
	}
	if o.Quiet > 0 {
		q.Set("quiet", o.Quiet.String())
	}
	return c.call(ctx, "/v1/input", q, p, o.Who)
}

// Resize changes the terminal's size.
func (c *Client) Resize(ctx context.Context, size pty.Size) error {
	return c.call(ctx, "/v1/resize", url.Values{
		"cols": {strconv.Itoa(int(size.Cols))}, "rows": {strconv.Itoa(int(size.Rows))},
	}, nil, "")
}

// Detach makes the viewer go that typed last, or all that are attached, and
// returns how many that are. A viewer is given a second to leave by itself.
func (c *Client) Detach(ctx context.Context, all bool) (int, error) {
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
	return c.call(ctx, "/v1/signal", url.Values{"number": {strconv.Itoa(int(sig))}}, nil, "")
}

// Stop begins to end the agent; with kill at once. It does not wait.
func (c *Client) Stop(ctx context.Context, kill bool) error {
	q := url.Values{}
	if kill {
		q.Set("kill", "1")
	}
	return c.call(ctx, "/v1/stop", q, nil, "")
}

// Output writes raw output to w, from offset from of the log on: what there
// is, or with follow what comes as well, until the agent's end. next is the
// offset of the first byte that w did not get. Of an agent that has ended it
// is read from the log. It fails with pty.ErrGap where output is missing.
func (c *Client) Output(ctx context.Context, from int64, follow bool, w io.Writer) (next int64, err error) {
	res, begins, err := c.openOutput(ctx, from, follow)
	if err != nil {
		if _, finished := c.finished(); finished {
			return c.logged(from, w)
		}
		return from, err
	}
	defer res.Body.Close()
	if begins != from {
		return from, pty.ErrGap
	}
	n, err := receive(ctx, res, w)
	return from + n, err
}

// openOutput asks for output. It begins at another offset than asked for where
// output is missing.
func (c *Client) openOutput(ctx context.Context, from int64, follow bool) (_ *http.Response, begins int64, err error) {
	q := url.Values{"from": {strconv.FormatInt(from, 10)}}
	if follow {
		q.Set("follow", "1")
	}
	r, err := c.request(ctx, http.MethodGet, "/v1/output", q, nil)
	if err != nil {
		return nil, from, err
	}
	res, err := c.do(r)
	if err != nil {
		return nil, from, err
	}
	begins = from
	if n, err := strconv.ParseInt(res.Header.Get(offsetHeader), 10, 64); err == nil {
		begins = n
	}
	return res, begins, nil
}

// receive writes an answer's output to w.
func receive(ctx context.Context, res *http.Response, w io.Writer) (int64, error) {
	n, err := io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{res.Body}, make([]byte, 2*piece))
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", topic(res.Request), err)
	}
	return n, err
}

// logged writes what is in the log from an offset on.
func (c *Client) logged(from int64, w io.Writer) (int64, error) {
	var p plan
	if err := load(c.dir, SpecFile, &p); err != nil {
		return from, err
	}
	return copyLog(p.Log, from, w)
}

func copyLog(path string, from int64, w io.Writer) (int64, error) {
	log, err := os.Open(filepath.Clean(path))
	if err != nil {
		return from, fmt.Errorf("open output log: %w", err)
	}
	defer log.Close()
	if info, err := log.Stat(); err != nil || !info.Mode().IsRegular() {
		return from, err // a device holds nothing
	}
	if _, err := log.Seek(from, io.SeekStart); err != nil {
		return from, fmt.Errorf("read output log: %w", err)
	}
	n, err := io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{log}, make([]byte, piece))
	if err != nil {
		err = fmt.Errorf("read output log: %w", err)
	}
	return from + n, err
}
