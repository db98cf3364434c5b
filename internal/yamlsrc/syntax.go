package yamlsrc

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/token"
)

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
