package shim

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"rooda/pty"
)

// AttachOptions says how a viewer attaches.
type AttachOptions struct {
	// Size is the viewer's window; zero when the terminal's size must not follow it.
	Size pty.Size
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
	socket *websocket
	// Hello is what the shim said first.
	Hello Message
}

// Attach attaches a viewer; ctx bounds only that. It fails with ErrFinished or
// ErrUnreachable when there is nothing to attach to. The caller closes it.
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
	q := url.Values{}
	if o.Size != (pty.Size{}) {
		q.Set("cols", strconv.Itoa(int(o.Size.Cols)))
		q.Set("rows", strconv.Itoa(int(o.Size.Rows)))
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
	r, err := c.request(ctx, http.MethodGet, "/v1/attach", q, nil)
	if err != nil {
		return nil, err
	}
	conn, err := c.connect(ctx)
	if err != nil {
		return nil, err
	}
	v := &Viewer{}
	if v.socket, err = dialWebSocket(ctx, conn, r); err == nil {
		v.Hello, err = v.Receive()
	}
	if err == nil && v.Hello.API > API {
		err = &VersionError{v.Hello.API}
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return v, nil
}

// Receive returns the next message, output in Message.Data. It fails with io.EOF when
// the shim has said good-bye, and otherwise when the connection is lost.
func (v *Viewer) Receive() (Message, error) {
	op, p, err := v.socket.read()
	if err != nil {
		if err == io.EOF {
			return Message{}, err
		}
		return Message{}, fmt.Errorf("receive from agent's terminal: %w", err)
	}
	if op == opBinary {
		return Message{Data: p}, nil
	}
	var m Message
	if err := json.Unmarshal(p, &m); err != nil {
		return m, fmt.Errorf("receive from agent's terminal: %w", err)
	}
	return m, nil
}

// Input types p as one piece.
func (v *Viewer) Input(p []byte) error {
	if err := v.socket.write(opBinary, p); err != nil {
		return fmt.Errorf("type into agent's terminal: %w", err)
	}
	return nil
}

// Resize says that the viewer's window has another size.
func (v *Viewer) Resize(size pty.Size) error {
	text, err := json.Marshal(Message{Type: "resize", Cols: int(size.Cols), Rows: int(size.Rows)})
	if err == nil {
		err = v.socket.write(opText, text)
	}
	if err != nil {
		return fmt.Errorf("resize agent's terminal: %w", err)
	}
	return nil
}

// Close leaves; the agent works on. It ends a Receive.
func (v *Viewer) Close() error {
	v.socket.close(closeNormal)
	return v.socket.conn.Close()
}
