package orchestrator

import (
	"context"
	"errors"
	"time"

	"rooda/adapters"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/session"
)

// Iteration is one agent process to run. It is built by the caller in full;
// the runner adds nothing but the terminal.
type Iteration struct {
	// Key is the identity of the command; it is the value of
	// ROODA_ITERATION_KEY in Env, by which left-over processes are found.
	Key string
	// Path is the executable that Launch.Argv[0] was resolved to.
	Path   string
	Launch adapters.LaunchConfig
	Dir    string
	Env    []string
	Prompt string
	// Timeout ends the iteration as a failure; 0 means none (LOOP-48).
	Timeout time.Duration
	// MaxOutput is the number of bytes of cleaned output to keep.
	MaxOutput int
	// Log is where the raw output goes, empty for nowhere.
	Log string
	// Output sees the cleaned output as it comes, on the output path: while
	// it blocks, so does an agent that goes on printing. From the first Notice
	// on, and when the context has ended, it must not block. May be nil.
	Output func(clean []byte)
	// Unfinished sees the line after that, while it has no end yet and may
	// still change; the same holds for it. May be nil.
	Unfinished func(line []byte)
	// Status sees the program status records that the agent reports by OSC
	// 7501. May be nil. An unattended agent's are not shown.
	Status func(ProgramStatus)
	// Unattended says that nobody can answer the agent: when it reports that
	// it waits for an answer, the iteration ends as a failure.
	Unattended bool
	// Adopted says that the process was started by another host, at Since; its
	// output is read again from the beginning.
	Adopted bool
	Since   time.Time
	// Told says that somebody has wanted the end of an Adopted one of another host: where a rooda that is gone
	// has ended it, that was why.
	Told bool
	// Asked is the question with which an Adopted one waits for a person, nil for none.
	Asked *session.Interaction
	// Reread is called once, from a goroutine, when all that an Adopted one had printed has come to
	// Status; not where it ends before. May be nil.
	Reread func()
	// Shared says that the agents of the session may act on this one.
	Shared bool
	// Interactive is set when the agent is to be driven at its terminal; it
	// then needs no Status and may not be Unattended.
	Interactive *Interactive
	// Index is where the times of the output go, empty for nowhere.
	Index string
	// Hands is told of who is at the terminal, as in pty.Spec. May be nil.
	Hands func(pty.Hands)
	// Notice sees what is being done to end the agent. May be nil.
	Notice func(Notice)
	// Silence hears when the terminal does not answer, and when it does again, from one
	// goroutine; nil: nobody asks. Stir returns what is closed when it is to be asked at once,
	// and must be set with Silence.
	Silence func(Talk)
	Stir    func() <-chan struct{}
}

// limit is when the time of an iteration that begins now, or has begun before, is over.
func (it Iteration) limit(now time.Time) time.Time {
	return it.begun(now).Add(it.Timeout)
}

// begun is when an iteration that goes on now began.
func (it Iteration) begun(now time.Time) time.Time {
	if it.Since.IsZero() {
		return now
	}
	return it.Since
}

// remaining is what is left of the timeout, at least 1 ns of one; 0 when there is none.
func (it Iteration) remaining(now time.Time) time.Duration {
	if it.Timeout == 0 {
		return 0
	}
	return max(it.limit(now).Sub(now), 1)
}

// AgentRunner runs iterations, each a fresh process on a pseudo-terminal
// (LOOP-05, CORE-01). It holds no state and is safe for concurrent use.
type AgentRunner struct {
	// Open starts a terminal; where it is nil Start does, and where that is, too, pty.Open.
	Open func(pty.Spec) (pty.Terminal, error)
	// Start is Terminals.Open.
	Start func(ctx context.Context, spec pty.Spec, siblings bool) (pty.Terminal, error)
	// Adopt finds the terminal of an iteration that is Adopted.
	Adopt func(pty.Spec) (pty.Terminal, error)
}

// Run runs one iteration to its end. When ctx ends the agent is asked to stop
// and given its grace; when kill ends it is killed at once. Run returns only
// when the process is gone or was given up.
func (r AgentRunner) Run(ctx, kill context.Context, it Iteration) Result {
	if it.Interactive != nil {
		return r.converse(ctx, kill, it)
	}
	out := newCapture(it.Prompt, it.MaxOutput, it.Output)
	var hands typing
	asked := newQuestion()
	defer asked.close()
	status := it.Status
	if it.Unattended {
		status = asked.hear
	}
	command := commandLine(it.Launch, it.Prompt)
	text, err := newText(it.Launch.Decode, out, status, it.Unfinished)
	if err != nil {
		return Result{Command: command, Err: err}
	}
	term, err := r.open(ctx, kill, it, pty.Spec{
		Path: it.Path, Argv: it.Launch.Argv, Dir: it.Dir, Env: it.Env,
		// Standard input is never the terminal: where the prompt travels
		// elsewhere, it is empty.
		StdinPipe: true, Stdin: it.Launch.Stdin,
		Key: it.Key, Log: it.Log, Index: it.Index, Tap: text, Hands: it.witnessed(hands.note),
	})
	if err != nil {
		return unopened(ctx, kill, it, command, err)
	}
	defer term.Close()
	defer it.watched(term)()
	defer it.reading(term)()

	res := watch(ctx, kill, term, it, asked.stands, &hands)
	res.Command = command
	if res.Exit.Untaken {
		return res // whoever holds it up still writes to what is read below
	}
	if err := text.Close(); err != nil && res.Err == nil {
		res.Err = err
	}
	res.Signals = out.scan.Signals()
	res.output, res.Truncated, res.Size = &out.tail, out.truncated(), out.total
	res.Head, res.Tail = out.excerpts()
	return res
}

// open starts the agent, or finds it. A start is not cut short by a ctx that asks the agent to stop: it is asked
// when it is there.
func (r AgentRunner) open(ctx, kill context.Context, it Iteration, spec pty.Spec) (pty.Terminal, error) {
	switch {
	case it.Adopted:
		return r.Adopt(spec)
	case r.Open != nil:
		return r.Open(spec)
	case r.Start != nil:
		starting, end := context.WithCancelCause(kill)
		defer end(nil)
		defer context.AfterFunc(ctx, func() {
			if abandoned(ctx) != nil {
				end(shim.ErrReleased)
			}
		})()
		return r.Start(starting, spec, it.Shared)
	}
	return pty.Open(spec)
}

// unopened is the result of an iteration that has no terminal, for one because whoever stops all
// agents at once did not wait for it, or because it is another host's now.
func unopened(ctx, kill context.Context, it Iteration, command string, err error) Result {
	if other := abandoned(ctx); other != nil && errors.Is(err, shim.ErrReleased) {
		return Result{Err: other}
	}
	if kill.Err() != nil && errors.Is(err, context.Canceled) {
		return Result{Command: command, Stopped: true, unseen: true}
	}
	return Result{Command: command, Err: newStartError(it, err)}
}
