package yamlsrc

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// words says what is wrong with the value at path, and what to do about it.
func (c *checker) words(path []any, why jsonschema.ErrorKind) (text, hint string) {
	value, _ := c.doc.find(path)
	about := c.schema.at(path)
	hint = about.description()
	switch why := why.(type) {
	case *kind.Type:
		if advice := retype(value.scalar, why.Want); advice != "" {
			hint = advice
		}
		return fmt.Sprintf("found %s, want %s", found(value), wanted(about, why.Want)), hint
	case *kind.Enum:
		names := stringsOf(why.Want)
		if name, ok := value.scalar.(string); ok {
			if near := c.near(name, names); len(near) > 0 {
				hint = "did you mean " + near[0] + "?"
			}
		}
		return fmt.Sprintf("found %s, want one of: %s", found(value), strings.Join(names, ", ")), hint
	case *kind.Pattern:
		want := about.title()
		if want == "" {
			want = "a text that matches " + why.Want
		}
		return fmt.Sprintf("found %s, want %s", found(value), want), hint
	case *kind.Minimum:
		return fmt.Sprintf("%s is too small, the least is %s", number(why.Got), number(why.Want)), hint
	case *kind.Maximum:
		return fmt.Sprintf("%s is too large, the most is %s", number(why.Got), number(why.Want)), hint
	case *kind.MinItems, *kind.MinProperties:
		return "this is empty, at least one entry is needed", hint
	case *kind.MinLength:
		return "this text is empty", hint
	case *kind.MaxLength:
		return fmt.Sprintf("this text has %d characters, at most %d fit", why.Got, why.Want), hint
	}
	return why.LocalizedString(message.NewPrinter(language.English)), hint
}

func badName(name string, allowed *jsonschema.Schema) string {
	if want := formsOf(allowed).title(); want != "" {
		return fmt.Sprintf("found the name %q, want %s", cut(name), want)
	}
	return fmt.Sprintf("%q cannot be a name here", cut(name))
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
func retype(value any, want []string) string {
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
		if takes("string") {
			return fmt.Sprintf("put it in quotes: %q", fmt.Sprint(value))
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
