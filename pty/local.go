package pty

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

const (
	// DefaultCols is the width of a terminal whose Spec names no size.
	DefaultCols = 120
	// DefaultRows is its height.
	DefaultRows = 40
	// DefaultGrace is the time an agent gets between TERM and KILL (ERR-36).
	DefaultGrace = 5 * time.Second
	// KeyVariable is the environment variable that marks the processes of
	// one iteration; see Spec.Key.
	KeyVariable = "ROODA_ITERATION_KEY"
)

// Local is a Terminal whose process is a child of this process. Its
// goroutines end by themselves when the agent has ended; it holds no
// descriptor after that, closed or not.
type Local struct {
	cmd     *exec.Cmd
	pid     int
	key     string
	sole    bool
	grace   time.Duration
	leader  *leader
	master  *os.File
	slave   *os.File // keeps the terminal alive when the agent closes its own end for a while
	prompt  *os.File // write end of the agent's standard input, nil without StdinPipe
	output  *output
	script  *transcript
	answers *answers
	writing chan struct{} // holds one token while an Input or an answer is written
	line    int           // of whoever writes: how long the line is that the agent has not got the end of

	// signal reaches the agent's process group.
	signal func(pid int, sig syscall.Signal) error

	handle   sync.Mutex // held while the group is signalled, and when it is given up
	released bool       // the pid may be another's

	stop, kill *latch
	gone       *latch        // the agent has exited; it is not reaped yet
	swept      *latch        // its pid may be released
	reaped     chan struct{} // closed by watch
	done       chan struct{} // closed by run; exit is set
	exit       Exit
	work       sync.WaitGroup // all goroutines of Open but watch and output.run
}

var _ Terminal = (*Local)(nil)

// Open starts the process that spec describes, as a child of this process;
// the Terminal is a *Local. The caller must see the agent to its end with
// Wait, Stop or Close.
func Open(spec Spec) (Terminal, error) {
	l, err := start(spec)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", spec.Path, err)
	}
	l.begin(spec.Stdin)
	return l, nil
}

func (l *Local) begin(prompt []byte) {
	go l.watch()
	go l.output.run() // run waits for it, unless the tap never returns
	l.work.Go(l.run)
	l.work.Go(l.answer)
	if !l.sole {
		l.work.Go(l.reapOrphans)
	}
	if l.prompt != nil {
		l.work.Go(func() { l.feed(prompt) })
	}
}

func start(spec Spec) (_ *Local, err error) {
	var opened files
	defer func() {
		if err != nil {
			opened.close()
		}
	}()
	if spec.Size == (Size{}) {
		spec.Size = Size{Cols: DefaultCols, Rows: DefaultRows}
	}
	master, slave, err := openPair(spec.Size)
	if err != nil {
		return nil, err
	}
	opened.add(master, slave)
	if spec.StdinPipe && spec.Screen != nil {
		if err := silence(slave); err != nil {
			return nil, err
		}
	}

	stdin := slave
	var prompt *os.File
	if spec.StdinPipe {
		if stdin, prompt, err = os.Pipe(); err != nil {
			return nil, err
		}
		opened.add(stdin, prompt)
	}
	startedAt := time.Now()
	script, err := newTranscript(spec, startedAt)
	if err != nil {
		return nil, err
	}
	opened.add(script.log, script.index.file)
	answers := newAnswers()
	out, err := newOutput(master, script, answers, spec.Tap)
	if err != nil {
		return nil, err
	}

	leader := &leader{dies: spec.Sole}
	cmd := &exec.Cmd{
		Path: spec.Path, Args: spec.Argv, Dir: spec.Dir,
		Env:   append([]string{}, spec.Env...), // nil would inherit ours
		Stdin: stdin, Stdout: slave, Stderr: slave,
		SysProcAttr: leader.attr(),
	}
	start := cmd.Start
	if !spec.Sole {
		start = func() error { return hosted.start(cmd) }
	}
	if err := start(); err != nil {
		return nil, err
	}
	if spec.StdinPipe {
		stdin.Close()
	}
	grace := spec.Grace
	if grace == 0 {
		grace = DefaultGrace
	}
	return &Local{
		cmd: cmd, pid: cmd.Process.Pid, key: spec.Key, sole: spec.Sole, grace: grace, leader: leader,
		master: master, slave: slave, prompt: prompt, output: out, script: script, answers: answers,
		writing: make(chan struct{}, 1), signal: signalGroup,
		stop: newLatch(), kill: newLatch(), gone: newLatch(), swept: newLatch(),
		reaped: make(chan struct{}), done: make(chan struct{}),
		exit: Exit{StartedAt: startedAt},
	}, nil
}

// Pid returns the agent's process id.
func (l *Local) Pid() int { return l.pid }

// Gone is closed when the agent has exited, before its last output has been
// taken and what it left behind has been swept.
func (l *Local) Gone() <-chan struct{} { return l.gone.c }

// Ended reports whether the agent has exited, also when nobody has been told:
// a process that was suspended hears of an end that is long past only after
// its timers have fired.
func (l *Local) Ended() bool {
	l.handle.Lock()
	defer l.handle.Unlock()
	return l.released || l.gone.isSet() || l.leader.ended(l.pid)
}

// Wait blocks until the agent has ended; see Terminal.
func (l *Local) Wait(ctx context.Context) (Exit, error) {
	select {
	case <-l.done:
		return l.exit, nil
	default:
	}
	select {
	case <-l.done:
		return l.exit, nil
	case <-ctx.Done():
		return Exit{}, ctx.Err()
	}
}

// Stop ends the agent and what it started; see Terminal. It returns nil also
// when the agent was given up: Exit.Unkillable tells.
func (l *Local) Stop(ctx context.Context) error {
	l.stop.set()
	select {
	case <-l.done:
		return nil
	case <-ctx.Done():
	}
	l.kill.set()
	<-l.done
	return nil
}

// Close ends the agent without a grace and waits until everything that Open
// started is gone; see Terminal. Only an unkillable agent leaves a goroutine,
// which reaps it should it ever die, and a Tap that does not return the one
// that called it.
func (l *Local) Close() error {
	l.kill.set()
	l.stop.set()
	l.work.Wait()
	return nil
}
