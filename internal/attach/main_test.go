package attach_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"rooda/internal/attach/windowtest"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// rooda is the real binary, built once.
var rooda string

func TestMain(m *testing.M) {
	if part := os.Getenv(partVariable); part != "" {
		play(part)
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	bin, err := os.MkdirTemp("", "rooda-bin")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(bin)
	rooda = filepath.Join(bin, "rooda")
	if out, err := exec.Command("go", "build", "-o", rooda, "rooda/cmd/rooda").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build rooda: %v\n%s", err, out)
		return 1
	}
	code := m.Run()
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return code
}

// stage is a state folder with one session in it, whose host is dead.
type stage struct {
	t        testing.TB
	home     string
	sessions *session.SessionManager
	id       string
	record   session.Record
}

// newStage makes a session with tasks of these names, which have not begun.
// That of the name claude has claude for its agent, the others one that nobody knows.
func newStage(t testing.TB, tasks ...string) *stage {
	t.Helper()
	home, err := os.MkdirTemp("", "rs") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(home) })
	s := &stage{t: t, home: home, sessions: session.NewManager(home)}
	definition := &workflows.Workflow{Name: "test", Stages: []workflows.Stage{{ID: "build"}}}
	s.record = session.Record{
		Workflow: session.Workflow{Name: "test", Definition: definition}, Workdir: home, Epoch: 1, Tasks: map[string]*session.Task{},
	}
	for _, name := range tasks {
		task := workflows.Task{ID: name, Prompt: "x", AICmd: "x", Mode: workflows.Interactive}
		if name == "claude" {
			task.AICmd, task.Adapter = "", "claude"
		}
		definition.Stages[0].Tasks = append(definition.Stages[0].Tasks, task)
		s.record.Tasks[name] = &session.Task{Stage: "build", Status: session.Pending, Attempt: 1}
	}
	handle, err := s.sessions.Create(s.record)
	if err != nil {
		t.Fatal(err)
	}
	s.record = handle.Record()
	s.id = handle.ID()
	if err := handle.Close(); err != nil {
		t.Fatal(err)
	}
	return s
}

// save changes the record.
func (s *stage) save(change func(*session.Record)) {
	s.t.Helper()
	handle, err := s.sessions.Open(s.id)
	if err != nil {
		s.t.Fatal(err)
	}
	defer handle.Close()
	change(&s.record)
	if err := handle.Save(s.record); err != nil {
		s.t.Fatal(err)
	}
}

// agent is an agent in a shim.
type agent struct {
	s    *stage
	task string
	dir  string
	term pty.Terminal
}

func (a *agent) name() string { return a.s.id + "/" + a.task }

// start starts a program as the agent of a task.
func (s *stage) start(task string, argv ...string) *agent {
	s.t.Helper()
	return s.startWith(task, pty.Size{Cols: 80, Rows: 24}, nil, argv...)
}

// part starts an agent that this test binary plays.
func (s *stage) part(task, part string) *agent {
	s.t.Helper()
	return s.startWith(task, pty.Size{Cols: 80, Rows: 24}, []string{partVariable + "=" + part, "GORACE=atexit_sleep_ms=0"}, os.Args[0])
}

func (s *stage) startWith(task string, size pty.Size, env []string, argv ...string) *agent {
	s.t.Helper()
	dir := session.IterationDir(s.sessions.Dir(s.id), task, 0, 1)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		s.t.Fatal(err)
	}
	path, err := exec.LookPath(argv[0])
	if err != nil {
		s.t.Fatal(err)
	}
	env = append(env, "PATH="+os.Getenv("PATH"), "TERM=xterm-256color", "HOME="+s.home, "LANG=C.UTF-8",
		"ROODA_SESSION="+s.id, "ROODA_TASK="+task, "ROODA_STATE_HOME="+s.home)
	term, err := shim.Start(s.t.Context(), shim.Request{
		Dir: dir, RunDir: filepath.Join(s.home, "run"), Self: rooda, Epoch: 1,
		Spec: pty.Spec{
			Path: path, Argv: argv, Dir: s.home, Env: env, Size: size, Key: s.id + task, Grace: 100 * time.Millisecond,
			Log: filepath.Join(dir, session.OutputLog), Index: filepath.Join(dir, "output.idx"), Screen: &pty.ScreenOptions{},
		},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), windowtest.Patience)
		defer cancel()
		term.Stop(ctx)
		term.Close()
	})
	s.save(func(r *session.Record) { r.Tasks[task].Status = session.Running })
	return &agent{s, task, dir, term}
}

// shimPid is the process that keeps the agent's terminal.
func (a *agent) shimPid() int {
	a.s.t.Helper()
	task, err := shim.Dial(a.dir).Task(a.s.t.Context())
	if err != nil {
		a.s.t.Fatal(err)
	}
	return task.Shim
}

// end waits for the agent's end.
func (a *agent) end() pty.Exit {
	a.s.t.Helper()
	ctx, cancel := context.WithTimeout(a.s.t.Context(), windowtest.Patience)
	defer cancel()
	exit, err := a.term.Wait(ctx)
	if err != nil {
		a.s.t.Fatal(err)
	}
	return exit
}

// command is a rooda command of the person who owns the stage.
func (s *stage) command(args ...string) *exec.Cmd {
	cmd := exec.Command(rooda, args...)
	cmd.Dir = s.home
	cmd.Env = []string{"HOME=" + s.home, "ROODA_STATE_HOME=" + s.home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8"}
	return cmd
}

// outcome is what a command said and how it ended.
type outcome struct {
	code        int
	out, errors string
}

// run runs a command without a terminal, and input as its standard input.
func (s *stage) run(input string, args ...string) outcome {
	s.t.Helper()
	return s.finish(s.command(args...), input)
}

func (s *stage) finish(cmd *exec.Cmd, input string) outcome {
	s.t.Helper()
	var out, errors strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &errors
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	late := time.AfterFunc(windowtest.Patience, func() { cmd.Process.Signal(syscall.SIGKILL) })
	defer late.Stop()
	_ = cmd.Wait() // the code says it
	return outcome{cmd.ProcessState.ExitCode(), out.String(), errors.String()}
}

// attach starts rooda attach in a new window.
func (s *stage) attach(cols, rows int, args ...string) (*windowtest.Window, *windowtest.Program) {
	s.t.Helper()
	w := windowtest.New(s.t, cols, rows)
	return w, w.Start(s.command(append([]string{"attach"}, args...)...))
}

// screen is what the agent's terminal shows, by the shim.
func (a *agent) screen() screen {
	a.s.t.Helper()
	var sn screen
	o := a.s.run("", "screen", a.name(), "--format", "json")
	if o.code != 0 {
		a.s.t.Fatalf("screen: %+v", o)
	}
	if err := json.Unmarshal([]byte(o.out), &sn); err != nil {
		a.s.t.Fatal(err)
	}
	return sn
}

type screen struct {
	Cols, Rows int
	Title      string
	Modes      []string
	Lines      []struct{ Text string }
}
