package shim

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
)

// alone sends a request without a body on a connection of its own, which ends with the answer's body or
// the request's context. One of the pool's has two goroutines and more of buffers than what is
// said on it: for the streams that last as long as an agent, and for questions that
// are asked again and again, that is most of what a host has of an agent that is silent.
func (c *Client) alone(r *http.Request) (*http.Response, error) {
	conn, err := c.connect(r.Context())
	if err != nil {
		return nil, &dialError{err}
	}
	l := &lone{Conn: conn, release: context.AfterFunc(r.Context(), func() { conn.Close() })}
	var head bytes.Buffer
	if err = r.Write(&head); err == nil {
		_, err = conn.Write(head.Bytes())
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	res, err := http.ReadResponse(bufio.NewReaderSize(conn, streamBuffer), r)
	if err != nil {
		l.Close()
		return nil, err
	}
	l.body, res.Body = res.Body, l
	return res, nil
}

// lone is the body of an answer that has its connection for itself. It is closed by closing that:
// the body's own Close would read to the end of a stream that has none.
type lone struct {
	net.Conn
	body    io.Reader
	release func() bool
}

func (l *lone) Read(p []byte) (int, error) { return l.body.Read(p) }

func (l *lone) Close() error {
	l.release()
	return l.Conn.Close()
}
