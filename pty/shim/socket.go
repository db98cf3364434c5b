package shim

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"time"

	"github.com/coder/websocket"
)

// maxMessage bounds what one side takes in one message.
const maxMessage = 16 << 20

// socket is one end of a viewer's connection. One goroutine reads; any may
// write, each message whole. Deadlines are those of conn: the library's
// contexts would take the connection away with the first that expires.
type socket struct {
	ws   *websocket.Conn
	conn net.Conn
}

// read returns the next message, and answers pings. It fails with io.EOF when
// the other side has said good-bye.
func (s *socket) read() (websocket.MessageType, []byte, error) {
	kind, p, err := s.ws.Read(context.Background())
	switch websocket.CloseStatus(err) {
	case websocket.StatusNormalClosure, websocket.StatusGoingAway, websocket.StatusNoStatusRcvd:
		err = io.EOF
	}
	return kind, p, err
}

// write sends one message. It fails with net.ErrClosed after a good-bye.
func (s *socket) write(kind websocket.MessageType, p []byte) error {
	return s.ws.Write(context.Background(), kind, p)
}

// close says good-bye, waits for the answer as long as it has patience, and
// closes the connection. What else arrives meanwhile is lost.
func (s *socket) close(patience time.Duration) {
	s.conn.SetDeadline(time.Now().Add(patience))
	s.ws.Close(websocket.StatusNormalClosure, "") // fails when nobody listens any more
	s.conn.Close()
}

// upgrade makes a socket of a request. It has answered when it fails.
func upgrade(w http.ResponseWriter, r *http.Request) (*socket, error) {
	if r.Header.Get("Upgrade") == "" {
		w.Header().Set("Upgrade", "websocket")
		w.Header().Set("Sec-Websocket-Version", "13")
		refuse(w, http.StatusUpgradeRequired, fault{Text: "attach by a WebSocket, version 13", Code: "upgrade"})
		return nil, errors.New("no handshake of a websocket")
	}
	taken := &hijacked{ResponseWriter: w}
	ws, err := websocket.Accept(taken, r, nil)
	if err != nil {
		return nil, err
	}
	ws.SetReadLimit(maxMessage)
	return &socket{ws, taken.conn}, nil
}

// hijacked keeps the connection that was taken over.
type hijacked struct {
	http.ResponseWriter
	conn net.Conn
}

// Hijack is http.Hijacker's.
func (h *hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffered, err := http.NewResponseController(h.ResponseWriter).Hijack()
	h.conn = conn
	return conn, buffered, err
}

// dialSocket opens a socket; ctx bounds the handshake.
func (c *Client) dialSocket(ctx context.Context, path string, q url.Values) (*socket, error) {
	r, err := c.request(ctx, http.MethodGet, path, q, nil)
	if err != nil {
		return nil, err
	}
	s := &socket{}
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(got httptrace.GotConnInfo) { s.conn = got.Conn }})
	var res *http.Response
	s.ws, res, err = websocket.Dial(ctx, r.URL.String(), &websocket.DialOptions{HTTPClient: c.http, HTTPHeader: r.Header})
	switch {
	case err == nil:
		s.ws.SetReadLimit(maxMessage)
		return s, nil
	case res == nil:
		return nil, unanswered(ctx, err)
	case res.StatusCode != http.StatusSwitchingProtocols:
		return nil, refusal(res)
	}
	return nil, fmt.Errorf("no websocket at the other side: %w", err)
}
