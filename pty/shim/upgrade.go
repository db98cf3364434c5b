package shim

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// upgrade makes a WebSocket of a request. It has answered when it fails.
func upgrade(w http.ResponseWriter, r *http.Request) (*websocket, error) {
	key := r.Header.Get("Sec-Websocket-Key")
	if decoded, err := base64.StdEncoding.DecodeString(key); err != nil || len(decoded) != 16 ||
		!hasToken(r.Header["Upgrade"], "websocket") || !hasToken(r.Header["Connection"], "upgrade") || r.Header.Get("Sec-Websocket-Version") != "13" {
		w.Header().Set("Upgrade", "websocket")
		w.Header().Set("Sec-Websocket-Version", "13")
		refuse(w, http.StatusUpgradeRequired, fault{Text: "attach by a WebSocket, version 13", Code: "upgrade"})
		return nil, errors.New("no handshake of a websocket")
	}
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return nil, fmt.Errorf("take connection over: %w", err)
	}
	conn.SetDeadline(time.Time{})
	_, err = fmt.Fprintf(conn, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n", acceptKey(key))
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &websocket{conn: conn, r: buffered.Reader}, nil
}

// dialWebSocket opens a WebSocket; ctx bounds the handshake.
func dialWebSocket(ctx context.Context, conn net.Conn, r *http.Request) (*websocket, error) {
	key := make([]byte, 16)
	rand.Read(key) // never fails
	encoded := base64.StdEncoding.EncodeToString(key)
	r.Header.Set("Upgrade", "websocket")
	r.Header.Set("Connection", "Upgrade")
	r.Header.Set("Sec-WebSocket-Version", "13")
	r.Header.Set("Sec-WebSocket-Key", encoded)
	release := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	defer release()
	if err := r.Write(conn); err != nil {
		return nil, err
	}
	br := bufio.NewReader(conn)
	res, err := http.ReadResponse(br, r)
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusSwitchingProtocols {
		defer res.Body.Close()
		return nil, refusal(res)
	}
	if res.Header.Get("Sec-Websocket-Accept") != acceptKey(encoded) {
		return nil, errors.New("no websocket at the other side")
	}
	return &websocket{conn: conn, r: br, client: true}, ctx.Err()
}
