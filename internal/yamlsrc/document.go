package yamlsrc

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Document is one parsed file. It is immutable and safe for concurrent use.
//
// A path names a value by keys (string) and list positions (int), from the
// top: "stages", 0, "id". Where nothing is at a path, the position is that of
// the nearest value above it.
type Document struct {
	src  source
	root *node
}

// Empty reports whether the file holds no value at all: nothing, blank lines,
// comments, or a lone null.
func (d *Document) Empty() bool {
	return d.root.fields == nil && !d.root.list && d.root.scalar == nil
}

// Has reports whether something, be it null, is written at path.
func (d *Document) Has(path ...any) bool {
	n, rest := d.find(path)
	return n != nil && len(rest) == 0
}

// Keys returns the keys of the mapping at path in the order of the file,
// merged ones last, and nil if there is no mapping.
func (d *Document) Keys(path ...any) []string {
	n, rest := d.find(path)
	if len(rest) > 0 {
		return nil
	}
	return append([]string(nil), n.keys...)
}

// Position returns where the value at path begins.
func (d *Document) Position(path ...any) (line, col int) {
	at := d.valueAt(path)
	return at.line, at.col
}

// Problem says that the value at path is wrong.
func (d *Document) Problem(path []any, message, hint string) Problem {
	return d.problem(Invalid, d.valueAt(path), path, message, hint)
}

// KeyProblem says that the key at the end of path should not be there, or
// that the mapping under it as a whole is wrong. It points at the key, and
// for a list item at where the item begins.
func (d *Document) KeyProblem(path []any, message, hint string) Problem {
	return d.problem(Invalid, d.keyAt(path), path, message, hint)
}

func (d *Document) problem(kind Kind, at position, path []any, message, hint string) Problem {
	return Problem{
		Kind: kind, File: d.src.name, Line: at.line, Col: at.col,
		Field: fieldName(path), Message: message, Hint: hint, Excerpt: d.src.excerpt(at),
	}
}

// Except returns the document without the values that the problems refused:
// what is left can be decoded, so that checks on the decoded form can run and
// add their problems to the same report. Keys are left out, list items become null.
func (d *Document) Except(problems Problems) *Document {
	root := d.root
	for _, p := range problems {
		if p.refused != nil {
			root = root.without(p.refused)
		}
	}
	return &Document{src: d.src, root: root}
}

// Decode stores the value at path, by default the whole file, in the struct
// that v points to, by json tags. Keys that are absent leave their fields as
// they are, so decoding twice into one struct lays the second over the first;
// an explicit null clears a pointer. Keys that v does not know are an error.
// Call it once Check found nothing, or on what Except returns.
func (d *Document) Decode(v any, path ...any) error {
	n, rest := d.find(path)
	if len(rest) > 0 {
		return nil
	}
	data, err := json.Marshal(n.plain())
	if err != nil {
		return fmt.Errorf("decode %s: %w", d.src.name, err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return fmt.Errorf("decode %s: %w", d.src.name, err)
	}
	return nil
}

// find follows path as far as it goes.
func (d *Document) find(path []any) (n *node, rest []any) {
	n = d.root
	for i, step := range path {
		child := n.step(step)
		if child == nil {
			return n, path[i:]
		}
		n = child
	}
	return n, nil
}

func (d *Document) valueAt(path []any) position {
	n, rest := d.find(path)
	if len(rest) == 0 && n.fields == nil && !n.list && n.scalar == nil {
		return d.keyAt(path) // nothing is written: show where it should be
	}
	return n.at
}

func (d *Document) keyAt(path []any) position {
	if len(path) == 0 {
		return d.root.at
	}
	parent, rest := d.find(path[:len(path)-1])
	if key, ok := path[len(path)-1].(string); ok && len(rest) == 0 {
		if f, ok := parent.fields[key]; ok {
			return f.at
		}
	}
	n, _ := d.find(path)
	return n.at
}
