package shim

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"pgregory.net/rapid"
)

// ends are the two ends of a connection, as a shim and a viewer have them.
func ends(t testing.TB) (server, client *socket) {
	t.Helper()
	path := filepath.Join(runDir(t), "sock")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	upgraded, over := make(chan *socket, 1), make(chan struct{})
	h := &httptest.Server{Listener: listener, Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s, err := upgrade(w, r)
		if err != nil {
			t.Error(err)
		}
		upgraded <- s
		<-over
	})}}
	h.Start()
	c := Dial(path)
	client, err = c.dialSocket(t.Context(), "/v1/attach", nil)
	if err != nil {
		t.Fatal(err)
	}
	server = <-upgraded
	t.Cleanup(func() {
		close(over)
		client.close(0)
		server.close(0)
		c.Close()
		h.Close()
	})
	return server, client
}

func TestSocketRoundTrip(t *testing.T) {
	server, client := ends(t)
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.OneOf(rapid.IntRange(0, 300), rapid.SampledFrom([]int{4096, 65535, 65536, 200_000})).Draw(t, "size")
		p := bytes.Repeat(rapid.SliceOfN(rapid.Byte(), 1, 50).Draw(t, "bytes"), size+1)[:size]
		from, to := server, client
		if rapid.Bool().Draw(t, "upwards") {
			from, to = client, server
		}
		go from.write(websocket.MessageBinary, p)
		kind, got, err := to.read()
		if err != nil || kind != websocket.MessageBinary || !bytes.Equal(got, p) {
			t.Fatalf("%d bytes: kind %d, %d bytes, %v", size, kind, len(got), err)
		}
	})
}

// Messages of several writers do not mix.
func TestSocketWritesAreWhole(t *testing.T) {
	server, client := ends(t)
	const writers, each = 8, 20
	var work sync.WaitGroup
	for i := range writers {
		work.Go(func() {
			for range each {
				if err := client.write(websocket.MessageBinary, bytes.Repeat([]byte{byte(i)}, 30_000+i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	var got [writers]int
	for range writers * each {
		_, p, err := server.read()
		if err != nil || len(p) < 30_000 {
			t.Fatalf("%d bytes, %v", len(p), err)
		}
		if i := int(p[0]); !bytes.Equal(p, bytes.Repeat(p[:1], 30_000+i)) {
			t.Fatalf("a message of writer %d is not whole", i)
		}
		got[p[0]]++
	}
	work.Wait()
	for i, n := range got {
		if n != each {
			t.Errorf("%d messages of writer %d", n, i)
		}
	}
}

func TestSocketLimit(t *testing.T) {
	t.Parallel()
	server, client := ends(t)
	send := func(size int) {
		client.write(websocket.MessageBinary, make([]byte, size))
	}
	go send(maxMessage)
	if _, p, err := server.read(); len(p) != maxMessage || err != nil {
		t.Fatalf("%d bytes, %v", len(p), err)
	}
	go send(maxMessage + 1)
	if _, _, err := server.read(); !errors.Is(err, websocket.ErrMessageTooBig) {
		t.Errorf("a byte more: %v", err)
	}
	server.conn.Close() // the rest of the message is in the way of the good-bye
	if _, _, err := client.read(); err == nil || err == io.EOF {
		t.Errorf("the other side hears %v", err)
	}
}

func TestSocketGoodBye(t *testing.T) {
	server, client := ends(t)
	closed := make(chan struct{})
	go func() { defer close(closed); client.close(time.Minute) }()
	if _, _, err := server.read(); err != io.EOF {
		t.Errorf("read: %v", err)
	}
	<-closed
	if err := server.write(websocket.MessageText, []byte("late")); !errors.Is(err, net.ErrClosed) {
		t.Errorf("write after good-bye: %v", err)
	}
}

// What was said before a good-bye is heard before it, however late.
func TestSocketGoodByeComesLast(t *testing.T) {
	server, client := ends(t)
	for range 50 {
		if err := client.write(websocket.MessageBinary, []byte("key")); err != nil {
			t.Fatal(err)
		}
	}
	client.close(time.Millisecond) // nobody answers yet
	for i := range 50 {
		if _, p, err := server.read(); string(p) != "key" || err != nil {
			t.Fatalf("message %d: %q, %v", i, p, err)
		}
	}
	if _, _, err := server.read(); err != io.EOF {
		t.Errorf("then %v", err)
	}
}

// A side that does not read holds a write up until the deadline, and a
// good-bye no longer than there is patience.
func TestSocketDeadlines(t *testing.T) {
	t.Parallel()
	server, _ := ends(t)
	server.conn.SetWriteDeadline(time.Now().Add(20 * time.Millisecond))
	p := make([]byte, 1<<20)
	if err := server.write(websocket.MessageBinary, p); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("write: %v", err)
	}
	begun := time.Now()
	server.close(50 * time.Millisecond)
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("good-bye took %v", took)
	}
	_, client := ends(t)
	begun = time.Now()
	client.close(50 * time.Millisecond)
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("good-bye to nobody took %v", took)
	}
}

// The bytes of the handshake and of the frames are what earlier shims and
// their viewers send and expect: those of RFC 6455, sections 1.3 and 5.7.
func TestSocketBytes(t *testing.T) {
	const (
		key, accept  = "dGhlIHNhbXBsZSBub25jZQ==", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
		masked       = "\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58" // Hello
		inParts      = "\x01\x83\x00\x00\x00\x00Hel\x89\x80\x00\x00\x00\x00\x80\x82\x00\x00\x00\x00lo"
		masked1000   = "\x88\x82\x00\x00\x00\x00\x03\xe8"
		answered     = "\x81\x05Hello"
		pong         = "\x8a\x00"
		unmasked1000 = "\x88\x02\x03\xe8"
	)
	listener, err := net.Listen("unix", filepath.Join(runDir(t), "sock"))
	if err != nil {
		t.Fatal(err)
	}
	h := &httptest.Server{Listener: listener, Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s, err := upgrade(w, r)
		if err != nil {
			t.Error(err)
			return
		}
		for {
			kind, p, err := s.read()
			if err != nil {
				s.close(time.Second)
				return
			}
			s.write(kind, p)
		}
	})}}
	h.Start()
	defer h.Close()
	conn, err := net.Dial("unix", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	io.WriteString(conn, "GET /v1/attach HTTP/1.1\r\nHost: shim\r\nUser-Agent: Go-http-client/1.1\r\nConnection: Upgrade\r\n"+
		"Sec-Websocket-Key: "+key+"\r\nSec-Websocket-Version: 13\r\nUpgrade: websocket\r\n\r\n"+masked+inParts+masked1000)
	said, err := io.ReadAll(conn)
	head, frames, _ := strings.Cut(string(said), "\r\n\r\n")
	if err != nil || !strings.HasPrefix(head, "HTTP/1.1 101 ") || !strings.Contains(head, "\r\nSec-Websocket-Accept: "+accept) {
		t.Errorf("handshake %q, %v", head, err)
	}
	if want := answered + pong + answered + unmasked1000; frames != want {
		t.Errorf("frames %q, want %q", frames, want)
	}
}
