package workflows

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"time"
)

// The scalar types of a file. Their rules are in schema.json, which is made of
// what scalar_schema_test.go says of each.

// text holds something; NUL is refused because no argument or variable can carry it.
type text string

// argument may be empty.
type argument string

// identifier becomes the name of a folder.
type identifier string

type environment map[string]argument

// span is a length of time as it is written: 1200 or "20m".
type span string

// UnmarshalJSON keeps a number's digits as they are.
func (s *span) UnmarshalJSON(data []byte) error {
	if !bytes.HasPrefix(data, []byte(`"`)) {
		*s = span(data)
		return nil
	}
	return json.Unmarshal(data, (*string)(s))
}

func (s span) duration() (Duration, error) {
	if seconds, err := strconv.Atoi(string(s)); err == nil {
		return Duration(time.Duration(seconds) * time.Second), nil
	}
	d, err := time.ParseDuration(string(s))
	switch {
	case err != nil:
		return 0, errors.New("this duration is too long")
	case d <= 0:
		return 0, errors.New("this duration is zero")
	}
	return Duration(d), nil
}
