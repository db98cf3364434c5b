package yamlsrc

// node is one value of the document with all aliases and merge keys resolved.
type node struct {
	at     position
	scalar any // when neither a mapping nor a list: nil, bool, int64, uint64, float64, string
	keys   []string
	fields map[string]field // nil unless a mapping
	items  []*node
	list   bool
}

type field struct {
	at    position // of the key
	value *node
}

// step returns the child that one element of a path names, nil if there is none.
func (n *node) step(step any) *node {
	switch step := step.(type) {
	case string:
		return n.fields[step].value
	case int:
		if step >= 0 && step < len(n.items) {
			return n.items[step]
		}
	}
	return nil
}

// plain returns the JSON value of n.
func (n *node) plain() any {
	switch {
	case n.fields != nil:
		m := make(map[string]any, len(n.fields))
		for key, f := range n.fields {
			m[key] = f.value.plain()
		}
		return m
	case n.list:
		items := make([]any, len(n.items))
		for i, item := range n.items {
			items[i] = item.plain()
		}
		return items
	}
	return n.scalar
}

// without returns n less the value at path: a key is left out, a list item
// becomes null so that its siblings keep their numbers. n is not changed.
func (n *node) without(path []any) *node {
	if len(path) == 0 {
		return &node{at: n.at}
	}
	child := n.step(path[0])
	if child == nil {
		return n
	}
	copied := *n
	switch step := path[0].(type) {
	case int:
		copied.items = append([]*node(nil), n.items...)
		copied.items[step] = child.without(path[1:])
	case string:
		copied.fields = make(map[string]field, len(n.fields))
		for key, f := range n.fields {
			copied.fields[key] = f
		}
		if len(path) == 1 {
			delete(copied.fields, step)
		} else {
			copied.fields[step] = field{at: n.fields[step].at, value: child.without(path[1:])}
		}
	}
	return &copied
}
