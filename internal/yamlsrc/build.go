package yamlsrc

import (
	"fmt"
	"math"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// builder turns the parser's tree into nodes. Anchors hold finished nodes, so
// an anchor cannot contain itself and expanding one needs no further lookups.
type builder struct {
	src      source
	anchors  map[string]*node
	problems Problems
	nodes    int
	full     bool // maxNodes was reported; build no more
}

func (b *builder) refuse(here position, path []any, message, hint string) {
	p := syntax(b.src, here, message, hint)
	p.Field = fieldName(path)
	b.problems = append(b.problems, p)
}

// room counts one node and refuses the one that is too many or too deep.
func (b *builder) room(here position, path []any, depth int) bool {
	if b.full {
		return false
	}
	b.nodes++
	if b.nodes > maxNodes {
		b.full = true
		b.refuse(here, path, fmt.Sprintf("more than %d values", maxNodes), "are aliases nested in aliases?")
		return false
	}
	if depth > maxDepth {
		b.full = true
		b.refuse(here, nil, fmt.Sprintf("more than %d levels deep", maxDepth), "")
		return false
	}
	return true
}

func (b *builder) value(n ast.Node, path []any, depth int) *node {
	if n == nil {
		return &node{at: b.src.clamp(position{})}
	}
	here := b.src.onText(start(n))
	out := &node{at: here}
	if !b.room(here, path, depth) {
		return out
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		b.mapping(out, n.Values, path, depth)
	case *ast.MappingValueNode:
		b.mapping(out, []*ast.MappingValueNode{n}, path, depth)
	case *ast.SequenceNode:
		out.list = true
		for i, item := range n.Values {
			out.items = append(out.items, b.value(item, with(path, i), depth+1))
		}
	case *ast.AnchorNode:
		out = b.value(n.Value, path, depth+1)
		b.anchors[n.Name.GetToken().Value] = out
	case *ast.AliasNode:
		if target := b.alias(n, path); target != nil {
			return b.copy(target, here, path, depth)
		}
	case *ast.TagNode:
		b.tag(out, n, path)
	case *ast.LiteralNode:
		out.scalar = n.Value.Value
	case ast.ScalarNode:
		out.scalar = n.GetValue()
		if f, ok := out.scalar.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			b.refuse(here, path, n.GetToken().Value+" is not a number that can be used", "")
		}
	default:
		b.refuse(here, path, fmt.Sprintf("%s is not supported", n.Type().YAMLName()), "")
	}
	return out
}

func (b *builder) alias(n *ast.AliasNode, path []any) *node {
	name := n.Value.GetToken().Value
	target := b.anchors[name]
	if target == nil {
		b.refuse(start(n), path, fmt.Sprintf("*%s has no anchor above it", cut(name)), fmt.Sprintf("write &%s before the value it stands for, or quote a text that begins with *", cut(name)))
	}
	return target
}

// copy places target where an alias stands.
func (b *builder) copy(target *node, here position, path []any, depth int) *node {
	out := &node{at: here, scalar: target.scalar, list: target.list, keys: target.keys}
	if !b.room(here, path, depth) {
		return &node{at: here}
	}
	if target.fields != nil {
		out.fields = make(map[string]field, len(target.fields))
		for _, key := range target.keys {
			out.fields[key] = field{at: here, value: b.copy(target.fields[key].value, here, with(path, key), depth+1)}
		}
	}
	for i, item := range target.items {
		out.items = append(out.items, b.copy(item, here, with(path, i), depth+1))
	}
	return out
}

// tag honours !!str, the one tag with a use: an id of digits, say.
func (b *builder) tag(out *node, n *ast.TagNode, path []any) {
	text, plain := n.Value.(ast.ScalarNode)
	if n.Start.Value != string(token.StringTag) || !plain {
		b.refuse(out.at, path, fmt.Sprintf("tag %s is not supported", cut(n.Start.Value)), "remove it")
		return
	}
	out.scalar = text.GetToken().Value
	if value, ok := text.GetValue().(string); ok {
		out.scalar = value
	}
}

// start returns where a person would say that a value begins.
func start(n ast.Node) position {
	switch n := n.(type) {
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return start(n.Values[0])
		}
	case *ast.MappingValueNode:
		return start(n.Key)
	}
	return at(n.GetToken())
}
