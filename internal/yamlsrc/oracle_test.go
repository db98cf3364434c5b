package yamlsrc_test

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"rooda/internal/yamlsrc"
)

// oracle compiles the schema with a complete library.
func oracle(t testing.TB) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("mem:///schema.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("mem:///schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// TestCheckAgreesWithACompleteLibrary compares what is valid, on documents
// made of right and wrong pieces.
func TestCheckAgreesWithACompleteLibrary(t *testing.T) {
	compiled, own := oracle(t), compile(t)
	scalar := rapid.SampledFrom([]string{
		"a", "abc", "toolongname", `""`, "1", "0", "9", "10", "1.5", "2.0", "-3", "true", "null", `"5"`, "5m", "fail", "continue", "A", "18446744073709551615", "[]", "{}", "[a, 1]", "{id: a}",
	})
	key := rapid.SampledFrom([]string{"name", "jobs", "env", "one", "id", "tries", "auto_approve", "args", "wait", "then", "other", "A", "b"})
	mapping := func(inner *rapid.Generator[string], most int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			var pairs []string
			for _, k := range rapid.SliceOfNDistinct(key, 0, most, rapid.ID[string]).Draw(t, "keys") {
				pairs = append(pairs, k+": "+inner.Draw(t, "value"))
			}
			return "{" + strings.Join(pairs, ", ") + "}"
		})
	}
	list := func(inner *rapid.Generator[string]) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			return "[" + strings.Join(rapid.SliceOfN(inner, 0, 3).Draw(t, "items"), ", ") + "]"
		})
	}
	value := rapid.OneOf(scalar, mapping(scalar, 4), list(scalar), list(mapping(scalar, 5)))
	valid, total := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := mapping(value, 4).Draw(t, "document")
		if rapid.Bool().Draw(t, "complete") {
			text = "{name: a, jobs: [{id: a}]" + strings.Replace(strings.Replace(text, "{", ", ", 1), ", }", "}", 1)
		}
		doc, err := yamlsrc.Parse("f.yml", []byte(text))
		if err != nil {
			t.Skip("no YAML: a key twice")
		}
		var plain any
		if err := doc.Decode(&plain); err != nil {
			t.Fatal(err)
		}
		want := compiled.Validate(plain)
		got := doc.Check(own, yamlsrc.Guide{})
		if (want == nil) != (len(got) == 0) {
			t.Fatalf("%s\nlibrary: %v\nCheck: %v", text, want, got)
		}
		if total++; want == nil {
			valid++
		}
	})
	if valid == 0 || valid == total {
		t.Errorf("%d of %d documents were valid: that compares nothing", valid, total)
	}
}

// TestUnknownKeywordIsRefused: a keyword that has no effect would be a promise
// that nobody keeps.
func TestUnknownKeywordIsRefused(t *testing.T) {
	for _, raw := range []string{
		`{"multipleOf": 2}`, `{"properties": {"a": {"uniqueItems": true}}}`, `{"additionalProperties": {"not": {}}}`,
		`{"$ref": "#/$defs/a"}`, `{"pattern": "("}`, `[]`,
	} {
		if _, err := yamlsrc.Compile([]byte(raw)); err == nil {
			t.Errorf("Compile(%s): no error", raw)
		}
	}
}
