package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"rooda/internal/console"
)

type logsOptions struct {
	follow    bool
	raw       bool
	prompt    bool
	json      bool
	iteration int
	text      bool
	from      int64
	cast      string
	tail      int
}

func newLogs(s console.Streams) *cobra.Command {
	var o logsOptions
	c := &cobra.Command{
		Use:   "logs SESSION[/[STAGE/]TASK]",
		Short: "Show what agents printed",
		Long: `Show what the agents of a session, or of one task, printed: every iteration in order,
as text. The logs hold whatever agents print, secrets included.

--from and --cast are about one iteration: that of --iteration, or the last of the task. A
recording (asciicast v2, to play with asciinema) has the times and sizes as they were, and
when something was typed; stars stand for what it was, which is not kept.`,
		Example: `  rooda logs latest/build
  rooda logs latest/build -f
  rooda logs latest/build --tail 20 -f
  rooda logs latest/build --iteration 2 --raw | less -R
  rooda logs latest/plan --prompt --iteration 1
  rooda logs latest/build --from 40960 -f
  rooda logs latest/build --cast build.cast && asciinema play build.cast`,
		Args: one("session", "rooda session list shows them; latest is the newest"), ValidArgsFunction: completeTask(s),
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("from") && o.from < 0 {
				err := fmt.Errorf("--from: %d is below 0, the first byte", o.from)
				return codedError{hintf(err, "leave it out for all of the log"), exitUsage}
			}
			if c.Flags().Changed("tail") && o.tail < 1 {
				err := fmt.Errorf("--tail: %d is below 1", o.tail)
				return codedError{hintf(err, "leave it out for all lines"), exitUsage}
			}
			return runLogs(c.Context(), s, o, args[0], c.Flags().Changed("iteration"))
		},
	}
	f := c.Flags()
	f.BoolVarP(&o.follow, "follow", "f", false, "go on as more comes, until the task is final, or, without one, the session ends")
	f.BoolVar(&o.raw, "raw", false, "the bytes as they came, with colours and cursor moves")
	f.BoolVar(&o.text, "text", false, "as text, which is the default")
	f.Int64Var(&o.from, "from", -1, "from this `byte` of one iteration's log on")
	f.IntVarP(&o.tail, "tail", "n", 0, "only the last `lines` of what there is to show, and with -f what comes then")
	f.StringVar(&o.cast, "cast", "", "write one iteration as a recording to this `file`, - for standard output")
	f.BoolVar(&o.prompt, "prompt", false, "the prompts that were sent instead of the output")
	f.IntVar(&o.iteration, "iteration", 0, "only this iteration, from 1")
	f.BoolVar(&o.json, "json", false, "print JSON, a line an iteration")
	c.MarkFlagsMutuallyExclusive("follow", "prompt")
	c.MarkFlagsMutuallyExclusive("cast", "from", "prompt", "json")
	c.MarkFlagsMutuallyExclusive("cast", "follow")
	c.MarkFlagsMutuallyExclusive("cast", "raw", "text")
	c.MarkFlagsMutuallyExclusive("json", "raw")
	c.MarkFlagsMutuallyExclusive("json", "follow")
	for _, other := range []string{"cast", "json"} {
		c.MarkFlagsMutuallyExclusive("tail", other)
	}
	return c
}

func runLogs(ctx context.Context, s console.Streams, o logsOptions, text string, iteration bool) (err error) {
	var last *lastLines
	if o.tail > 0 {
		note := s
		last = &lastLines{w: s.Out, max: o.tail, cut: func() {
			note.Notef("warning: the beginning of a line of more than 2 MiB is missing\n")
		}}
		s.Out = last
		defer func() { err = errors.Join(err, last.Flush()) }()
	}
	if iteration && o.iteration < 1 {
		err := fmt.Errorf("--iteration: %d is below 1, the first", o.iteration)
		return codedError{hintf(err, "leave it out for all of them"), exitUsage}
	}
	name, stage, task := target(text)
	sessions, record, err := loadSession(s, name)
	if err != nil {
		return err
	}
	cfg, err := loadConfig(s, "", record.Workdir)
	if err != nil {
		return err
	}
	r := logReader{s: s, o: o, sessions: sessions, dir: sessions.Dir(record.ID), task: task, last: last, record: record, registry: cfg.Registry()}
	if err := findTask(record.Workflow.Definition, record.ID, stage, task); err != nil {
		return err
	}
	if o.from >= 0 || o.cast != "" {
		one, err := r.only()
		if err != nil {
			return err
		}
		if o.cast != "" {
			return one.cast(ctx)
		}
		return one.from(ctx)
	}
	if !o.follow {
		return r.all(ctx)
	}
	return r.follow(ctx)
}
