package oracle

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/term"

	"rooda/pty/vt"
)

// feederSocket names, in the environment of this binary, the socket of the
// test that it prints for.
const feederSocket = "ROODA_ORACLE_FEEDER"

func TestMain(m *testing.M) {
	if path := os.Getenv(feederSocket); path != "" {
		if err := feedTerminal(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// feedTerminal runs inside tmux: it prints the streams that come by the
// socket, and says when tmux has read each of them to its end.
func feedTerminal(path string) error {
	if _, err := term.MakeRaw(0); err != nil {
		return err
	}
	conn, err := net.Dial("unix", path)
	if err != nil {
		return err
	}
	typed := bufio.NewReader(os.Stdin)
	for {
		var size uint32
		if err := binary.Read(conn, binary.BigEndian, &size); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		stream := make([]byte, size)
		if _, err := io.ReadFull(conn, stream); err != nil {
			return err
		}
		if _, err := os.Stdout.Write(append(stream, "\x1b[5n"...)); err != nil {
			return err
		}
		for answer := ""; !strings.HasSuffix(answer, "\x1b[0n"); {
			b, err := typed.ReadByte()
			if err != nil {
				return err
			}
			answer += string(rune(b))
		}
		if _, err := conn.Write([]byte{1}); err != nil {
			return err
		}
	}
}

// tmux is a private tmux server with one pane, which a feeder prints to.
type tmux struct {
	t          testing.TB
	socket     string
	feeder     net.Conn
	cols, rows int
}

// startTmux starts a server. The test is skipped where there is no tmux.
func startTmux(t testing.TB, cols, rows int) *tmux {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed")
	}
	dir, err := os.MkdirTemp("", "oracle") // short, for the sockets
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	config := filepath.Join(dir, "conf")
	settings := "set -g status off\nset -s escape-time 0\nset -g remain-on-exit on\n"
	if err := os.WriteFile(config, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", filepath.Join(dir, "feed"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	tm := &tmux{t: t, socket: filepath.Join(dir, "tmux"), cols: cols, rows: rows}
	tm.run("-f", config, "new-session", "-d", "-s", "o", "-x", fmt.Sprint(cols), "-y", fmt.Sprint(rows),
		"-e", feederSocket+"="+filepath.Join(dir, "feed"), os.Args[0])
	t.Cleanup(func() { tm.run("kill-server") })
	listener.(*net.UnixListener).SetDeadline(time.Now().Add(10 * time.Second))
	if tm.feeder, err = listener.Accept(); err != nil {
		t.Fatalf("wait for feeder: %v", err)
	}
	t.Cleanup(func() { tm.feeder.Close() })
	return tm
}

func (tm *tmux) run(args ...string) string {
	tm.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "tmux", append([]string{"-u", "-S", tm.socket}, args...)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "TMUX=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		tm.t.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// take prints the stream on a cleared screen and takes the shot.
func (tm *tmux) take(stream []byte) shot {
	tm.t.Helper()
	// What a stream left unfinished or switched on must not reach the next.
	stream = append([]byte("\x18\x1b\\\x1b[?1049l\x1bc\x1b[3J\x1b[?1049h\x1b[?1049l\x1b7"), stream...)
	stream = append(stream, "\x18"...)
	tm.feeder.SetDeadline(time.Now().Add(20 * time.Second))
	message := binary.BigEndian.AppendUint32(nil, uint32(len(stream)))
	if _, err := tm.feeder.Write(append(message, stream...)); err != nil {
		tm.t.Fatal(err)
	}
	if _, err := tm.feeder.Read(make([]byte, 1)); err != nil {
		tm.t.Fatalf("tmux did not read %q: %v", stream, err)
	}
	out := tm.run("capture-pane", "-p", "-e", "-N", "-t", "o", ";", "display-message", "-p", "-t", "o", "@#{cursor_x},#{cursor_y}")
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	var s shot
	// Styles go on from line to line in what capture-pane writes.
	parser := vt.New(vt.Options{Cols: tm.cols + 1, Rows: 1, Scrollback: -1})
	parser.Write([]byte("\x1b)0"))
	for _, line := range lines[:len(lines)-1] {
		parser.Write(append([]byte("\r\x1b7\x1b[m\x1b[2K\x1b8"), line...))
		s = append(s, lineOf(parser.Snapshot().Line(0), tm.cols))
	}
	// Where the next character wraps, tmux has the cursor past the last column.
	at := strings.Replace(lines[len(lines)-1], fmt.Sprintf("@%d,", tm.cols), fmt.Sprintf("@%d,", tm.cols-1), 1)
	return append(s, at)
}
