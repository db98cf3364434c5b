package cmd

import (
	"cmp"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/orchestrator/loop"
)

// loopLog tells what a loop does: log lines on Err, and, when asked for, the
// agent's output on Out.
type loopLog struct {
	log       *slog.Logger
	streams   console.Streams
	procedure string
	limits    loop.Limits
	timeout   time.Duration
	maxOutput int
	stream    *console.LineStream // nil unless the agent's output is shown
	json      bool                // the log is for programs
	marks     bool                // put lines around the agent's output, in a log for people
	status    *console.StatusLine
	command   string
	iteration int
	current   atomic.Pointer[current] // nil between iterations
	last      atomic.Pointer[string]  // last line of output

	pending func(consecutive int) // completes the log of a failure once it is counted
}

// current is the running iteration, for the status line.
type current struct {
	label string
	begun time.Time
}

// Starting logs the start of an iteration (LOOP-12).
func (l *loopLog) Starting(iteration int, command, prompt string) {
	l.streams.Calm()
	l.command, l.iteration = command, iteration
	l.current.Store(&current{"iteration " + l.of(iteration), time.Now()})
	l.last.Store(new(string))
	l.status.Renew(l.progress())
	l.log.Info("Starting iteration "+l.of(iteration), append(l.numbered(iteration), "procedure", l.procedure)...)
	if l.marks {
		fmt.Fprintf(l.status, "──── AI output, iteration %s ────\n", l.of(iteration))
	}
	l.log.Debug("Assembled prompt", "iteration", iteration+1, "bytes", len(prompt))
	l.log.Debug("Launching AI CLI", "iteration", iteration+1, "command", command)
}

// Output streams the agent's output where that is wanted (LOOP-29). A slow
// reader holds the agent up.
func (l *loopLog) Output(clean []byte) {
	if l.stream != nil {
		l.stream.Write(clean)
	}
	if line := lastLine(clean); line != "" {
		l.last.Store(&line)
	}
}

// Notice logs the steps of ending an agent (ERR-42). From the first on nobody
// who reads the output slowly holds the agent up.
func (l *loopLog) Notice(n orchestrator.Notice) {
	l.streams.Hurry(false)
	l.endLine()
	common := []any{"iteration", l.iteration + 1, "pid", n.Pid, "command", l.command, "action", n.Action}
	switch {
	case n.Action == "giving_up":
		l.log.Warn("AI CLI survived SIGKILL", common...)
	case n.Action == "sending_sigkill":
		l.log.Warn("AI CLI did not terminate gracefully", common...)
	case n.Cause == orchestrator.CauseTimeout:
		l.log.Warn("AI CLI exceeded timeout", append([]any{"timeout", l.timeout}, common...)...)
	case n.Cause == orchestrator.CauseQuestion:
		l.log.Warn("AI CLI asks a question that nobody can answer", append(append([]any{"kind", n.Question}, common...),
			"hint", "give the AI command the flag that lets it act without asking")...)
	case n.Action == "sending_sigterm" && l.streams.ErrTerminal:
		l.log.Info("Killing AI CLI process", append(common, "hint", "a second Ctrl-C ends it at once")...)
	default:
		l.log.Info("Killing AI CLI process", common...)
	}
}

// Finished logs what an iteration came to. What depends on the count of
// failures is logged by counted.
func (l *loopLog) Finished(iteration int, r orchestrator.Result, v loop.Verdict) {
	l.endLine()
	if l.marks {
		fmt.Fprintf(l.status, "──── end of iteration %s ────\n", l.of(iteration))
	}
	l.log.Debug("AI CLI ended", "iteration", iteration+1, "exit_code", r.Exit.Code, "signal", r.Signal,
		"promise_signal", v.Promise, "echoes_ignored", r.Signals.Echoes, "output_bytes", r.Size)
	if r.Truncated {
		l.log.Warn("AI CLI output exceeded buffer size", "iteration", iteration+1,
			"actual_size", r.Size, "buffer_limit", l.maxOutput, "action", "truncating_from_beginning",
			"hint", "loop.max_output_buffer is how much is kept")
	}
	if r.Exit.Swept > 0 {
		l.log.Debug("Ended processes that the agent left behind", "iteration", iteration+1, "count", r.Exit.Swept)
	}
	if r.Exit.Unanswered > 0 {
		l.log.Warn("AI CLI asked its terminal more than it read the answers of", "iteration", iteration+1, "unanswered", r.Exit.Unanswered)
	}
	if v.Outcome == loop.Failure {
		l.pending = func(consecutive int) { l.failed(iteration, r, v, consecutive) }
		return
	}
	l.pending = nil
	if v.Outcome == loop.Done {
		l.succeeded(iteration, r, v)
	} else if r.Size == 0 {
		l.log.Warn("AI CLI ended well without any output", "iteration", iteration+1, "command", l.command)
	}
	fields := append(l.numbered(iteration), "elapsed", r.Duration, "status", "success")
	fields = append(fields, "promise_signal", cmp.Or(v.Promise, "none"))
	if r.Truncated {
		fields = append(fields, "truncated", true)
	}
	l.log.Info("Completed iteration "+l.of(iteration), fields...)
}

// numbered is the iteration's number as a field of its own, for programs: people
// have it in the message.
func (l *loopLog) numbered(iteration int) []any {
	if l.json {
		return []any{"iteration", iteration + 1}
	}
	return nil
}

func (l *loopLog) of(iteration int) string { return console.OutOf(iteration+1, l.limits.MaxIterations) }
