package cmd_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"rooda/internal/ptmx"
	"rooda/pty"
	"rooda/session"
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
	if p.master != nil {
		p.master.Close() // others may have the terminal open
	}
	<-p.done
}

// endHosts kills what runs detached still; a script that passes leaves nothing.
func endHosts(state string) {
	list, err := session.NewManager(state).List()
	if err != nil {
		return // there are none
	}
	for _, summary := range list {
		if host := summary.Record.Host; summary.Running && host.Alive() {
			_ = syscall.Kill(host.PID, syscall.SIGKILL)
		}
	}
}

// endShims kills the terminals of agents that a script left at work, and so
// the agents. A number alone may be somebody else's by now.
func endShims(dir string) {
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "shim.json" {
			return nil // what cannot be read has no shim to find
		}
		var shim struct {
			Process struct{ Pid int }
		}
		data, err := os.ReadFile(path)
		if err != nil || json.Unmarshal(data, &shim) != nil {
			return nil
		}
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", shim.Process.Pid))
		if strings.Contains(string(line), filepath.Dir(path)) {
			_ = syscall.Kill(shim.Process.Pid, syscall.SIGKILL)
		}
		return nil
	})
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
	var size pty.Size
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

func (p *program) onTerminal(size pty.Size, out *os.File) error {
	p.screen = newScreen(int(size.Cols), cmp.Or(int(size.Rows), 24)) // some terminals do not tell their height
	var err error
	if p.master, err = ptmx.Start(p.cmd, size.Cols, size.Rows); err != nil {
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
