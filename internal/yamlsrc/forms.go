package yamlsrc

import "slices"

// forms is every schema that describes one value: the one that stands there
// and what it offers as alternatives.
type forms []*form

func formsOf(f *form) forms {
	fs := forms{f}
	for _, branch := range f.AnyOf {
		fs = append(fs, formsOf(branch)...)
	}
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
	for _, f := range fs {
		var child *form
		switch step := step.(type) {
		case int:
			child = f.Items
		case string:
			child = f.Properties[step]
			if child == nil && f.AdditionalProperties != nil {
				child = f.AdditionalProperties.form
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
	for _, f := range fs {
		for key := range f.Properties {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func (fs forms) required() []string {
	for _, f := range fs {
		if len(f.Required) > 0 {
			return f.Required
		}
	}
	return nil
}

func (fs forms) title() string {
	for _, f := range fs {
		if f.Title != "" {
			return f.Title
		}
	}
	return ""
}

func (fs forms) description() string {
	for _, f := range fs {
		if f.Description != "" {
			return f.Description
		}
	}
	return ""
}
