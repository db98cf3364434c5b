package shim

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// step is what one side said: the caller (>) or the shim (<).
type step struct {
	caller bool
	said   []byte
}

// exchange is a request of testdata/api1/transcript.txt and all that followed.
type exchange struct {
	line  string // its first line
	steps []step // the first is the request
}

// transcript returns the exchanges that were recorded, in order.
func transcript(t testing.TB) []exchange {
	t.Helper()
	text, err := os.ReadFile("testdata/api1/transcript.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []exchange
	for line := range strings.Lines(string(text)) {
		who, quoted, spoken := strings.Cut(strings.TrimSpace(line), " ")
		if !spoken {
			continue // another connection
		}
		said, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", quoted, err)
		}
		if first, _, _ := strings.Cut(said, "\r\n"); strings.HasSuffix(first, " HTTP/1.1") {
			all = append(all, exchange{line: strings.TrimSuffix(first, " HTTP/1.1")})
		}
		last := &all[len(all)-1]
		last.steps = append(last.steps, step{who == ">", []byte(said)})
	}
	return all
}

// recording is a file of the folder that was recorded, as an object.
func recording(t testing.TB, name string) map[string]any {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata/api1", name))
	if err != nil {
		t.Fatal(err)
	}
	return object(t, data)
}

func object(t testing.TB, data []byte) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%q: %v", data, err)
	}
	return v
}

// oldShim answers what was recorded, and hangs up on anything else. It does not end the output before end is
// closed, and calls ended just before it does.
type oldShim struct {
	t      testing.TB
	script []exchange
	end    chan struct{}
	ended  func()
	heard  chan string // what was typed and attached viewers said
}

func (o *oldShim) listen(socket string) {
	if o.script == nil {
		o.script = transcript(o.t)
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go o.serve(conn)
		}
	}()
}

func (o *oldShim) serve(conn net.Conn) {
	defer conn.Close()
	for r := bufio.NewReader(conn); ; {
		request, err := http.ReadRequest(r)
		if err != nil {
			return
		}
		body, _ := io.ReadAll(request.Body)
		if len(body) > 0 {
			o.heard <- string(body)
		}
		asked := func(e exchange) bool { return e.line == request.Method+" "+request.RequestURI }
		if i := slices.IndexFunc(o.script, asked); i < 0 || !o.answer(conn, r, request, o.script[i]) {
			return
		}
	}
}

func (o *oldShim) answer(conn net.Conn, r *bufio.Reader, request *http.Request, e exchange) (more bool) {
	for _, s := range e.steps[1:] {
		if s.caller {
			_, said, err := frame(r)
			if err != nil {
				return false // the caller has left
			}
			o.heard <- string(said)
			continue
		}
		if bytes.Equal(s.said, []byte("0\r\n\r\n")) {
			<-o.end
			o.ended()
		}
		said := bytes.Replace(s.said, []byte("1/MZZ3uFBfS1l4UFsldwcFLq5tQ="), []byte(answerTo(request.Header.Get("Sec-Websocket-Key"))), 1)
		if _, err := conn.Write(said); err != nil {
			return false
		}
	}
	return true
}

// frame reads one frame of a WebSocket, whoever sent it.
func frame(r io.Reader) (kind byte, p []byte, err error) {
	head := make([]byte, 2)
	if _, err := io.ReadFull(r, head); err != nil {
		return 0, nil, err
	}
	size := int(head[1] & 0x7f)
	if size == 126 {
		more := make([]byte, 2)
		if _, err := io.ReadFull(r, more); err != nil {
			return 0, nil, err
		}
		size = int(binary.BigEndian.Uint16(more))
	}
	mask := make([]byte, 4)
	if head[1]&0x80 != 0 {
		if _, err := io.ReadFull(r, mask); err != nil {
			return 0, nil, err
		}
	}
	p = make([]byte, size)
	_, err = io.ReadFull(r, p)
	for i := range p {
		p[i] ^= mask[i%4]
	}
	return head[0] & 0x0f, p, err
}

// covers fails unless now has all that old has, of the same kind.
func covers(old, now any) error {
	if fmt.Sprintf("%T", old) != fmt.Sprintf("%T", now) {
		return fmt.Errorf("was %T, is %T", old, now)
	}
	fields, isObject := old.(map[string]any)
	if !isObject {
		return nil
	}
	for name, value := range fields {
		if err := covers(value, now.(map[string]any)[name]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
