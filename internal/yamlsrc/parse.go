package yamlsrc

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
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

func syntax(src source, p position, message, hint string) Problem {
	p = src.clamp(p)
	return Problem{
		Kind: Syntax, File: src.name, Line: p.line, Col: p.col,
		// Either may quote the file.
		Message: printable([]rune(message)), Hint: printable([]rune(hint)), Excerpt: src.excerpt(p),
	}
}

func at(tk *token.Token) position {
	if tk == nil || tk.Position == nil {
		return position{}
	}
	return position{tk.Position.Line, tk.Position.Column}
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

// unparsable finds what must not reach the parser, for the time that it would take.
func unparsable(tokens token.Tokens) (*token.Token, string) {
	tooDeep := fmt.Sprintf("more than %d levels deep", maxDepth)
	depth := 0
	for _, tk := range tokens {
		switch tk.Type {
		case token.SequenceStartType, token.MappingStartType:
			if depth++; depth > maxDepth {
				return tk, tooDeep
			}
		case token.SequenceEndType, token.MappingEndType:
			depth--
		case token.SequenceEntryType:
			// "- - - -": two columns a level, and room for indentation.
			if tk.Position.Column > 4*maxDepth {
				return tk, tooDeep
			}
		case token.MappingKeyType:
			return tk, "a key that begins with ? is not supported"
		}
	}
	return nil, ""
}

// advice gives the parser's commonest complaints in plainer words.
var advice = []struct{ complaint, message, hint string }{
	{"mapping value is not allowed", "a second \": \" in one value, or a line that is indented too far", "put a text that holds \": \" in quotes, or align the keys"},
	{"end character of single-quoted", "this single quote is never closed", "add the closing '"},
	{"end character of double-quoted", "this double quote is never closed", `add the closing "`},
	{"is a reserved character", "", "put the text in quotes"},
	{"unknown escape character", "", `in double quotes a backslash is written \\; single quotes take it as it is`},
	{"']' must be specified", "this list is not closed by ]", "add , or ] before it"},
	{"sequence end token ']'", "this list is never closed", "add ]"},
	{"'}' must be specified", "this mapping is not closed by }", "add , or } before it"},
	{"flow mapping end token '}'", "this mapping is never closed", "add }"},
	{"non-map value is specified", "a plain text where a \"key: value\" line is expected", "add a colon after the key, or align the line"},
	{"unexpected key name", "a key is expected here, with a colon after it", ""},
	{"value is not allowed in this context", "this does not fit the lines above it", "align it with its neighbours"},
}

func syntaxProblem(src source, err error) Problem {
	var located yaml.Error
	if !errors.As(err, &located) {
		return syntax(src, position{}, "not YAML: "+firstLine(err.Error()), "")
	}
	here := src.clamp(at(located.GetToken()))
	if tab, ok := indentTab(src, here.line); ok {
		return syntax(src, tab, "a tab in the indentation", "indent with spaces")
	}
	message, hint := located.GetMessage(), ""
	for _, a := range advice {
		if strings.Contains(message, a.complaint) {
			if a.message != "" {
				message = a.message
			}
			hint = a.hint
			break
		}
	}
	return syntax(src, here, firstLine(message), hint)
}

// indentTab finds a tab before the text of the line or of the one after it:
// the parser blames either.
func indentTab(src source, line int) (position, bool) {
	for _, n := range []int{line, line + 1} {
		if n > len(src.lines) {
			break
		}
		for i, r := range src.lines[n-1] {
			if r == '\t' {
				return position{n, i + 1}, true
			}
			if r != ' ' {
				break
			}
		}
	}
	return position{}, false
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
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
