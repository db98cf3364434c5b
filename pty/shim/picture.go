package shim

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"strconv"

	"rooda/pty/vt"
)

// Screen returns the screen in a format: text, ansi or json; of an agent that
// has ended, as it was then.
func (c *Client) Screen(ctx context.Context, format string) ([]byte, error) {
	ctx, cancel := within(ctx)
	defer cancel()
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
	ctx, cancel := within(ctx)
	defer cancel()
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
