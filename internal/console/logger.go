package console

import (
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/lmittmann/tint"
)

// LogStyle is how log lines look.
type LogStyle struct {
	Level     slog.Level
	Format    string // "text" or "json"
	Timestamp string // "time", "time-ms", "relative", "iso" or "none"
	Color     bool
	Start     time.Time // "relative" counts from it
}

// isoMilliseconds is ISO 8601 with three digits of a second.
const isoMilliseconds = "2006-01-02T15:04:05.000Z07:00"

// NewLogger returns a logger that writes "[time] LEVEL message key=value" or
// one JSON object a line. Fields keep the order in which they are given.
func NewLogger(w io.Writer, style LogStyle) *slog.Logger {
	if style.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: style.Level, ReplaceAttr: style.json}))
	}
	return slog.New(tint.NewTextHandler(w, &tint.Options{
		Level: style.Level, NoColor: !style.Color, TimeFormat: "[15:04:05.000]", ReplaceAttr: style.text,
	}))
}

// text shapes the parts of a line: the timestamp as asked for, the level in
// full, durations as seconds.
func (st LogStyle) text(groups []string, a slog.Attr) slog.Attr {
	switch {
	case len(groups) > 0:
	case a.Key == slog.TimeKey:
		return st.time(a)
	case a.Key == slog.LevelKey:
		level, _ := a.Value.Any().(slog.Level)
		return st.paint(level)
	case a.Value.Kind() == slog.KindDuration:
		return slog.String(a.Key, seconds(a.Value.Duration()))
	default:
		return whole(a)
	}
	return a
}

// whole keeps a value that holds bytes of no character, or escape sequences,
// from being cut there, and one that spells such a sequence from becoming it:
// of bytes, the handler quotes all as they are.
func whole(a slog.Attr) slog.Attr {
	var text string
	switch v := a.Value.Any().(type) {
	case string:
		text = v
	case error:
		text = v.Error()
	case fmt.Stringer:
		text = v.String()
	}
	odd := func(r rune) bool { return r == utf8.RuneError || r < ' ' || r == 0x7f }
	if strings.ContainsFunc(text, odd) || strings.Contains(text, `\x1b`) {
		return slog.Any(a.Key, []byte(text))
	}
	return a
}

func (st LogStyle) time(a slog.Attr) slog.Attr {
	t := a.Value.Time()
	switch st.Timestamp {
	case "relative":
		return slog.String(a.Key, fmt.Sprintf("[+%.3fs]", t.Sub(st.Start).Seconds()))
	case "iso":
		return slog.String(a.Key, t.Format(isoMilliseconds))
	case "none":
		return slog.Attr{}
	}
	return a
}

func (st LogStyle) paint(level slog.Level) slog.Attr {
	colors := map[slog.Level]uint8{slog.LevelDebug: 8, slog.LevelWarn: 11, slog.LevelError: 9}
	if c, ok := colors[level]; ok && st.Color {
		return tint.Attr(c, slog.String(slog.LevelKey, level.String()))
	}
	return slog.String(slog.LevelKey, level.String())
}

// json shapes the values of an object: the time in full unless it is to be
// left out or to count from the start, durations as numbers of seconds.
func (st LogStyle) json(groups []string, a slog.Attr) slog.Attr {
	switch {
	case len(groups) == 0 && a.Key == slog.TimeKey && st.Timestamp == "none":
		return slog.Attr{}
	case len(groups) == 0 && a.Key == slog.TimeKey && st.Timestamp == "relative":
		return slog.Float64(a.Key, a.Value.Time().Sub(st.Start).Round(time.Millisecond).Seconds())
	case len(groups) == 0 && a.Key == slog.TimeKey:
		return slog.String(a.Key, a.Value.Time().Format(isoMilliseconds))
	case a.Value.Kind() == slog.KindDuration:
		return slog.Float64(a.Key, a.Value.Duration().Round(time.Millisecond).Seconds())
	}
	return a
}

// seconds shows a duration in seconds with one digit, 45.2s; below a tenth it
// takes as many as it needs.
func seconds(d time.Duration) string {
	if d > 0 && d < 100*time.Millisecond {
		return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) + "s"
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + "s"
}
