package config

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/invopop/jsonschema"

	"rooda/internal/yamlsrc"
)

// Schema returns the JSON Schema (draft 2020-12) of rooda-config.yml, for
// editors. Load checks files against this very schema.
func Schema() ([]byte, error) {
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
		return nil, fmt.Errorf("write schema: %w", err)
	}
	return append(data, '\n'), nil
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

// compiled is the schema in the form that checks; it depends on nothing but
// the types in file.go, so once is enough.
var compiled = sync.OnceValues(func() (*yamlsrc.Schema, error) {
	raw, err := Schema()
	if err != nil {
		return nil, err
	}
	return yamlsrc.Compile(raw)
})
