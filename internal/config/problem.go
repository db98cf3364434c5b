package config

import (
	"errors"
	"strings"
)

// Problems is everything that is wrong, as one error: each a yamlsrc.Problem,
// an *InvalidError, or a file that cannot be read.
type Problems []error

// Error returns all problems in order, each with its hint, with an empty line between two.
func (ps Problems) Error() string {
	texts := make([]string, len(ps))
	for i, p := range ps {
		texts[i] = p.Error()
		if hint := advice(p); hint != "" && !strings.Contains(texts[i], "hint:") {
			texts[i] += "\nhint: " + hint
		}
	}
	return strings.Join(texts, "\n\n")
}

// Unwrap lets errors.As find a single problem.
func (ps Problems) Unwrap() []error { return ps }

func (ps Problems) err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}

// InvalidError says what is wrong with the value of a variable or a flag.
type InvalidError struct {
	Source  string // "ROODA_LOOP_LOG_LEVEL" or "--max-iterations"
	Message string
	Advice  string // may be empty
}

// Error returns "source: message" and then a "hint:" line, where there is one.
func (e *InvalidError) Error() string {
	text := e.Source + ": " + e.Message
	if e.Advice != "" {
		text += "\nhint: " + e.Advice
	}
	return text
}

// advice returns the hint that an error carries, if it does.
func advice(err error) string {
	var hinted interface{ Hint() string }
	if errors.As(err, &hinted) {
		return hinted.Hint()
	}
	return ""
}
