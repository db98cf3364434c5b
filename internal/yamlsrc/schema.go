package yamlsrc

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is a compiled JSON Schema. Besides validating, its annotations word
// the problems: "title" says what a value should be ("a duration such as
// 20m"), "description" says what it is for. Safe for concurrent use.
type Schema struct {
	root *jsonschema.Schema
}

// Compile reads a JSON Schema, draft 2020-12. It must be self-contained.
func Compile(raw []byte) (*Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	const url = "mem:///schema.json"
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(jsonschema.SchemeURLLoader{})
	if err := c.AddResource(url, doc); err != nil {
		return nil, fmt.Errorf("add schema: %w", err)
	}
	root, err := c.Compile(url)
	if err != nil {
		return nil, fmt.Errorf("compile schema: %w", err)
	}
	return &Schema{root: root}, nil
}

// forms is every schema that describes one value: the one that stands there
// and what it refers to or offers as alternatives.
type forms []*jsonschema.Schema

func formsOf(s *jsonschema.Schema) forms {
	var fs forms
	var add func(s *jsonschema.Schema)
	add = func(s *jsonschema.Schema) {
		if s == nil || slices.Contains(fs, s) {
			return
		}
		fs = append(fs, s)
		add(s.Ref)
		for _, branch := range slices.Concat(s.AllOf, s.AnyOf, s.OneOf) {
			add(branch)
		}
	}
	add(s)
	return fs
}

// at follows an instance path, empty where the schema says nothing.
func (s *Schema) at(path []any) forms {
	fs := formsOf(s.root)
	for _, step := range path {
		fs = fs.child(step)
	}
	return fs
}

func (fs forms) child(step any) forms {
	for _, s := range fs {
		var child *jsonschema.Schema
		switch step := step.(type) {
		case int:
			child = s.Items2020
		case string:
			child = s.Properties[step]
			if extra, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && child == nil {
				child = extra
			}
		}
		if child != nil {
			return formsOf(child)
		}
	}
	return nil
}

// keys returns every key that one of the forms knows, sorted.
func (fs forms) keys() []string {
	var keys []string
	for _, s := range fs {
		for key := range s.Properties {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func (fs forms) required() []string {
	for _, s := range fs {
		if len(s.Required) > 0 {
			return s.Required
		}
	}
	return nil
}

func (fs forms) title() string {
	for _, s := range fs {
		if s.Title != "" {
			return s.Title
		}
	}
	return ""
}

func (fs forms) description() string {
	for _, s := range fs {
		if s.Description != "" {
			return s.Description
		}
	}
	return ""
}
