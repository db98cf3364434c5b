package workflows

import "github.com/invopop/jsonschema"

// What the schema says of the types of a file. Titles are the words that a
// problem uses for what was wanted.

func (text) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: `^[^\x00]*[^\x00\s][^\x00]*$`, Title: "a text that is not blank"}
}

func (argument) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: `^[^\x00]*$`, Title: "a text"}
}

func (identifier) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{
		Type: "string", Pattern: `^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`,
		Title: "a letter or digit and then letters, digits and - _ . (64 at most)",
	}
}

func (environment) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{
		Type: "object", Title: "a mapping of variables",
		PropertyNames:        &jsonschema.Schema{Pattern: `^[A-Za-z_][A-Za-z0-9_]*$`, Title: "letters, digits and _, no digit first"},
		AdditionalProperties: argument("").JSONSchema(),
	}
}

func (span) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{
		Pattern: `^([0-9]+(\.[0-9]+)?(h|m|s|ms))+$`, Minimum: "1", Maximum: "315360000",
		Title:    "whole seconds or a duration such as 20m or 1h30m",
		Examples: []any{"20m", 1800},
		Extras:   map[string]any{"type": []string{"integer", "string"}},
	}
}
