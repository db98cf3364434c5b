package config

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"rooda/prompts"
)

// listing gathers entries whose keys share a beginning.
type listing struct {
	prefix  string
	entries []Entry
}

func (l *listing) add(key, value string, from Origin) {
	l.entries = append(l.entries, Entry{l.prefix + key, value, from})
}

// line adds a setting that a level may not have.
func line[T any](l *listing, key string, v *Value[T], text func(T) string) {
	if v != nil {
		l.add(key, text(v.V), v.From)
	}
}

func (l *listing) choices(c choices) {
	line(l, "iteration_mode", c.mode, str[string])
	line(l, "default_max_iterations", c.count, strconv.Itoa)
	line(l, "iteration_timeout", c.timeout, timeoutText)
	line(l, "max_output_buffer", c.buffer, strconv.Itoa)
	line(l, "failure_threshold", c.threshold, strconv.Itoa)
	line(l, "log_level", c.level, levelText)
	line(l, "log_format", c.format, str[string])
	line(l, "log_timestamp_format", c.timestamp, str[string])
	line(l, "show_ai_output", c.show, strconv.FormatBool)
	switch {
	case c.ai == nil:
	case c.ai.V.alias != "":
		l.add("ai_cmd_alias", c.ai.V.alias, c.ai.From)
	default:
		l.add("ai_cmd", c.ai.V.command, c.ai.From)
	}
}

func (l *listing) procedure(p procedure) {
	line(l, "display", p.display, str[string])
	line(l, "summary", p.summary, str[string])
	line(l, "description", p.description, str[string])
	for _, phase := range prompts.Phases() {
		line(l, string(phase), p.phases[phase], partsText)
	}
	l.choices(p.choices.settled())
}

func partsText(parts []part) string {
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = p.fragment.Path
		if names[i] == "" {
			names[i] = "(inline)"
		}
	}
	return "[" + strings.Join(names, ", ") + "]"
}

func levelText(level slog.Level) string { return strings.ToLower(level.String()) }

func timeoutText(d time.Duration) string {
	if d == 0 {
		return "none"
	}
	return d.String()
}

// sizeText is 10MB for 10485760, as the specs write it.
func sizeText(n int) string {
	switch {
	case n%(1<<20) == 0:
		return fmt.Sprintf("%dMB", n>>20)
	case n%(1<<10) == 0:
		return fmt.Sprintf("%dKB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}
