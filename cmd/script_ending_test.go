package cmd_test

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

func sendSignal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: signal NAME SIGNAL")
	}
	p := find(ts, args[0])
	p.told = time.Now()
	ts.Check(p.cmd.Process.Signal(unix.SignalNum("SIG" + args[1])))
}

func typeText(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: type NAME TEXT")
	}
	p := find(ts, args[0])
	p.told = time.Now()
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	_, err = io.WriteString(p.master, text)
	ts.Check(err)
}

// hangUp closes the terminal of a program, and waits for that to end.
func hangUp(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: hangup NAME")
	}
	p := find(ts, args[0])
	_ = p.master.Close() // it is, once nobody has the terminal open any more
	select {
	case <-p.done:
	case <-time.After(patience):
		ts.Fatalf("%s still runs after %s", args[0], patience)
	}
	delete(programs(ts), args[0])
}

func ends(ts *testscript.TestScript, neg bool, args []string) {
	after, within := time.Duration(0), patience
	for len(args) > 2 {
		switch name, value, _ := strings.Cut(args[0], "="); name {
		case "-after":
			after = duration(value)
		case "-within":
			within = duration(value)
		}
		args = args[1:]
	}
	if neg || len(args) != 2 {
		ts.Fatalf("usage: ends [-after=D] [-within=D] NAME CODE")
	}
	p := find(ts, args[0])
	late := time.NewTimer(within)
	defer late.Stop()
	select {
	case <-p.done:
	case <-late.C:
		ts.Fatalf("%s still runs after %s", args[0], within)
	}
	if took := time.Since(p.told); took < after {
		ts.Fatalf("%s ended after %s, want %s at least", args[0], took, after)
	}
	delete(programs(ts), args[0])
	p.show(ts)
	if code := strconv.Itoa(exitCode(p.cmd.ProcessState)); code != args[1] {
		ts.Fatalf("exit code %s, want %s", code, args[1])
	}
	if p.screen == nil {
		return
	}
	if problem := p.screen.unclean(); problem != "" {
		ts.Fatalf("%s left its terminal unclean: %s", args[0], problem)
	}
}

// exitCode is what a shell would say.
func exitCode(state *os.ProcessState) int {
	if ws, ok := state.Sys().(interface {
		Signaled() bool
		Signal() unix.Signal
	}); ok && ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return state.ExitCode()
}

// show makes the output what the script's stdout and stderr commands look at.
func (p *program) show(ts *testscript.TestScript) {
	if p.screen != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		_, _ = io.WriteString(ts.Stdout(), p.screen.String())
		return
	}
	for file, w := range map[string]io.Writer{p.out: ts.Stdout(), p.err: ts.Stderr()} {
		data, err := os.ReadFile(file)
		ts.Check(err)
		_, _ = io.Copy(w, bytes.NewReader(data))
	}
}

func screenShows(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: screen NAME REGEXP")
	}
	p := find(ts, args[0])
	want := compile(ts, args[1])
	shown := func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return want.MatchString(p.screen.String())
	}
	ok := eventually(shown)
	p.show(ts)
	if !ok {
		ts.Fatalf("the screen never showed %s", args[1])
	}
}
