// Package schematest makes the JSON Schema of a format from the Go type that
// its files are decoded into, and holds the schema.json that a program embeds
// against it.
//
// It owns how a type is reflected and how the file is written again. Only
// tests call it: the library that makes schemas stays out of the program,
// which would pay for it at every start.
//
//	schematest.Current(t, schema, file{}, func(s *jsonschema.Schema) {
//		s.Title = "a workflow file"
//	})
package schematest

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"
)

// Current fails the test unless embedded is the schema of file, a struct, as
// refine leaves it. With UPDATE in the environment it writes the schema to
// schema.json in the test's folder instead.
func Current(t testing.TB, embedded string, file any, refine func(*jsonschema.Schema)) {
	t.Helper()
	r := jsonschema.Reflector{Anonymous: true, DoNotReference: true, RequiredFromJSONSchemaTags: true}
	s := r.Reflect(file)
	refine(s)
	want, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("schema.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want), embedded); diff != "" {
		t.Errorf("schema.json is not what the types say, UPDATE=1 go test writes it (-want +got):\n%s", diff)
	}
}

// Nullable lets the value be null as well, whatever types it may have.
func Nullable(s *jsonschema.Schema) {
	types, several := s.Extras["type"].([]string)
	if !several {
		types = []string{s.Type}
	}
	s.Type = ""
	s.Extras = map[string]any{"type": append(types, "null")}
	if s.Enum != nil {
		s.Enum = append(s.Enum, nil)
	}
}

// Property returns what s says of a key. It is nil for a key that s does not
// know.
func Property(s *jsonschema.Schema, key string) *jsonschema.Schema { return s.Properties.Value(key) }
