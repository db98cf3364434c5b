package workflows

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/invopop/jsonschema"

	"rooda/internal/yamlsrc"
)

// reserved keys have no meaning yet and are refused by name, so that a file
// written for a later version does not half work in this one.
var reserved = []string{
	"params", "verify", "retry", "workspace", "approve", "loop", "foreach", "outputs", "if", "run", "hooks", "labels", "budget",
}

// Schema returns the JSON Schema (draft 2020-12) of a workflow file, for
// editors. Parse checks files against this very schema.
func Schema() ([]byte, error) {
	r := jsonschema.Reflector{Anonymous: true, DoNotReference: true, RequiredFromJSONSchemaTags: true}
	s := r.Reflect(file{})
	s.Title = "a workflow file"
	s.Description = "Stages in order, tasks in parallel inside a stage, each task a loop of one agent."
	nullable(s)
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write schema: %w", err)
	}
	return append(data, '\n'), nil
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

// compiled is the schema in the form that checks; it depends on nothing but
// the types above, so once is enough.
var compiled = sync.OnceValues(func() (*yamlsrc.Schema, error) {
	raw, err := Schema()
	if err != nil {
		return nil, err
	}
	return yamlsrc.Compile(raw)
})
