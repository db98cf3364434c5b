package config

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/invopop/jsonschema"
)

// The scalar types of a file. Their schemas hold the rules, their titles the
// words that a problem uses for what was wanted.

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

func (iterationMode) JSONSchema() *jsonschema.Schema   { return enum(modes) }
func (iterationCount) JSONSchema() *jsonschema.Schema  { return iterationBounds.schema() }
func (failureCount) JSONSchema() *jsonschema.Schema    { return failureBounds.schema() }
func (bufferSize) JSONSchema() *jsonschema.Schema      { return bufferBounds.schema() }
func (logLevel) JSONSchema() *jsonschema.Schema        { return enum(levels) }
func (logFormat) JSONSchema() *jsonschema.Schema       { return enum(formats) }
func (useCount) JSONSchema() *jsonschema.Schema        { return useBounds.schema() }
func (enterCount) JSONSchema() *jsonschema.Schema      { return enterBounds.schema() }
func (lineCount) JSONSchema() *jsonschema.Schema       { return lineBounds.schema() }
func (timestampFormat) JSONSchema() *jsonschema.Schema { return enum(timestampFormats) }

// text holds something; NUL is refused because no argument or variable can carry it.
type text string

func (text) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: `^[^\x00]*[^\x00\s][^\x00]*$`, Title: "a text that is not blank"}
}

// argument may be empty.
type argument string

func (argument) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: `^[^\x00]*$`, Title: "a text"}
}

// nameSchema is for names that the writer chooses and a command line takes.
func nameSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: `^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$`, Title: "a name of letters, digits and - _ . (64 at most)"}
}

const spanTitle = "whole seconds or a duration such as 20m or 1h30m"

// span is a length of time as it is written: 1200 or "20m".
type span string

func (span) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{
		Pattern: `^([0-9]+(\.[0-9]+)?(h|m|s|ms))+$`,
		Minimum: json.Number(strconv.Itoa(secondBounds.least)), Maximum: json.Number(strconv.Itoa(secondBounds.most)),
		Title:    spanTitle,
		Examples: []any{"20m", 1800},
		Extras:   map[string]any{"type": []string{"integer", "string"}},
	}
}

// pause is a short span.
type pause string

func (pause) JSONSchema() *jsonschema.Schema {
	s := span("").JSONSchema()
	s.Title, s.Examples = "whole seconds or a duration such as 150ms or 3s", []any{"300ms"}
	return s
}

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
