package workflows

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"
)

// TestSchemaIsCurrent holds schema.json against the types that files are
// decoded into: UPDATE=1 go test ./workflows writes it again. The library that
// makes it stays out of the program, which would pay for it at every start.
func TestSchemaIsCurrent(t *testing.T) {
	want := reflected(t)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("schema.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want), string(Schema())); diff != "" {
		t.Errorf("schema.json is not what the types say, UPDATE=1 go test ./workflows writes it (-want +got):\n%s", diff)
	}
}

func reflected(t *testing.T) []byte {
	t.Helper()
	r := jsonschema.Reflector{Anonymous: true, DoNotReference: true, RequiredFromJSONSchemaTags: true}
	s := r.Reflect(file{})
	s.Title = "a workflow file"
	s.Description = "Stages in order, tasks in parallel inside a stage, each task a loop of one agent."
	nullable(s)
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(data, '\n')
}

// nullable lets every setting be null, in tasks as in defaults.
func nullable(s *jsonschema.Schema) {
	defaults := property(s, "defaults")
	task := property(property(s, "stages").Items, "tasks").Items
	for key := range defaults.Properties.KeysFromOldest() {
		for _, setting := range []*jsonschema.Schema{property(defaults, key), property(task, key)} {
			types := []string{setting.Type}
			if several, ok := setting.Extras["type"].([]string); ok {
				types = several
			}
			setting.Type = ""
			setting.Extras = map[string]any{"type": append(types, "null")}
			if setting.Enum != nil {
				setting.Enum = append(setting.Enum, nil)
			}
		}
	}
}

func property(s *jsonschema.Schema, key string) *jsonschema.Schema {
	return s.Properties.Value(key)
}
