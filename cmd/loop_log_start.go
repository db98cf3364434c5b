package cmd

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"rooda/internal/config"
	"rooda/internal/console"
	"rooda/internal/yamlsrc"
	"rooda/orchestrator/loop"
)

func newLoopLog(s console.Streams, set config.Settings, status *console.StatusLine) *loopLog {
	style := console.LogStyle{
		Level: set.LogLevel.V, Format: set.LogFormat.V, Timestamp: set.LogTimestampFormat.V,
		Color: s.Color(s.ErrTerminal), Start: time.Now(),
	}
	l := &loopLog{
		log: console.NewLogger(status, style), streams: s, procedure: set.Procedure.Name, status: status, json: set.LogFormat.V == "json",
		limits:  loop.Limits{MaxIterations: set.MaxIterations.V, FailureThreshold: set.FailureThreshold.V},
		timeout: set.IterationTimeout.V, maxOutput: set.MaxOutputBuffer.V,
	}
	l.last.Store(new(string))
	if set.ShowAIOutput.V {
		l.stream = l.newStream(s)
		l.marks = set.LogFormat.V == "text" && set.LogLevel.V <= slog.LevelInfo
	}
	return l
}

// read logs which configuration files there are, and which were looked for.
func (l *loopLog) read(files []config.File) {
	for _, f := range files {
		l.log.Debug("Configuration file", "tier", string(f.Tier), "path", f.Path, "status", string(f.Status))
	}
}

// warned logs what is odd about the configuration.
func (l *loopLog) warned(warnings config.Problems) {
	for _, w := range warnings {
		var p yamlsrc.Problem
		var v *config.InvalidError
		switch {
		case errors.As(w, &p):
			l.log.Warn("Configuration warning", "file", p.File, "line", p.Line, "column", p.Col, "field", p.Field, "message", p.Message, "hint", p.Hint)
		case errors.As(w, &v):
			l.log.Warn("Configuration warning", "variable", v.Source, "message", v.Message, "hint", v.Advice)
		}
	}
}

// started logs the beginning of the loop; with the agent's output come the
// settings and their origins.
func (l *loopLog) started(set config.Settings) {
	var limit any = "unlimited"
	if l.limits.MaxIterations > 0 {
		limit = l.limits.MaxIterations
	}
	l.log.Info("Starting loop", "procedure", l.procedure, "max_iterations", limit)
	level := slog.LevelDebug
	if l.stream != nil {
		level = slog.LevelInfo
	}
	for _, e := range set.Entries() {
		l.log.Log(context.Background(), level, "Setting", "name", e.Key, "value", e.Value, "origin", e.Origin.String())
	}
}
