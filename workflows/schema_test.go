package workflows_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	check "github.com/santhosh-tekuri/jsonschema/v6"

	"rooda/internal/yamlsrc"
	"rooda/workflows"
)

type object struct {
	Schema      string            `json:"$schema"`
	Description string            `json:"description"`
	Properties  map[string]object `json:"properties"`
	Items       *object           `json:"items"`
	Required    []string          `json:"required"`
}

func keys(o object) []string {
	var out []string
	for key := range o.Properties {
		out = append(out, key)
	}
	slices.Sort(out)
	return out
}

func TestSchemaHasEveryKeyDescribed(t *testing.T) {
	var root object
	if err := json.Unmarshal(workflows.Schema(), &root); err != nil {
		t.Fatal(err)
	}
	if root.Schema != "https://json-schema.org/draft/2020-12/schema" {
		t.Errorf("draft %q", root.Schema)
	}
	settings := strings.Fields(`adapter agents_may_type ai_cmd auto_approve context cwd env extra_args failure_threshold interaction_timeout
		iteration_timeout keep_alive max_iterations max_output_buffer mode on_lost on_max_iterations pending_inputs unlimited`)
	task := append([]string{"id", "name", "procedure", "prompt", "prompt_file"}, settings...)
	slices.Sort(task)
	stage := *root.Properties["stages"].Items
	for _, tc := range []struct {
		name string
		at   object
		want []string
	}{
		{"file", root, []string{"defaults", "description", "goal", "name", "stages"}},
		{"defaults", root.Properties["defaults"], settings},
		{"stage", stage, []string{"fail_fast", "id", "max_parallel", "tasks"}},
		{"task", *stage.Properties["tasks"].Items, task},
	} {
		if diff := cmp.Diff(tc.want, keys(tc.at)); diff != "" {
			t.Errorf("keys of %s (-want +got):\n%s", tc.name, diff)
		}
		for key, property := range tc.at.Properties {
			if property.Description == "" {
				t.Errorf("%s.%s has no description", tc.name, key)
			}
		}
	}
}

// An editor checks with the schema alone, so the shipped files must pass
// without the help of Parse.
func TestSchemaAcceptsShipped(t *testing.T) {
	doc, err := check.UnmarshalJSON(bytes.NewReader(workflows.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := check.NewCompiler()
	if err := c.AddResource("mem:///w.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:///w.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range workflows.Shipped() {
		if err := s.Validate(decode(t, info.Name)); err != nil {
			t.Errorf("%s: %v", info.Name, err)
		}
	}
	if s.Validate(map[string]any{"stages": []any{}}) == nil {
		t.Error("the schema accepts a file without stages")
	}
}

func decode(t *testing.T, name string) any {
	t.Helper()
	data, err := workflows.Source(name)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := yamlsrc.Parse(name, data)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := doc.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}
