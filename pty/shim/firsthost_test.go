package shim

import (
	"bufio"
	"bytes"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rooda/pty/ptytest"
)

// What the first hosts and viewers say is understood, to the byte, and they
// find all that they look for in the answers and the files.
func TestFirstHostIsServed(t *testing.T) {
	r, tape := request(t, "")
	r = keyed(r)
	r.Spec.Path, r.Spec.Argv = "/bin/sh", []string{"sh", "-c", `echo ready; while read line; do echo "got $line"; test "$line" != quit || exit 0; done`}
	r.Epoch, r.Spec.Index = 2, filepath.Join(filepath.Dir(r.Spec.Log), "output.idx")
	begin(t, r)
	tape.Await(t, "ready")
	socket := socketOf(t, r)
	for _, e := range transcript(t) {
		conn, err := net.Dial("unix", socket)
		if err != nil {
			t.Fatal(err)
		}
		conn.SetDeadline(time.Now().Add(20 * time.Second))
		conn.Write(e.steps[0].said)
		then, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(e.steps[1].said)), nil)
		if err != nil {
			t.Fatal(err)
		}
		br := bufio.NewReader(conn)
		now, err := http.ReadResponse(br, nil)
		if err != nil {
			t.Fatalf("%s: %v", e.line, err)
		}
		if now.StatusCode != then.StatusCode || now.Header.Get("Content-Type") != then.Header.Get("Content-Type") {
			t.Errorf("%s: %s, %v", e.line, now.Status, now.Header)
		}
		for name := range maps.Keys(then.Header) {
			if now.Header.Get(name) == "" {
				t.Errorf("%s: no header %s", e.line, name)
			}
		}
		switch {
		case then.StatusCode == http.StatusSwitchingProtocols:
			if got := now.Header.Get("Sec-Websocket-Accept"); got != then.Header.Get("Sec-Websocket-Accept") {
				t.Errorf("handshake answered by %s", got)
			}
			beFirstViewer(t, conn, br, e, tape)
		case strings.Contains(then.Header.Get("Content-Type"), "json"):
			line, err := bufio.NewReader(then.Body).ReadBytes('\n')
			if err != nil {
				t.Fatal(err)
			}
			got, err := bufio.NewReader(now.Body).ReadBytes('\n')
			if err == nil {
				err = covers(object(t, line), object(t, got))
			}
			if err != nil {
				t.Errorf("%s: %q: %v", e.line, got, err)
			}
		}
		conn.Close()
	}
	tape.Await(t, "got quit")
	eventually(t, "the end is recorded", func() bool { return recorded(r.Dir) })
	for _, name := range []string{SpecFile, ShimFile, ExitFile, ScreenFile} {
		data, err := os.ReadFile(filepath.Join(r.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := covers(recording(t, name), object(t, data)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// beFirstViewer says what the recorded viewer said, byte for byte.
func beFirstViewer(t *testing.T, conn net.Conn, r io.Reader, e exchange, tape *ptytest.Tape) {
	t.Helper()
	answered := e.steps[1].said
	recorded := bytes.NewReader(answered[bytes.Index(answered, []byte("\r\n\r\n"))+4:])
	then := map[string]map[string]any{}
	for kind, p, err := frame(recorded); err == nil; kind, p, err = frame(recorded) {
		if kind == 1 {
			m := object(t, p)
			then[m["type"].(string)] = m
		}
	}
	now := map[string]map[string]any{}
	var heard []byte // in any kind of message: what was printed early is in a picture
	await := func(want string) {
		t.Helper()
		for !bytes.Contains(heard, []byte(want)) {
			kind, p, err := frame(r)
			if err != nil {
				t.Fatalf("waiting for %q: %v in %q", want, err, heard)
			}
			if heard = append(heard, p...); kind == 1 {
				m := object(t, p)
				now[m["type"].(string)] = m
			}
		}
	}
	var said [][]byte
	for _, s := range e.steps {
		if s.caller {
			said = append(said, s.said)
		}
	}
	await(`"held":true`)
	conn.Write(said[1])
	await("got two")
	conn.Write(said[2])
	await(`"type":"resize","cols":100,"rows":30`)
	if n, err := Dial(conn.RemoteAddr().String()).Detach(t.Context(), false); n != 1 || err != nil {
		t.Errorf("%d were sent away, %v", n, err)
	}
	await(`"type":"detach"`)
	conn.Write(said[3])
	await("\x03\xe8")
	for kind, m := range then {
		if err := covers(m, now[kind]); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if _, _, err := frame(r); err != io.EOF {
		t.Errorf("after the good-bye: %v", err)
	}
}
