package config

import (
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"rooda/adapters"
	"rooda/prompts"
)

// bounds are the least and the most that a number may be.
type bounds struct {
	least, most int
	example     int
	hint        string // for a number outside, may be empty
}

// The limits of numbers, the same in files, variables and flags.
var (
	iterationBounds = bounds{1, 1_000_000, 10, "for no limit use --unlimited, or the iteration mode unlimited"}
	useBounds       = bounds{1, 1_000_000, 1, ""}
	enterBounds     = bounds{1, 3, 2, ""} // DESIGN 5.4: at most two more
	lineBounds      = bounds{1, adapters.MostBelow, 3, ""}
	failureBounds   = bounds{1, 1_000_000, 3, ""}
	bufferBounds    = bounds{1 << 10, 1 << 30, 10 << 20, "a number of bytes"}
	secondBounds    = bounds{1, 10 * 365 * 24 * 60 * 60, 1200, "leave it out for no limit"}
)

// The words of settings that take one of a few.
var (
	modes            = []string{maxIterations, unlimited}
	levels           = []string{"debug", "info", "warn", "error"}
	formats          = []string{"text", "json"}
	timestampFormats = []string{"time", "time-ms", "relative", "iso", "none"}
)

// The values of iteration_mode.
const (
	maxIterations = "max-iterations"
	unlimited     = "unlimited"
)

// wrong says what is wrong with a text, and what to write instead.
type wrong struct {
	message, hint string
	example       string // that would have been right, may be empty
}

func (w *wrong) Error() string { return w.message }

// Hint says what to write instead.
func (w *wrong) Hint() string { return w.hint }

// check says the same as the schema does of a number in a file.
func (b bounds) check(n int) error {
	switch {
	case n < b.least:
		return b.wrong("%d is too small, the least is %d", n, b.least)
	case n > b.most:
		return b.wrong("%d is too large, the most is %d", n, b.most)
	}
	return nil
}

func (b bounds) parse(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, b.wrong("found %q, want a whole number", text)
	}
	return n, b.check(n)
}

func (b bounds) wrong(format string, args ...any) error {
	return &wrong{fmt.Sprintf(format, args...), b.hint, strconv.Itoa(b.example)}
}

func oneOf(words []string, text string) (string, error) {
	if slices.Contains(words, text) {
		return text, nil
	}
	w := &wrong{message: fmt.Sprintf("found %q, want one of: %s", text, strings.Join(words, ", "))}
	if near := prompts.Nearest(text, words); len(near) > 0 {
		w.hint = "did you mean " + near[0] + "?"
	} else {
		w.example = words[0]
	}
	return "", w
}

func parseLevel(text string) (slog.Level, error) {
	var level slog.Level
	if _, err := oneOf(levels, text); err != nil {
		return 0, err
	}
	return level, level.UnmarshalText([]byte(text))
}

func parseBool(text string) (bool, error) {
	b, err := strconv.ParseBool(text)
	if err != nil {
		return false, &wrong{message: fmt.Sprintf("found %q, want true or false", text), example: "true"}
	}
	return b, nil
}

// parseSpan reads whole seconds, or a duration such as 20m.
func parseSpan(text string) (time.Duration, error) {
	if n, err := strconv.Atoi(text); err == nil {
		return time.Duration(n) * time.Second, secondBounds.check(n)
	}
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return 0, secondBounds.wrong("found %q, want %s", text, spanTitle)
	case d <= 0:
		return 0, secondBounds.wrong("%s is not a time to wait", d)
	}
	return d, secondBounds.check(int(math.Ceil(d.Seconds())))
}
