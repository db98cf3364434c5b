package yamlsrc

import (
	"encoding/json"
	"math/big"
	"slices"
)

// refusal is one thing that a schema does not accept, and where.
type refusal struct {
	path []any
	why  any // one of the types below
}

type (
	wrongType   struct{ want []string }
	notOneOf    struct{ want []any }
	mismatch    struct{ pattern string }
	tooSmall    struct{ got, want *big.Rat }
	tooLarge    struct{ got, want *big.Rat }
	tooFew      struct{ got, want int }
	unknownKeys struct{ keys []string }
	missingKeys struct{ keys []string }
	// noneOf holds the refusals of every alternative.
	noneOf struct{ branches [][]refusal }
)

// validate returns everything that f refuses about n. A value of the wrong
// type is refused for that alone.
func (f *form) validate(n *node, path []any) []refusal {
	refuse := func(why any) []refusal { return []refusal{{path, why}} }
	if len(f.Type) > 0 && !slices.ContainsFunc(f.Type, n.is) {
		return refuse(wrongType{f.Type})
	}
	var found []refusal
	if f.Enum != nil && !slices.ContainsFunc(f.Enum, n.equals) {
		found = append(found, refuse(notOneOf{f.Enum})...)
	}
	found = append(found, f.alternatives(n, path)...)
	switch {
	case n.fields != nil:
		return append(found, f.mapping(n, path)...)
	case n.list:
		return append(found, f.listing(n, path)...)
	}
	if text, ok := n.scalar.(string); ok {
		return append(found, f.text(text, path)...)
	}
	return append(found, f.number(n, path)...)
}

func (f *form) alternatives(n *node, path []any) []refusal {
	var branches [][]refusal
	for _, branch := range f.AnyOf {
		refusals := branch.validate(n, path)
		if len(refusals) == 0 {
			return nil
		}
		branches = append(branches, refusals)
	}
	if branches == nil {
		return nil
	}
	return []refusal{{path, noneOf{branches}}}
}

func (f *form) mapping(n *node, path []any) []refusal {
	var found []refusal
	var unknown, missing []string
	for _, key := range n.keys {
		child := f.Properties[key]
		if child == nil && f.AdditionalProperties != nil {
			child = f.AdditionalProperties.form
			if f.AdditionalProperties.refused {
				unknown = append(unknown, key)
			}
		}
		if child != nil {
			found = append(found, child.validate(n.fields[key].value, with(path, key))...)
		}
	}
	for _, key := range f.Required {
		if _, ok := n.fields[key]; !ok {
			missing = append(missing, key)
		}
	}
	if unknown != nil {
		found = append(found, refusal{path, unknownKeys{unknown}})
	}
	if missing != nil {
		found = append(found, refusal{path, missingKeys{missing}})
	}
	return found
}

func (f *form) listing(n *node, path []any) []refusal {
	var found []refusal
	if f.MinItems != nil && len(n.items) < *f.MinItems {
		found = append(found, refusal{path, tooFew{len(n.items), *f.MinItems}})
	}
	if f.Items != nil {
		for i, item := range n.items {
			found = append(found, f.Items.validate(item, with(path, i))...)
		}
	}
	return found
}

func (f *form) text(text string, path []any) []refusal {
	if f.pattern != nil && !f.pattern.MatchString(text) {
		return []refusal{{path, mismatch{f.Pattern}}}
	}
	return nil
}

func (f *form) number(n *node, path []any) []refusal {
	value := rational(n.scalar)
	if value == nil {
		return nil
	}
	if f.Minimum != nil {
		if least := rational(*f.Minimum); value.Cmp(least) < 0 {
			return []refusal{{path, tooSmall{value, least}}}
		}
	}
	if f.Maximum != nil {
		if most := rational(*f.Maximum); value.Cmp(most) > 0 {
			return []refusal{{path, tooLarge{value, most}}}
		}
	}
	return nil
}

// is reports whether a value has one of JSON Schema's types.
func (n *node) is(kind string) bool {
	if n.fields != nil || n.list {
		return kind == "object" && n.fields != nil || kind == "array" && n.list
	}
	switch n.scalar.(type) {
	case nil:
		return kind == "null"
	case bool:
		return kind == "boolean"
	case string:
		return kind == "string"
	}
	return kind == "number" || kind == "integer" && rational(n.scalar).IsInt()
}

// equals compares a value with one of an enumeration, which are scalars.
func (n *node) equals(other any) bool {
	if n.fields != nil || n.list {
		return false
	}
	if a, b := rational(n.scalar), rational(other); a != nil && b != nil {
		return a.Cmp(b) == 0
	}
	return n.scalar == other
}

// rational returns a number exactly, nil for what is none.
func rational(value any) *big.Rat {
	switch v := value.(type) {
	case int64:
		return new(big.Rat).SetInt64(v)
	case uint64:
		return new(big.Rat).SetUint64(v)
	case float64:
		return new(big.Rat).SetFloat64(v)
	case json.Number:
		if r, ok := new(big.Rat).SetString(v.String()); ok {
			return r
		}
	}
	return nil
}
