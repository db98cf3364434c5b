package shim

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

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
func (c *Client) do(r *http.Request) (*http.Response, error) { return c.sent(r, c.http.Do) }

// sent is do in the way that send goes about it.
func (c *Client) sent(r *http.Request, send func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	res, err := send(r)
	if err != nil {
		err = unanswered(r.Context(), err)
		if begun(r.Context()) {
			err = fmt.Errorf("%w; %w", err, ErrBegun)
		}
		return nil, fmt.Errorf("%s: %w", topic(r), err)
	}
	if res.StatusCode >= 300 {
		defer res.Body.Close()
		return nil, fmt.Errorf("%s: %w", topic(r), refusal(res))
	}
	return res, nil
}

// topic says in words what a request does: it begins what a person is told.
func topic(r *http.Request) string {
	switch path := strings.TrimPrefix(r.URL.Path, "/v1/"); path {
	case "input", "send":
		return "type"
	case "screen":
		return "read screen"
	case "output":
		return "read output"
	case "task", "hands":
		return "ask agent's terminal"
	case "resize":
		return "resize terminal"
	case "signal", "stop":
		return path + " agent"
	case "detach":
		return "detach viewers"
	default:
		return path
	}
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
	if noted(ctx) {
		r.Header.Set(begunHeader, "1")
	}
	res, err := c.do(r)
	if err != nil {
		return err
	}
	io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10)) // so that the connection can be used again
	return res.Body.Close()
}
