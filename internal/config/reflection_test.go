package config

import (
	"testing"

	"github.com/invopop/jsonschema"

	"rooda/internal/yamlsrc/schematest"
)

func TestSchemaIsCurrent(t *testing.T) {
	schematest.Current(t, schema, file{}, func(s *jsonschema.Schema) {
		s.Title = "a rooda configuration file"
		s.Description = "Settings for loops, command lines of agents, and procedures."
		nullable, property := schematest.Nullable, schematest.Property
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
	})
}
