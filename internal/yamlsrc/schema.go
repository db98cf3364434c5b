package yamlsrc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
)

// Schema is a compiled JSON Schema. Besides validating, its annotations word
// the problems: "title" says what a value should be ("a duration such as
// 20m"), "description" says what it is for. Safe for concurrent use.
//
// It knows the keywords that the schemas of this program use and refuses all
// others, so that none is silently without effect. A complete library would
// cost every start of the program more than all the rest of it; one is the
// oracle of the tests.
type Schema struct {
	root *form
}

// form is the schema of one value.
type form struct {
	Title       string `json:"title"`
	Description string `json:"description"`

	Type    names        `json:"type"`
	Enum    []any        `json:"enum"`
	Pattern string       `json:"pattern"`
	Minimum *json.Number `json:"minimum"`
	Maximum *json.Number `json:"maximum"`

	Items    *form `json:"items"`
	MinItems *int  `json:"minItems"`

	Properties           map[string]*form `json:"properties"`
	AdditionalProperties *otherwise       `json:"additionalProperties"`
	PropertyNames        *form            `json:"propertyNames"`
	Required             []string         `json:"required"`

	AnyOf []*form `json:"anyOf"`

	// Without effect on validation.
	Version  string `json:"$schema"`
	ID       string `json:"$id"`
	Default  any    `json:"default"`
	Examples []any  `json:"examples"`

	pattern *regexp.Regexp
}

// names is one name or a list of them.
type names []string

func (n *names) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		*n = names{""}
		return json.Unmarshal(data, &(*n)[0])
	}
	return json.Unmarshal(data, (*[]string)(n))
}

// otherwise is what holds for keys that Properties does not name.
type otherwise struct {
	refused bool
	form    *form // nil for anything
}

func (o *otherwise) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case "true":
		return nil
	case "false":
		o.refused = true
		return nil
	}
	o.form = &form{}
	return decodeForm(data, o.form)
}

func decodeForm(data []byte, f *form) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	d.UseNumber()
	return d.Decode(f)
}

// Compile reads a JSON Schema, draft 2020-12. It must be self-contained, and
// use no keyword that form does not have.
func Compile(raw []byte) (*Schema, error) {
	root := &form{}
	if err := decodeForm(raw, root); err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	if err := root.compile(map[string]*regexp.Regexp{}); err != nil {
		return nil, fmt.Errorf("compile schema: %w", err)
	}
	return &Schema{root: root}, nil
}

// compile compiles patterns, once where several forms have the same.
func (f *form) compile(patterns map[string]*regexp.Regexp) error {
	if f.Pattern != "" {
		if patterns[f.Pattern] == nil {
			var err error
			if patterns[f.Pattern], err = regexp.Compile(f.Pattern); err != nil {
				return err
			}
		}
		f.pattern = patterns[f.Pattern]
	}
	parts := append([]*form{f.Items, f.PropertyNames}, f.AnyOf...)
	if f.AdditionalProperties != nil {
		parts = append(parts, f.AdditionalProperties.form)
	}
	for _, child := range f.Properties {
		parts = append(parts, child)
	}
	for _, part := range parts {
		if part == nil {
			continue
		}
		if err := part.compile(patterns); err != nil {
			return err
		}
	}
	return nil
}
