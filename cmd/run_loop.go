package cmd

import (
	"context"
	"time"

	"rooda/internal/config"
	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/orchestrator/loop"
	"rooda/orchestrator/plan"
)

// runLoop runs the loop and logs its course, after the warnings about the
// configuration that nobody has seen yet.
func runLoop(ctx context.Context, s console.Streams, set config.Settings, dir string, files []config.File, warnings config.Problems) error {
	x := newLoopExecutor(s, set, dir)
	quiet := set.LogLevel.V > 0
	status := console.NewStatusLine(s.Err, s.Width)
	log := newLoopLog(s, set, status)
	x.Observer = log

	begun := time.Now()
	ctx, kill, release := interrupts(ctx, s.Quits, nil, nil, nil, nil, func(h halt, again bool) {
		s.Hurry(true)
		action := "shutting_down"
		if again {
			action = "killing_at_once"
		}
		log.endLine()
		log.log.Info("Received signal", "signal", signalName(h.signal), "action", action)
	})
	defer release()
	if s.Live() && !quiet && log.stream == nil && set.LogFormat.V == "text" {
		ticking, stop := context.WithCancel(ctx)
		ticked := make(chan struct{})
		go func() { defer close(ticked); log.tick(ticking) }()
		defer func() { stop(); <-ticked }()
	}
	log.read(files)
	log.warned(warnings)
	log.started(set)
	summary, err := x.Execute(ctx, kill, log.counted)
	if err != nil {
		return err
	}
	log.ended(summary, time.Since(begun))
	return ended(plan.Outcome(summary.Status))
}

func newLoopExecutor(s console.Streams, set config.Settings, dir string) *orchestrator.LoopExecutor {
	return &orchestrator.LoopExecutor{
		Procedure: set.Procedure, Context: set.Context, Agent: set.AICommand.V.Adapter,
		Dir: dir, Environ: s.Environ,
		Limits:  loop.Limits{MaxIterations: set.MaxIterations.V, FailureThreshold: set.FailureThreshold.V},
		Timeout: set.IterationTimeout.V, MaxOutput: set.MaxOutputBuffer.V,
	}
}
