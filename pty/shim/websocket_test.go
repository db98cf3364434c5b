package shim

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// ends are the two ends of a connection.
func ends(t testing.TB) (server, client *websocket) {
	a, b := net.Pipe()
	t.Cleanup(func() { a.Close(); b.Close() })
	return &websocket{conn: a, r: bufio.NewReader(a)}, &websocket{conn: b, r: bufio.NewReader(b), client: true}
}

func TestWebSocketRoundTrip(t *testing.T) {
	server, client := ends(t)
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.OneOf(rapid.IntRange(0, 300), rapid.SampledFrom([]int{125, 126, 65535, 65536, 200_000})).Draw(t, "size")
		p := bytes.Repeat(rapid.SliceOfN(rapid.Byte(), 1, 50).Draw(t, "bytes"), size+1)[:size]
		from, to := server, client
		if rapid.Bool().Draw(t, "upwards") {
			from, to = client, server
		}
		go from.write(opBinary, p)
		op, got, err := to.read()
		if err != nil || op != opBinary || !bytes.Equal(got, p) {
			t.Fatalf("%d bytes: opcode %d, %d bytes, %v", size, op, len(got), err)
		}
	})
}

// The frames are those of RFC 6455, section 5.7, and what section 5 forbids.
func TestWebSocketFrames(t *testing.T) {
	tests := []struct {
		name, frames string
		client       bool // reads what a server sent
		op           opcode
		want         string
		status       int // with which the connection is closed, 0 for none
	}{
		{"unmasked text", "810548656c6c6f", true, opText, "Hello", 0},
		{"masked text", "818537fa213d7f9f4d5158", false, opText, "Hello", 0},
		{"in parts", "010348656c80026c6f", true, opText, "Hello", 0},
		{"a ping between parts", "010348656c8904deadbeef80026c6f", true, opText, "Hello", 0},
		{"a pong nobody asked for", "8a00810548656c6c6f", true, opText, "Hello", 0},
		{"long length", "827e0005" + "0102030405", true, opBinary, "\x01\x02\x03\x04\x05", 0},
		{"a client must mask", "810548656c6c6f", false, 0, "", closeProtocol},
		{"a server must not", "818537fa213d7f9f4d5158", true, 0, "", closeProtocol},
		{"reserved bit", "c10548656c6c6f", true, 0, "", closeProtocol},
		{"unknown opcode", "830548656c6c6f", true, 0, "", closeProtocol},
		{"ping in parts", "0900", true, 0, "", closeProtocol},
		{"long ping", "897e007e", true, 0, "", closeProtocol},
		{"nothing to continue", "8000", true, 0, "", closeProtocol},
		{"message in a message", "01014181014280", true, 0, "", closeProtocol},
		{"bad text", "8102c328", true, 0, "", closeText},
		{"text cut in a character", "0101e2800182", true, 0, "", closeText},
		{"too long", "827f0000000100000000", true, 0, "", closeTooBig},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server, client := ends(t)
			reader, writer := server, client
			if tt.client {
				reader, writer = client, server
			}
			raw, err := hex.DecodeString(tt.frames)
			if err != nil {
				t.Fatal(err)
			}
			go writer.conn.Write(raw)
			told := make(chan []byte, 1)
			go func() { // what the reader answers
				writer.conn.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
				p, _ := io.ReadAll(writer.conn)
				told <- p
			}()
			op, p, err := reader.read()
			reader.conn.Close()
			if tt.status == 0 {
				if op != tt.op || string(p) != tt.want || err != nil {
					t.Errorf("opcode %d, %q, %v", op, p, err)
				}
				<-told
				return
			}
			var bad *protocolError
			if !errors.As(err, &bad) || bad.status != tt.status {
				t.Errorf("read: %v, want status %d", err, tt.status)
			}
			answer := &websocket{r: bufio.NewReader(bytes.NewReader(<-told)), conn: writer.conn}
			if op, _, p, err := readFrame(answer.r, tt.client, maxControl); err != nil || op != opClose || len(p) != 2 || int(p[0])<<8|int(p[1]) != tt.status {
				t.Errorf("closed by opcode %d, %x, %v", op, p, err)
			}
		})
	}
}

func TestWebSocketGoodBye(t *testing.T) {
	server, client := ends(t)
	go client.close(closeNormal)
	said := make(chan error, 1)
	go func() {
		_, _, err := server.read()
		said <- err
	}()
	if op, _, p, err := readFrame(client.r, false, maxControl); err != nil || op != opClose || !bytes.Equal(p, []byte{3, 232}) {
		t.Errorf("answer %d, %x, %v", op, p, err)
	}
	if err := <-said; err != io.EOF {
		t.Errorf("read: %v", err)
	}
	if err := server.write(opText, []byte("late")); !errors.Is(err, net.ErrClosed) {
		t.Errorf("write after good-bye: %v", err)
	}
}

// The answer of RFC 6455, section 1.3.
func TestWebSocketKey(t *testing.T) {
	if got := acceptKey("dGhlIHNhbXBsZSBub25jZQ=="); got != "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" {
		t.Error(got)
	}
}

func FuzzWebSocketFrame(f *testing.F) {
	for _, frame := range []string{"810548656c6c6f", "818537fa213d7f9f4d5158", "827f0000000000000001ff", "890401020304", "8802" + "03e8"} {
		raw, err := hex.DecodeString(frame)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw, true)
		f.Add(raw, false)
	}
	f.Fuzz(func(t *testing.T, raw []byte, masked bool) {
		const limit = 1000
		r := bufio.NewReader(bytes.NewReader(raw))
		for {
			op, _, p, err := readFrame(r, masked, limit)
			if err != nil {
				return
			}
			if len(p) > limit && op < opClose || len(p) > maxControl && op >= opClose {
				t.Fatalf("opcode %d with %d bytes", op, len(p))
			}
		}
	})
}
