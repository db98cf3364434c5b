package yamlsrc

import "slices"

// places are the mappings in which a key can stand, as paths with [] for an
// item and NAME for a key that the writer chooses; sorted.
func (s *Schema) places(key string) []string {
	var found []string
	var walk func(f *form, path string)
	walk = func(f *form, path string) {
		if f == nil {
			return
		}
		for _, same := range f.AnyOf {
			walk(same, path)
		}
		walk(f.Items, path+"[]")
		for name, child := range f.Properties {
			if name == key && path != "" {
				found = append(found, path)
			}
			walk(child, join(path, name))
		}
		if f.AdditionalProperties != nil {
			walk(f.AdditionalProperties.form, join(path, "NAME"))
		}
	}
	walk(s.root, "")
	slices.Sort(found)
	return slices.Compact(found)
}

// everyKey is each key that can stand anywhere, sorted.
func (s *Schema) everyKey() []string {
	var keys []string
	var walk func(f *form)
	walk = func(f *form) {
		if f == nil {
			return
		}
		for name, child := range f.Properties {
			keys = append(keys, name)
			walk(child)
		}
		for _, part := range append([]*form{f.Items}, f.AnyOf...) {
			walk(part)
		}
		if f.AdditionalProperties != nil {
			walk(f.AdditionalProperties.form)
		}
	}
	walk(s.root)
	slices.Sort(keys)
	return slices.Compact(keys)
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
