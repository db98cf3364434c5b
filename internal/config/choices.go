package config

import (
	"cmp"
	"log/slog"
	"strings"
	"time"
)

// choices is what one level says about a loop: a file's loop section, a
// procedure, the environment, the flags. Nil means nothing.
type choices struct {
	mode      *Value[string]
	count     *Value[int]
	timeout   *Value[time.Duration] // 0 is a choice: no limit
	buffer    *Value[int]
	threshold *Value[int]
	ai        *Value[ai]
	level     *Value[slog.Level]
	format    *Value[string]
	timestamp *Value[string]
	show      *Value[bool]
}

// ai is the AI command, one setting with two ways to say it: were they two, a
// command in a lower tier would beat an alias in a higher one. At most one
// field is set; none says that the lower tiers do not count.
type ai struct{ command, alias string }

// over lays the receiver over what is below it.
func (c choices) over(below choices) choices {
	return choices{
		mode:      cmp.Or(c.mode, below.mode),
		count:     cmp.Or(c.count, below.count),
		timeout:   cmp.Or(c.timeout, below.timeout),
		buffer:    cmp.Or(c.buffer, below.buffer),
		threshold: cmp.Or(c.threshold, below.threshold),
		ai:        cmp.Or(c.ai, below.ai),
		level:     cmp.Or(c.level, below.level),
		format:    cmp.Or(c.format, below.format),
		timestamp: cmp.Or(c.timestamp, below.timestamp),
		show:      cmp.Or(c.show, below.show),
	}
}

// settled forgets an AI command that was unset, so that the next level, not
// the next tier, is asked.
func (c choices) settled() choices {
	if c.ai != nil && c.ai.V == (ai{}) {
		c.ai = nil
	}
	return c
}

// defaults are the built-in values (LOOP-08, 39, 40, 48; ERR-27, 63). There is
// no AI command among them.
func defaults() choices {
	return choices{
		mode:      builtIn(maxIterations),
		count:     builtIn(5),
		timeout:   builtIn(time.Duration(0)),
		buffer:    builtIn(10 << 20),
		threshold: builtIn(3),
		level:     builtIn(slog.LevelInfo),
		format:    builtIn("text"),
		timestamp: builtIn("time"),
		show:      builtIn(false),
	}
}

func builtIn[T any](v T) *Value[T] { return &Value[T]{v, Origin{Tier: BuiltIn}} }

// origins says where the value of a key stands, and whether it is there.
type origins func(key string) (Origin, bool)

// choices reads what a file says; the values are known to fit.
func (f settingsFile) choices(at origins) choices {
	c := choices{
		mode:      pick(at, "iteration_mode", f.IterationMode, str[iterationMode]),
		count:     pick(at, "default_max_iterations", f.DefaultMaxIterations, num[iterationCount]),
		timeout:   pick(at, "iteration_timeout", f.IterationTimeout, span.duration),
		buffer:    pick(at, "max_output_buffer", f.MaxOutputBuffer, num[bufferSize]),
		threshold: pick(at, "failure_threshold", f.FailureThreshold, num[failureCount]),
	}
	alias := pick(at, "ai_cmd_alias", f.AICmdAlias, func(t text) ai { return ai{alias: string(t)} })
	command := pick(at, "ai_cmd", f.AICmd, func(t text) ai { return ai{command: strings.TrimSpace(string(t))} })
	c.ai = cmp.Or(command, alias)
	if command != nil && alias != nil && command.V == (ai{}) {
		c.ai = alias
	}
	return c
}

func (f loopFile) choices(at origins) choices {
	c := f.settingsFile.choices(at)
	c.level = pick(at, "log_level", f.LogLevel, func(l logLevel) slog.Level {
		level, _ := parseLevel(string(l)) // the schema knows the words
		return level
	})
	c.format = pick(at, "log_format", f.LogFormat, str[logFormat])
	c.timestamp = pick(at, "log_timestamp_format", f.LogTimestampFormat, str[timestampFormat])
	c.show = pick(at, "show_ai_output", f.ShowAIOutput, func(b bool) bool { return b })
	return c
}

// pick returns a key's value. Null is the zero value: only keys for which
// that means something may be null.
func pick[F, T any](at origins, key string, written *F, convert func(F) T) *Value[T] {
	from, ok := at(key)
	if !ok {
		return nil
	}
	v := &Value[T]{From: from}
	if written != nil {
		v.V = convert(*written)
	}
	return v
}

func str[F ~string](f F) string { return string(f) }
func num[F ~int](f F) int       { return int(f) }

func (s span) duration() time.Duration {
	d, _ := parseSpan(string(s)) // what the schema lets through was checked when the file was read
	return d
}
