package cmd

import (
	"errors"
	"strconv"
	"time"
)

// limit is a flag's time to wait, which may be given in whole seconds, as workflow files have it: 90, 20m.
type limit time.Duration

// limitType is what pflag calls its values.
const limitType = "limit"

// Set reads a time of at least 0.
func (l *limit) Set(text string) error {
	if _, err := strconv.ParseUint(text, 10, 32); err == nil {
		text += "s"
	}
	d, err := time.ParseDuration(text)
	if err == nil && d < 0 {
		err = errors.New("below 0")
	}
	*l = limit(d)
	return err
}

// String is as time.Duration has it.
func (l *limit) String() string { return time.Duration(*l).String() }

// Type tells it from other durations.
func (*limit) Type() string { return limitType }
