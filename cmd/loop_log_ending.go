package cmd

import (
	"errors"
	"time"

	"rooda/orchestrator"
	"rooda/orchestrator/loop"
)

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
