package shim

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"

	"rooda/pty"
)

// Output writes raw output to w, from offset from of the log on: what there
// is, or with follow what comes as well, until the agent's end. next is the
// offset of the first byte that w did not get. Of an agent that has ended it
// is read from the log. It fails with pty.ErrGap where output is missing, and
// with ErrPastEnd where the agent has not written so much; the shims of before wait for that.
func (c *Client) Output(ctx context.Context, from int64, follow bool, w io.Writer) (next int64, err error) {
	ctx, begun, end := beginning(ctx)
	defer end()
	res, begins, err := c.openOutput(ctx, from, follow)
	begun()
	if err != nil {
		task, finished := c.finished()
		switch {
		case finished && from > task.Offset:
			return from, ErrPastEnd
		case finished:
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
	send := c.http.Do
	if follow {
		send = c.alone
	}
	res, err := c.sent(r, send)
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
	n, err := copyGrowing(w, res.Body)
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", topic(res.Request), err)
	}
	return n, err
}

// copyGrowing is io.Copy with a buffer as large as the output wants: most agents
// say little at once, and a host may have hundreds.
func copyGrowing(w io.Writer, r io.Reader) (written int64, err error) {
	for buf := make([]byte, 1024); ; {
		n, failed := r.Read(buf)
		if n > 0 {
			taken, err := w.Write(buf[:n])
			written += int64(taken)
			if err != nil {
				return written, err
			}
		}
		if failed == io.EOF {
			return written, nil
		}
		if failed != nil {
			return written, failed
		}
		if n == len(buf) && n < 2*piece {
			buf = make([]byte, 2*piece)
		}
	}
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
