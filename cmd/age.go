package cmd

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// age is a flag's duration that may be given in days and weeks: 7d, 2w. A day
// has 24 hours.
type age time.Duration

// ageType is what pflag calls its values, in help texts as well.
const ageType = "duration"

// Set reads a duration.
func (a *age) Set(text string) error {
	for unit, length := range map[string]time.Duration{"d": 24 * time.Hour, "w": 7 * 24 * time.Hour} {
		number, ok := strings.CutSuffix(text, unit)
		if !ok {
			continue
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 || n > int(1<<62/length) {
			return errors.New("not a number of days or weeks")
		}
		*a = age(time.Duration(n) * length)
		return nil
	}
	d, err := time.ParseDuration(text)
	if err == nil && d < 0 {
		err = errors.New("below 0")
	}
	*a = age(d)
	return err
}

// String is empty when nothing was given.
func (a *age) String() string {
	if *a == 0 {
		return ""
	}
	return time.Duration(*a).String()
}

// Type is what help texts call the value.
func (*age) Type() string { return ageType }
