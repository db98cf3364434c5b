package yamlsrc

import (
	"fmt"

	"github.com/goccy/go-yaml/ast"
)

// mapping fills out with the pairs of one mapping. Keys that are written
// there win over merged ones, wherever the merge key stands.
func (b *builder) mapping(out *node, pairs []*ast.MappingValueNode, path []any, depth int) {
	out.fields = make(map[string]field, len(pairs))
	var merges []*ast.MappingValueNode
	for _, pair := range pairs {
		here := b.src.onText(start(pair.Key))
		if pair.Key.IsMergeKey() {
			merges = append(merges, pair)
			continue
		}
		key, ok := keyName(pair.Key)
		if !ok {
			b.refuse(here, path, "this key is not plain text", "put it in quotes")
			continue
		}
		value := b.value(pair.Value, with(path, key), depth+1)
		if first, taken := out.fields[key]; taken {
			b.refuse(here, with(path, key), fmt.Sprintf("key %q stands here for the second time, first on line %d", cut(key), first.at.line), "keep one of the two")
			continue
		}
		out.set(key, field{at: here, value: value})
	}
	for _, pair := range merges {
		b.merge(out, pair.Value, path, depth)
	}
}

func (n *node) set(key string, f field) {
	if _, taken := n.fields[key]; taken {
		return
	}
	n.keys = append(n.keys, key)
	n.fields[key] = f
}

// merge adds what "<<: *base" or "<<: [*a, *b]" brings in; of two bases the first wins.
func (b *builder) merge(out *node, from ast.Node, path []any, depth int) {
	base := b.value(from, path, depth+1)
	bases := []*node{base}
	if base.list {
		bases = base.items
	}
	for _, base := range bases {
		if base.fields == nil {
			b.refuse(base.at, path, "<< takes a mapping, or a list of mappings", "write <<: *name, where &name stands before a mapping")
			continue
		}
		for _, key := range base.keys {
			out.set(key, base.fields[key])
		}
	}
}

func keyName(key ast.MapKeyNode) (string, bool) {
	switch key := key.(type) {
	case *ast.StringNode:
		return key.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode:
		return key.GetToken().Value, true
	}
	return "", false
}
