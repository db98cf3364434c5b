package config

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/invopop/jsonschema"
)

// phaseFile is the text of one phase: a list of fragments, or the path of a
// single one.
type phaseFile []fragmentFile

// fragmentFile is one fragment: a path, or a mapping with more.
type fragmentFile struct {
	Path       *text      `json:"path"`
	Content    *text      `json:"content"`
	Parameters parameters `json:"parameters"`
}

func (phaseFile) JSONSchema() *jsonschema.Schema {
	mapping := jsonschema.NewProperties()
	mapping.Set("path", described(text("").JSONSchema(), "A file relative to the folder of this one, or builtin:fragments/PHASE/NAME.md."))
	mapping.Set("content", described(text("").JSONSchema(), "The text itself."))
	mapping.Set("parameters", &jsonschema.Schema{Type: "object", Description: "Values for {{.name}} in the text, which these make a template."})
	fragment := &jsonschema.Schema{AnyOf: []*jsonschema.Schema{
		text("").JSONSchema(),
		{Type: "object", Properties: mapping, AdditionalProperties: jsonschema.FalseSchema},
	}, Title: "a path, or a mapping with path or content"}
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{
		text("").JSONSchema(),
		{Type: "array", Items: fragment},
	}, Title: "a list of fragments, or one path", Examples: []any{"prompts/mine.md"}}
}

func described(s *jsonschema.Schema, description string) *jsonschema.Schema {
	s.Description = description
	return s
}

// UnmarshalJSON reads either form.
func (p *phaseFile) UnmarshalJSON(data []byte) error {
	if !bytes.HasPrefix(data, []byte("[")) {
		*p = make(phaseFile, 1)
		return (*p)[0].UnmarshalJSON(data)
	}
	return json.Unmarshal(data, (*[]fragmentFile)(p))
}

// UnmarshalJSON reads either form; null, which stands for what was refused,
// is a fragment with nothing in it.
func (f *fragmentFile) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte(`"`)) {
		return json.Unmarshal(data, &f.Path)
	}
	type plain fragmentFile
	return json.Unmarshal(data, (*plain)(f))
}

type parameters map[string]any

// UnmarshalJSON keeps whole numbers whole: as floating point, a template
// would print ten million as 1e+07.
func (p *parameters) UnmarshalJSON(data []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var values map[string]any
	if err := decoder.Decode(&values); err != nil {
		return err
	}
	*p = values
	for key, value := range values {
		values[key] = whole(value)
	}
	return nil
}

func whole(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key := range value {
			value[key] = whole(value[key])
		}
	case []any:
		for i := range value {
			value[i] = whole(value[i])
		}
	case json.Number:
		if n, err := value.Int64(); err == nil {
			return n
		}
		if f, err := value.Float64(); err == nil {
			return f
		}
		return fmt.Sprint(value)
	}
	return value
}
