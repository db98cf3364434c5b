package cmd

import (
	"errors"
	"strings"

	"github.com/kballard/go-shellquote"
	"github.com/spf13/cobra"

	"rooda/internal/config"
)

// runOptions owns the flags of run.
type runOptions struct {
	flags  config.Flags
	config string
	dryRun bool
}

func (o *runOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringP("max-iterations", "n", "", "at most `N` iterations, from 1")
	f.BoolVarP(&o.flags.Unlimited, "unlimited", "u", false, "no limit on iterations")
	f.BoolVarP(&o.dryRun, "dry-run", "d", false, "check everything, show the prompt and the settings; start nothing")
	f.StringArrayVarP(&o.flags.Context, "context", "c", nil, "more for the agent to know, a `file|text`; repeatable")
	f.String("ai-cmd", "", "`command` line of the AI CLI")
	f.String("ai-cmd-alias", "", "`alias` of the AI CLI: claude, codex, ... or your own")
	f.StringArrayVar(&o.flags.Observe, "observe", nil, "replace the observe phase by a `file|text`; repeatable")
	f.StringArrayVar(&o.flags.Orient, "orient", nil, "replace the orient phase by a `file|text`; repeatable")
	f.StringArrayVar(&o.flags.Decide, "decide", nil, "replace the decide phase by a `file|text`; repeatable")
	f.StringArrayVar(&o.flags.Act, "act", nil, "replace the act phase by a `file|text`; repeatable")
	f.BoolVarP(&o.flags.Verbose, "verbose", "v", false, "show the agent's output and where settings come from")
	f.BoolVarP(&o.flags.Quiet, "quiet", "q", false, "only warnings and errors")
	f.String("log-level", "", "`level`: debug, info, warn or error")
	f.String("log-format", "", "`format`: text or json")
	f.String("log-timestamp-format", "", "`format`: time, time-ms, relative, iso or none")
	f.StringVar(&o.config, "config", "", "configuration `file` instead of the workspace's rooda-config.yml")
}

// take notes which flags were given: an empty or zero value is one, too, and
// an error where nothing can be meant by it.
func (o *runOptions) take(c *cobra.Command) error {
	if c.Flags().Changed("config") && o.config == "" {
		return hintf(errors.New("--config: it is empty"), "name a file: --config rooda-config.yml")
	}
	for name, to := range map[string]**string{
		"max-iterations": &o.flags.MaxIterations, "ai-cmd": &o.flags.AICmd, "ai-cmd-alias": &o.flags.AICmdAlias,
		"log-level": &o.flags.LogLevel, "log-format": &o.flags.LogFormat, "log-timestamp-format": &o.flags.LogTimestampFormat,
	} {
		if f := c.Flags().Lookup(name); f.Changed {
			*to = new(f.Value.String())
		}
	}
	return nil
}

// repeat is the flags as they would be typed again, without --dry-run.
func (o runOptions) repeat() string {
	var words []string
	add := func(flag, value string) { words = append(words, flag, shellquote.Join(value)) }
	if o.flags.MaxIterations != nil {
		add("--max-iterations", *o.flags.MaxIterations)
	}
	if o.flags.Unlimited {
		words = append(words, "--unlimited")
	}
	for _, f := range []struct {
		name   string
		values []string
	}{
		{"--context", o.flags.Context}, {"--observe", o.flags.Observe}, {"--orient", o.flags.Orient},
		{"--decide", o.flags.Decide}, {"--act", o.flags.Act},
	} {
		for _, value := range f.values {
			add(f.name, value)
		}
	}
	for _, f := range []struct {
		name  string
		value *string
	}{
		{"--ai-cmd", o.flags.AICmd}, {"--ai-cmd-alias", o.flags.AICmdAlias}, {"--log-level", o.flags.LogLevel},
		{"--log-format", o.flags.LogFormat}, {"--log-timestamp-format", o.flags.LogTimestampFormat},
	} {
		if f.value != nil {
			add(f.name, *f.value)
		}
	}
	if o.config != "" {
		add("--config", o.config)
	}
	if o.flags.Verbose {
		words = append(words, "--verbose")
	}
	if o.flags.Quiet {
		words = append(words, "--quiet")
	}
	if words == nil {
		return ""
	}
	return " " + strings.Join(words, " ")
}
