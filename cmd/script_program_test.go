package cmd_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

// patience is the longest that a script waits for anything.
const patience = 20 * time.Second

// program is a command that a script started.
type program struct {
	cmd      *exec.Cmd
	out, err string // files with its output
	done     chan struct{}
	told     time.Time // when it last got a signal or a key

	// On a terminal only.
	master *os.File
	mu     sync.Mutex
	screen *screen
}

type programsKey struct{}

func programs(ts *testscript.TestScript) map[string]*program {
	return ts.Value(programsKey{}).(map[string]*program)
}

func find(ts *testscript.TestScript, name string) *program {
	p := programs(ts)[name]
	if p == nil {
		ts.Fatalf("no program %s was started", name)
	}
	return p
}

// end kills the program if it still runs; agents die with their host.
func (p *program) end() {
	_ = p.cmd.Process.Kill()
	<-p.done
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARG...")
	}
	path, err := exec.LookPath(args[1]) // whatever PATH the script gives to rooda
	ts.Check(err)
	code := 0
	err = ts.Exec(path, args[2:]...)
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

func start(ts *testscript.TestScript, neg bool, args []string) {
	size := &pty.Winsize{}
	if len(args) > 0 && strings.HasPrefix(args[0], "-tty=") {
		cols, rows, _ := strings.Cut(strings.TrimPrefix(args[0], "-tty="), "x")
		size.Cols, size.Rows = uint16(atoi(cols)), uint16(atoi(rows))
		args = args[1:]
	}
	if neg || len(args) < 2 {
		ts.Fatalf("usage: start [-tty=COLSxROWS] NAME PROGRAM ARG...")
	}
	path, err := exec.LookPath(args[1])
	ts.Check(err)
	p := &program{
		cmd: exec.Command(path, args[2:]...), done: make(chan struct{}), told: time.Now(),
		out: ts.MkAbs(args[0] + ".out"), err: ts.MkAbs(args[0] + ".err"),
	}
	p.cmd.Dir, p.cmd.Env = ts.MkAbs("."), environment(ts)
	out, err := os.Create(p.out)
	ts.Check(err)
	if size.Cols > 0 {
		ts.Check(p.onTerminal(size, out))
	} else {
		ts.Check(p.onFiles(out))
	}
	programs(ts)[args[0]] = p
}

// environment is the script's, which testscript keeps to itself.
func environment(ts *testscript.TestScript) []string {
	ts.Check(ts.Exec("/usr/bin/env", "-0"))
	return strings.Split(strings.Trim(ts.ReadFile("stdout"), "\x00"), "\x00")
}

func (p *program) onFiles(out *os.File) error {
	errFile, err := os.Create(p.err)
	if err != nil {
		return err
	}
	p.cmd.Stdout, p.cmd.Stderr = out, errFile
	if err := p.cmd.Start(); err != nil {
		return err
	}
	go func() {
		defer close(p.done)
		_ = p.cmd.Wait() // ends looks at the code
		out.Close()
		errFile.Close()
	}()
	return nil
}

func (p *program) onTerminal(size *pty.Winsize, out *os.File) error {
	p.screen = newScreen(int(size.Cols), int(size.Rows))
	var err error
	if p.master, err = pty.StartWithSize(p.cmd, size); err != nil {
		return err
	}
	go func() {
		defer close(p.done)
		buf := make([]byte, 32<<10)
		for {
			n, err := p.master.Read(buf)
			p.mu.Lock()
			p.screen.Write(buf[:n])
			p.mu.Unlock()
			_, _ = out.Write(buf[:n])
			if err != nil { // EIO: nobody has the terminal open any more
				break
			}
		}
		_ = p.cmd.Wait()
		out.Close()
		p.master.Close()
	}()
	return nil
}

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
		ts.Fatalf("the screen never showed %s; its last picture:\n%s", args[1], p.screen)
	}
}
