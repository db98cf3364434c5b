package config

import (
	"encoding/json"
	"strconv"

	"github.com/invopop/jsonschema"
)

// What the schema says of the types of a file. Titles are the words that a
// problem uses for what was wanted.

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

func (text) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: `^[^\x00]*[^\x00\s][^\x00]*$`, Title: "a text that is not blank"}
}

func (argument) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: `^[^\x00]*$`, Title: "a text"}
}

func (span) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{
		Pattern: `^([0-9]+(\.[0-9]+)?(h|m|s|ms))+$`,
		Minimum: json.Number(strconv.Itoa(secondBounds.least)), Maximum: json.Number(strconv.Itoa(secondBounds.most)),
		Title:    spanTitle,
		Examples: []any{"20m", 1800},
		Extras:   map[string]any{"type": []string{"integer", "string"}},
	}
}

func (pause) JSONSchema() *jsonschema.Schema {
	s := span("").JSONSchema()
	s.Title, s.Examples = "whole seconds or a duration such as 150ms or 3s", []any{"300ms"}
	return s
}

// nameSchema is for names that the writer chooses and a command line takes.
func nameSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: `^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$`, Title: "a name of letters, digits and - _ . (64 at most)"}
}

func (aliases) JSONSchemaExtend(s *jsonschema.Schema) {
	s.PropertyNames = nameSchema()
	s.AdditionalProperties.Examples = []any{"claude -p --model haiku"}
}

func (procedures) JSONSchemaExtend(s *jsonschema.Schema) { s.PropertyNames = nameSchema() }
func (agents) JSONSchemaExtend(s *jsonschema.Schema)     { s.PropertyNames = nameSchema() }

func (variables) JSONSchemaExtend(s *jsonschema.Schema) {
	s.PropertyNames = &jsonschema.Schema{Pattern: `^[A-Za-z_][A-Za-z0-9_]*$`, Title: "letters, digits and _, no digit first"}
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

func (b bounds) schema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "integer", Minimum: json.Number(strconv.Itoa(b.least)), Maximum: json.Number(strconv.Itoa(b.most))}
}

func enum(words []string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, word := range words {
		s.Enum = append(s.Enum, word)
	}
	return s
}
