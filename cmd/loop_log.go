package cmd

import (
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"rooda/orchestrator"
	"rooda/orchestrator/loop"
)

// loopLog tells what a loop does: log lines on Err, and, when asked for, the
// agent's output on Out.
type loopLog struct {
	log       *slog.Logger
	streams   Streams
	procedure string
	limits    loop.Limits
	timeout   time.Duration
	maxOutput int
	stream    *stream // nil unless the agent's output is shown
	json      bool    // the log is for programs
	marks     bool    // put lines around the agent's output, in a log for people
	status    *statusLine
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
	l.streams.calm()
	l.command, l.iteration = command, iteration
	l.current.Store(&current{"iteration " + l.of(iteration), time.Now()})
	l.last.Store(new(string))
	l.status.renew(l.progress())
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
		l.stream.write(clean)
	}
	if line := lastLine(clean); line != "" {
		l.last.Store(&line)
	}
}

// Notice logs the steps of ending an agent (ERR-42). From the first on nobody
// who reads the output slowly holds the agent up.
func (l *loopLog) Notice(n orchestrator.Notice) {
	l.streams.hurry(false)
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
	if v.Promise != "" {
		fields = append(fields, "promise_signal", v.Promise)
	}
	if r.Truncated {
		fields = append(fields, "truncated", true)
	}
	l.log.Info("Completed iteration "+l.of(iteration), fields...)
}

// succeeded logs SUCCESS, louder when the process itself failed (ERR-14).
func (l *loopLog) succeeded(iteration int, r orchestrator.Result, v loop.Verdict) {
	switch {
	case r.Signal != "":
		l.log.Warn("AI CLI crashed but promise signal indicates success", "iteration", iteration+1, "signal", r.Signal, "promise_signal", v.Promise)
	case r.Exit.Code != 0:
		l.log.Warn("AI CLI exited with non-zero code but promise signal indicates success", "iteration", iteration+1, "exit_code", r.Exit.Code, "promise_signal", v.Promise)
	default:
		l.log.Info("AI CLI succeeded", "promise_signal", v.Promise)
	}
}

// counted logs a failure with its place in the row (ERR-56 to ERR-60).
func (l *loopLog) counted(p loop.Position, _ loop.Status) {
	l.current.Store(nil)
	if l.pending != nil {
		l.pending(p.Failures)
		l.pending = nil
	}
}

func (l *loopLog) failed(iteration int, r orchestrator.Result, v loop.Verdict, consecutive int) {
	fields := []any{"iteration", iteration + 1, "reason", v.Reason}
	switch v.Reason {
	case "timeout":
		fields = append(fields, "timeout", l.timeout)
	case "question":
		fields = append(fields, "kind", r.Question)
	case "signal":
		fields = append(fields, "signal", r.Signal)
	case "promise":
		fields = append(fields, "promise_signal", v.Promise, "exit_code", r.Exit.Code)
	default:
		fields = append(fields, "exit_code", r.Exit.Code)
	}
	if (v.Reason == "timeout" || v.Reason == "question") && v.Promise != "" {
		fields = append(fields, "ignored_promise_signal", v.Promise) // ERR-41
	}
	fields = append(fields, "elapsed", r.Duration, "consecutive_failures", consecutive, "threshold", l.limits.FailureThreshold,
		"command", l.command, "output_first", r.Head)
	if r.Tail != "" {
		fields = append(fields, "output_last", r.Tail)
	}
	if r.Truncated {
		fields = append(fields, "truncated", true)
	}
	l.log.Error("AI CLI failed", fields...)
	l.log.Info("Completed iteration "+l.of(iteration), append(l.numbered(iteration), "elapsed", r.Duration, "status", "failure")...)
}

// ended logs the end of the loop and its statistics (LOOP-31).
func (l *loopLog) ended(s loop.Summary, elapsed time.Duration) {
	l.endLine()
	switch s.Status {
	case loop.Interrupted:
		l.log.Info("Loop interrupted", "status", s.Status, "iterations", s.Position.Iteration, "total_elapsed", elapsed)
	case loop.Aborted:
		if s.Err != nil {
			l.cannotRun(s.Position.Iteration, s.Err)
			l.log.Error("Loop aborted", "status", s.Status, "reason", "cannot_run", "iterations", s.Position.Iteration, "total_elapsed", elapsed)
			break
		}
		l.log.Error("Loop aborted", "status", s.Status, "consecutive_failures", s.Position.Failures, "threshold", l.limits.FailureThreshold,
			"iterations", s.Position.Iteration, "total_elapsed", elapsed)
	default:
		l.log.Info("Loop completed", "status", s.Status, "iterations", s.Position.Iteration, "total_elapsed", elapsed)
	}
	if s.Stats.Count == 0 {
		return
	}
	fields := []any{"count", s.Stats.Count, "min", s.Stats.Min, "max", s.Stats.Max, "mean", s.Stats.Mean()}
	if s.Stats.Count > 1 {
		fields = append(fields, "stddev", s.Stats.StdDev())
	}
	l.log.Info("Iteration timing", fields...)
}

// cannotRun logs why an iteration could not be begun (ERR-62).
func (l *loopLog) cannotRun(iteration int, err error) {
	fields := []any{"iteration", iteration + 1, "error", err.Error()}
	var h hinter
	if errors.As(err, &h) && h.Hint() != "" {
		fields = append(fields, "hint", h.Hint())
	}
	l.log.Error("Iteration cannot be run", fields...)
}

// numbered is the iteration's number as a field of its own, for programs: people
// have it in the message.
func (l *loopLog) numbered(iteration int) []any {
	if l.json {
		return []any{"iteration", iteration + 1}
	}
	return nil
}

func (l *loopLog) of(iteration int) string { return of(iteration+1, l.limits.MaxIterations) }
