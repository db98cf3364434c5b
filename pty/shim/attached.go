package shim

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"rooda/pty"
)

// parting is how long a shim may take to answer a good-bye.
const parting = 300 * time.Millisecond

// AttachOptions says how a viewer attaches.
type AttachOptions struct {
	// Size is the viewer's window; zero when the terminal's size must not follow it.
	Size pty.Size
	// Policy, when set, is the terminal's from now on, until somebody sets
	// another. That of a ReadOnly viewer counts for nothing.
	Policy SizePolicy
	// ReadOnly viewers never type, and the size never follows them.
	ReadOnly bool
	// Resume, when set, continues at offset From without a picture, after a
	// connection was lost.
	Resume bool
	From   int64
	// History is how many rows above the screen come with the picture.
	History int
}

// Viewer is an attached terminal. One goroutine receives; any may send.
type Viewer struct {
	socket *socket
	// Hello is what the shim said first.
	Hello Message
}

// Attach attaches a viewer; ctx bounds only that. It fails with ErrFinished or
// ErrUnreachable when there is nothing to attach to, and with ErrNoPolicies
// where one was asked for in vain. The caller closes it.
func (c *Client) Attach(ctx context.Context, o AttachOptions) (*Viewer, error) {
	v, err := c.attach(ctx, o)
	if err != nil {
		if _, finished := c.finished(); finished {
			err = ErrFinished
		}
		return nil, fmt.Errorf("attach: %w", err)
	}
	return v, nil
}

func (c *Client) attach(ctx context.Context, o AttachOptions) (*Viewer, error) {
	ctx, cancel := within(ctx)
	defer cancel()
	q := url.Values{}
	if o.Size != (pty.Size{}) {
		q.Set("cols", strconv.Itoa(int(o.Size.Cols)))
		q.Set("rows", strconv.Itoa(int(o.Size.Rows)))
	}
	if o.Policy != "" {
		q.Set("policy", string(o.Policy))
	}
	if o.ReadOnly {
		q.Set("read_only", "1")
	}
	if o.Resume {
		q.Set("from", strconv.FormatInt(o.From, 10))
	}
	if o.History > 0 {
		q.Set("history", strconv.Itoa(o.History))
	}
	socket, err := c.dialSocket(ctx, "/v1/attach", q)
	if err != nil {
		return nil, err
	}
	// Whoever answers the handshake may still be silent afterwards.
	release := context.AfterFunc(ctx, func() { socket.conn.Close() })
	v := &Viewer{socket: socket}
	v.Hello, err = v.Receive()
	if !release() {
		err = expired(ctx)
	}
	if err == nil && o.Policy != "" && !slices.Contains(v.Hello.Features, policies) {
		err = ErrNoPolicies
	}
	if err != nil {
		v.Close()
		return nil, err
	}
	return v, nil
}

// Receive returns the next message, output in Message.Data. It fails with io.EOF when
// the shim has said good-bye, and otherwise when the connection is lost.
func (v *Viewer) Receive() (Message, error) {
	kind, p, err := v.socket.read()
	if err != nil {
		if err == io.EOF {
			return Message{}, err
		}
		return Message{}, fmt.Errorf("receive from agent's terminal: %w", err)
	}
	if kind == websocket.MessageBinary {
		return Message{Data: p}, nil
	}
	var m Message
	if err := decode(p, &m); err != nil {
		return m, fmt.Errorf("receive from agent's terminal: %w", err)
	}
	return m, nil
}

// Input types p as one piece.
func (v *Viewer) Input(p []byte) error {
	if err := v.socket.write(websocket.MessageBinary, p); err != nil {
		return fmt.Errorf("type into agent's terminal: %w", err)
	}
	return nil
}

// Resize says that the viewer's window has another size.
func (v *Viewer) Resize(size pty.Size) error {
	text, err := json.Marshal(Message{Type: "resize", Cols: int(size.Cols), Rows: int(size.Rows)})
	if err == nil {
		err = v.socket.write(websocket.MessageText, text)
	}
	if err != nil {
		return fmt.Errorf("resize agent's terminal: %w", err)
	}
	return nil
}

// Close leaves; the agent works on. It ends a Receive, and takes no longer
// than a moment, whatever the shim does.
func (v *Viewer) Close() error {
	v.socket.close(parting)
	return nil
}
