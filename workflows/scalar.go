package workflows

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/invopop/jsonschema"
)

// The scalar types of a file. Their schemas hold the rules, their titles the
// words that a problem uses for what was wanted.

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

// identifier becomes the name of a folder.
type identifier string

func (identifier) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{
		Type: "string", Pattern: `^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`,
		Title: "a letter or digit and then letters, digits and - _ . (64 at most)",
	}
}

type environment map[string]argument

func (environment) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{
		Type: "object", Title: "a mapping of variables",
		PropertyNames:        &jsonschema.Schema{Pattern: `^[A-Za-z_][A-Za-z0-9_]*$`, Title: "letters, digits and _, no digit first"},
		AdditionalProperties: argument("").JSONSchema(),
	}
}

// span is a length of time as it is written: 1200 or "20m".
type span string

func (span) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{
		Pattern: `^([0-9]+(\.[0-9]+)?(h|m|s|ms))+$`, Minimum: "1", Maximum: "315360000",
		Title:    "whole seconds or a duration such as 20m or 1h30m",
		Examples: []any{"20m", 1800},
		Extras:   map[string]any{"type": []string{"integer", "string"}},
	}
}

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
