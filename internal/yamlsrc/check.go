package yamlsrc

import (
	"slices"
	"strings"
)

// Guide shapes what Check says about keys and names that the schema does not know.
type Guide struct {
	// Nearest returns those of known that are close enough to name to be
	// what was meant, best first. Nil means no suggestions beyond spelling
	// in another case.
	Nearest func(name string, known []string) []string
	// Reserved keys are refused with a word about a later version.
	Reserved []string
}

// Check returns everything in the document that the schema refuses, sorted by
// position; it is empty when the document is valid.
func (d *Document) Check(schema *Schema, guide Guide) Problems {
	if d.Empty() {
		p := d.problem(Invalid, d.root.at, nil, "nothing is written here", "")
		if keys := schema.at(nil).required(); len(keys) > 0 {
			p.Hint = "it needs at least: " + strings.Join(keys, ", ")
		}
		p.refused = []any{}
		return Problems{p}
	}
	c := checker{doc: d, schema: schema, guide: guide}
	c.take(schema.root.validate(d.root, []any{}))
	c.names(d.root, schema.at(nil), nil)
	return c.withoutEchoes().sorted()
}

type checker struct {
	doc      *Document
	schema   *Schema
	guide    Guide
	problems Problems
	missing  []missing
	meant    map[string]bool // fields that an unknown key was probably meant to be
}

// missing waits until all unknown keys are known: "stage:" is one mistake, not
// an unknown key and a missing "stages".
type missing struct {
	field   string
	problem Problem
}

func (c *checker) take(refusals []refusal) {
	for _, r := range refusals {
		switch why := r.why.(type) {
		case noneOf:
			c.alternatives(r.path, why)
		case unknownKeys:
			for _, key := range why.keys {
				c.unknown(r.path, key)
			}
		case missingKeys:
			for _, key := range why.keys {
				c.require(r.path, key)
			}
		default:
			message, hint := c.words(r.path, r.why)
			c.refuse(r.path, c.doc.valueAt(r.path), message, hint)
		}
	}
}

func (c *checker) refuse(path []any, here position, message, hint string) {
	p := c.doc.problem(Invalid, here, path, message, hint)
	p.refused = path
	c.problems = append(c.problems, p)
}

// names refuses keys that the writer chose and the schema's propertyNames do not allow.
func (c *checker) names(n *node, about forms, path []any) {
	for _, key := range n.keys {
		here := with(path, key)
		for _, s := range about {
			if s.PropertyNames != nil && s.PropertyNames.validate(&node{scalar: key}, nil) != nil {
				message, hint := badName(key, s.PropertyNames)
				c.refuse(here, c.doc.keyAt(here), message, hint)
			}
		}
		c.names(n.fields[key].value, about.child(key), here)
	}
	for i, item := range n.items {
		c.names(item, about.child(i), with(path, i))
	}
}

// alternatives reports the branch that fits the type of what was written; if
// none does, that the type is wrong.
func (c *checker) alternatives(path []any, none noneOf) {
	var want []string
	for _, branch := range none.branches {
		types := typesWanted(branch, len(path))
		if types == nil {
			c.take(branch)
			return
		}
		want = append(want, types...)
	}
	message, hint := c.words(path, wrongType{want})
	c.refuse(path, c.doc.valueAt(path), message, hint)
}

// typesWanted returns the types that a branch wants when it failed for the
// type of the value itself, nil otherwise.
func typesWanted(branch []refusal, depth int) []string {
	for _, r := range branch {
		switch why := r.why.(type) {
		case wrongType:
			if len(r.path) == depth {
				return why.want
			}
		case noneOf:
			for _, inner := range why.branches {
				if types := typesWanted(inner, depth); types != nil {
					return types
				}
			}
		}
	}
	return nil
}

func (c *checker) unknown(path []any, key string) {
	here := with(path, key)
	p := c.doc.problem(UnknownKey, c.doc.keyAt(here), here, "unknown key", "")
	p.refused = here
	known := c.schema.at(path).keys()
	near := c.near(key, known)
	switch {
	case slices.Contains(c.guide.Reserved, key):
		p.Message = "this key is reserved for a later version"
		p.Hint = "remove it: this version would not act on it"
	case len(near) > 0:
		p.Hint = "did you mean " + strings.Join(near, " or ") + "?"
		if c.meant == nil {
			c.meant = map[string]bool{}
		}
		c.meant[fieldName(with(path, near[0]))] = true
	case len(known) > 0:
		p.Hint = c.elsewhere(key) + "keys that can stand here: " + strings.Join(known, ", ")
	}
	c.problems = append(c.problems, p)
}

// elsewhere says where a key that has strayed belongs, empty for others.
func (c *checker) elsewhere(key string) string {
	near := c.near(key, c.schema.everyKey())
	if len(near) == 0 {
		return ""
	}
	places := c.schema.places(near[0])
	if len(places) == 0 {
		return ""
	}
	return near[0] + " belongs in " + strings.Join(places, " or ") + "; "
}

// near tries the same letters in another spelling first: autoApprove, auto-approve.
func (c *checker) near(name string, known []string) []string {
	for _, k := range known {
		if letters(k) == letters(name) {
			return []string{k}
		}
	}
	if c.guide.Nearest == nil {
		return nil
	}
	return c.guide.Nearest(name, known)
}

func letters(s string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(s))
}

func (c *checker) require(path []any, key string) {
	p := c.doc.problem(Invalid, c.doc.keyAt(path), path, "key "+key+" is missing", "")
	if text := c.schema.at(with(path, key)).description(); text != "" {
		p.Hint = key + ": " + text
	}
	c.missing = append(c.missing, missing{fieldName(with(path, key)), p})
}

func (c *checker) withoutEchoes() Problems {
	problems := c.problems
	for _, m := range c.missing {
		if !c.meant[m.field] {
			problems = append(problems, m.problem)
		}
	}
	return problems
}
