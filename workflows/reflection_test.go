package workflows

import (
	"testing"

	"github.com/invopop/jsonschema"

	"rooda/internal/yamlsrc/schematest"
)

func TestSchemaIsCurrent(t *testing.T) {
	schematest.Current(t, schema, file{}, func(s *jsonschema.Schema) {
		s.Title = "a workflow file"
		s.Description = "Stages in order, tasks in parallel inside a stage, each task a loop of one agent."
		// Every setting may be null, in tasks as in defaults.
		defaults := schematest.Property(s, "defaults")
		task := schematest.Property(schematest.Property(s, "stages").Items, "tasks").Items
		for key := range defaults.Properties.KeysFromOldest() {
			schematest.Nullable(schematest.Property(defaults, key))
			schematest.Nullable(schematest.Property(task, key))
		}
	})
}
