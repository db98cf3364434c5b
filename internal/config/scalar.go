package config

import (
	"bytes"
	"encoding/json"
)

// The scalar types of a file. Their rules are in schema.json, which is made of
// what scalar_schema_test.go says of each.

type (
	iterationMode   string
	iterationCount  int
	failureCount    int
	bufferSize      int
	logLevel        string
	logFormat       string
	timestampFormat string
	useCount        int
	enterCount      int
	lineCount       int
)

// text holds something; NUL is refused because no argument or variable can carry it.
type text string

// argument may be empty.
type argument string

const spanTitle = "whole seconds or a duration such as 20m or 1h30m"

// span is a length of time as it is written: 1200 or "20m".
type span string

// pause is a short span.
type pause string

// UnmarshalJSON keeps a number's digits as they are.
func (p *pause) UnmarshalJSON(data []byte) error { return (*span)(p).UnmarshalJSON(data) }

// UnmarshalJSON keeps a number's digits as they are.
func (s *span) UnmarshalJSON(data []byte) error {
	if !bytes.HasPrefix(data, []byte(`"`)) {
		*s = span(data)
		return nil
	}
	return json.Unmarshal(data, (*string)(s))
}
