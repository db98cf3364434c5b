package yamlsrc

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// words says what is wrong with the value at path, and what to do about it.
func (c *checker) words(path []any, why any) (text, hint string) {
	value, _ := c.doc.find(path)
	about := c.schema.at(path)
	hint = about.advice(path)
	switch why := why.(type) {
	case wrongType:
		if advice := retype(value.scalar, why.want, about); advice != "" {
			hint = advice
		}
		return fmt.Sprintf("found %s, want %s", found(value), wanted(about, why.want)), hint
	case notOneOf:
		names := stringsOf(why.want)
		if name, ok := value.scalar.(string); ok {
			if near := c.near(name, names); len(near) > 0 {
				hint = "did you mean " + near[0] + "?"
			}
		}
		return fmt.Sprintf("found %s, want one of: %s", found(value), strings.Join(names, ", ")), hint
	case mismatch:
		want := about.title()
		if want == "" {
			want = "a text that matches " + why.pattern
		}
		return fmt.Sprintf("found %s, want %s", found(value), want), hint
	case tooSmall:
		return fmt.Sprintf("%s is too small, the least is %s", number(why.got), number(why.want)), hint
	case tooLarge:
		return fmt.Sprintf("%s is too large, the most is %s", number(why.got), number(why.want)), hint
	case tooFew:
		return "this is empty, at least one entry is needed", hint
	}
	return "this does not fit the schema", hint
}

func badName(name string, allowed *form) (text, hint string) {
	if other := plainName(name); allowed.takes(other) {
		hint = "for example " + other
	}
	if want := formsOf(allowed).title(); want != "" {
		return fmt.Sprintf("found the name %q, want %s", cut(name), want), hint
	}
	return fmt.Sprintf("%q cannot be a name here", cut(name)), hint
}

// plainName puts a dash for everything that names cannot have everywhere.
func plainName(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool {
		return r != '_' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	})
	return strings.Join(words, "-")
}

func found(n *node) string {
	switch {
	case n.fields != nil:
		return "a mapping"
	case n.list:
		return "a list"
	}
	switch v := n.scalar.(type) {
	case nil:
		return "nothing"
	case string:
		return "the text " + strconv.Quote(cut(v))
	case bool:
		return strconv.FormatBool(v)
	}
	return fmt.Sprintf("the number %v", n.scalar)
}

func wanted(about forms, types []string) string {
	if title := about.title(); title != "" {
		return title
	}
	names := map[string]string{
		"object": "a mapping of keys", "array": "a list", "string": "a text", "integer": "a whole number",
		"number": "a number", "boolean": "true or false",
	}
	var want []string
	for _, t := range types {
		if name := names[t]; name != "" && !slices.Contains(want, name) {
			want = append(want, name)
		}
	}
	return strings.Join(want, " or ")
}

// retype returns the spelling that would have been right, where there is one.
func retype(value any, want []string, about forms) string {
	takes := func(t string) bool { return slices.Contains(want, t) }
	if text, ok := value.(string); ok {
		_, err := strconv.Atoi(text)
		switch {
		case takes("boolean") && slices.Contains([]string{"yes", "on", "y"}, strings.ToLower(text)):
			return "write true"
		case takes("boolean") && slices.Contains([]string{"no", "off", "n"}, strings.ToLower(text)):
			return "write false"
		case takes("boolean") && (text == "true" || text == "false"), takes("integer") && err == nil:
			return "write " + text + " without quotes"
		case takes("array"):
			return "write a list: [" + strconv.Quote(cut(text)) + "]"
		}
	}
	switch value.(type) {
	case bool, int64, uint64, float64:
		if text := fmt.Sprint(value); takes("string") && about.takes(text) {
			return fmt.Sprintf("put it in quotes: %q", text)
		}
	}
	return ""
}

func stringsOf(values []any) []string {
	var out []string
	for _, v := range values {
		if v != nil {
			out = append(out, fmt.Sprint(v))
		}
	}
	return out
}

func number(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}
