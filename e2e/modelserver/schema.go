package modelserver

import (
	"encoding/json"
	"slices"
	"strings"
)

// schema is the part of JSON Schema that agents use for tools and for answers.
type schema struct {
	Type       oneOrMany         `json:"type"`
	Properties map[string]schema `json:"properties"`
	Required   []string          `json:"required"`
	Items      *schema           `json:"items"`
	MinItems   int               `json:"minItems"`
	Minimum    *float64          `json:"minimum"`
	Const      any               `json:"const"`
	Enum       []any             `json:"enum"`
	AnyOf      []schema          `json:"anyOf"`
	OneOf      []schema          `json:"oneOf"`
}

// UnmarshalJSON accepts true and false, which are schemas too.
func (s *schema) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '{' {
		return nil
	}
	type plain schema
	return json.Unmarshal(data, (*plain)(s))
}

// oneOrMany is a type name; of a list, the first.
type oneOrMany string

func (t *oneOrMany) UnmarshalJSON(data []byte) error {
	var many []string
	if json.Unmarshal(data, &many) == nil {
		if len(many) > 0 {
			*t = oneOrMany(strings.ToLower(many[0]))
		}
		return nil
	}
	var one string
	err := json.Unmarshal(data, &one)
	*t = oneOrMany(strings.ToLower(one))
	return err
}

// parseSchema never fails: a schema that cannot be read asks for nothing.
func parseSchema(raw json.RawMessage) schema {
	var s schema
	if len(raw) > 0 && json.Unmarshal(raw, &s) != nil {
		return schema{}
	}
	return s
}

// sample returns the smallest value that fits. key is the property's name.
func (s schema) sample(key string) any {
	switch {
	case s.Const != nil:
		return s.Const
	case len(s.Enum) > 0:
		return s.Enum[0]
	case len(s.AnyOf) > 0:
		return s.AnyOf[0].sample(key)
	case len(s.OneOf) > 0:
		return s.OneOf[0].sample(key)
	}
	switch s.Type {
	case "object":
		return s.sampleObject()
	case "array":
		return s.sampleArray(key)
	case "number", "integer":
		if s.Minimum != nil {
			return *s.Minimum
		}
		return 1
	case "boolean":
		return false
	case "null":
		return nil
	}
	return "some " + key
}

func (s schema) sampleObject() object {
	o := object{}
	for name, property := range s.Properties {
		if len(s.Required) == 0 || slices.Contains(s.Required, name) {
			o[name] = property.sample(name)
		}
	}
	return o
}

// sampleItems bounds a sample, whatever the schema demands.
const sampleItems = 8

func (s schema) sampleArray(key string) []any {
	list := []any{}
	for range min(s.MinItems, sampleItems) {
		item := schema{}
		if s.Items != nil {
			item = *s.Items
		}
		list = append(list, item.sample(key))
	}
	return list
}
