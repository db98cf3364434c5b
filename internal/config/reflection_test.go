package config

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"
)

// TestSchemaIsCurrent holds schema.json against the types that files are
// decoded into: UPDATE=1 go test ./internal/config writes it again. The
// library that makes it stays out of the program, which would pay for it at
// every start.
func TestSchemaIsCurrent(t *testing.T) {
	want := reflected(t)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("schema.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want), string(Schema())); diff != "" {
		t.Errorf("schema.json is not what the types say, UPDATE=1 go test ./internal/config writes it (-want +got):\n%s", diff)
	}
}

func reflected(t *testing.T) []byte {
	t.Helper()
	r := jsonschema.Reflector{Anonymous: true, DoNotReference: true, RequiredFromJSONSchemaTags: true}
	s := r.Reflect(file{})
	s.Title = "a rooda configuration file"
	s.Description = "Settings for loops, command lines of agents, and procedures."
	for section := range s.Properties.ValuesFromOldest() {
		nullable(section) // its lines may all be comments
		if section.AdditionalProperties.Type == "object" {
			nullable(section.AdditionalProperties)
		}
	}
	for _, settings := range []*jsonschema.Schema{property(s, "loop"), property(s, "procedures").AdditionalProperties} {
		for _, key := range []string{"iteration_timeout", "ai_cmd", "ai_cmd_alias"} {
			nullable(property(settings, key))
		}
	}
	nullable(property(property(s, "notify"), "on_waiting"))
	nullable(property(property(s, "sessions"), "unattended_timeout"))
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(data, '\n')
}

func nullable(s *jsonschema.Schema) {
	types, ok := s.Extras["type"].([]string)
	if !ok {
		types = []string{s.Type}
	}
	s.Type = ""
	s.Extras = map[string]any{"type": append(types, "null")}
}

func property(s *jsonschema.Schema, key string) *jsonschema.Schema { return s.Properties.Value(key) }
