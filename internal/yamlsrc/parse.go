package yamlsrc

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
)

// Bounds of what Parse accepts. They stand far above anything a person writes
// and far below what would hurt: the parser takes time and memory quadratic in
// nesting, 42 s for 100 kB of opening brackets.
const (
	maxBytes = 256 << 10
	maxDepth = 64
	maxNodes = 100_000
)

// Parse reads one YAML document. The error, if any, is a Problems: the first
// syntax error, or else everything that strict YAML forbids, such as keys
// given twice, unknown anchors and a second document. An empty file is no
// error; see Document.Empty. The name appears in messages only.
func Parse(name string, data []byte) (*Document, error) {
	if len(data) > maxBytes {
		src := newSource(name, "")
		return nil, Problems{syntax(src, position{}, fmt.Sprintf("the file has %d bytes, at most %d are read", len(data), maxBytes), "is this the file you meant?")}
	}
	// One kind of line end, or lines here and in the parser would differ.
	text := strings.TrimPrefix(string(data), "\ufeff")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	src := newSource(name, strings.ToValidUTF8(text, "\ufffd"))
	if problems := checkCharacters(src, text); problems != nil {
		return nil, problems
	}
	tokens := lexer.Tokenize(text)
	if tk, message := unparsable(tokens); tk != nil {
		return nil, Problems{syntax(src, at(tk), message, "")}
	}
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, Problems{syntaxProblem(src, err)}
	}
	b := builder{src: src, anchors: map[string]*node{}}
	root := b.documents(file.Docs)
	if err := b.problems.Err(); err != nil {
		return nil, err
	}
	return &Document{src: src, root: root}, nil
}

// checkCharacters refuses what is not text; YAML forbids it too, but the
// parser lets it through.
func checkCharacters(src source, text string) Problems {
	for i, line := range strings.Split(text, "\n") {
		col := 0
		for len(line) > 0 {
			r, size := utf8.DecodeRuneInString(line)
			col++
			here := position{i + 1, col}
			switch {
			case r == utf8.RuneError && size == 1:
				return Problems{syntax(src, here, fmt.Sprintf("byte 0x%02x is not UTF-8", line[0]), "save the file as UTF-8")}
			case r < ' ' && r != '\t', r == 0x7f:
				return Problems{syntax(src, here, fmt.Sprintf("control character %U", r), `inside double quotes write it as \x`+fmt.Sprintf("%02x", r))}
			}
			line = line[size:]
		}
	}
	return nil
}

func (b *builder) documents(docs []*ast.DocumentNode) *node {
	var root *node
	for _, doc := range docs {
		if doc.Body == nil {
			continue
		}
		if root != nil {
			here := at(doc.Start)
			if doc.Start == nil {
				here = at(doc.Body.GetToken())
			}
			b.refuse(here, nil, "a second document", "one file holds one; remove the --- line or split the file")
			break
		}
		root = b.value(doc.Body, nil, 0)
	}
	if root == nil {
		root = &node{at: position{1, 1}}
	}
	return root
}
