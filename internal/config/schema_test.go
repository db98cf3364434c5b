package config_test

import (
	"encoding/json"
	"testing"

	"rooda/internal/config"
	"rooda/internal/yamlsrc"
)

func TestSchema(t *testing.T) {
	var plain map[string]any
	if err := json.Unmarshal(config.Schema(), &plain); err != nil {
		t.Fatal(err)
	}
	schema, err := yamlsrc.Compile(config.Schema())
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{
		whole: 0,
		"loop:\nai_cmd_aliases:\nprocedures:\n  build:\nadapters:\n  claude:\n": 0,
		"loop: {failure_threshold: null}":                                       1,
		"loop: {log_level: loud}\nmore: 1\n":                                    2,
	} {
		doc, err := yamlsrc.Parse("x.yml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := doc.Check(schema, yamlsrc.Guide{}); len(got) != want {
			t.Errorf("%s\ngot %v", text, got)
		}
	}
}

// The example of the iteration-loop specification, phases as bare paths.
func TestSpecExample(t *testing.T) {
	p := newPlace(t)
	p.workspace(`loop:
  iteration_mode: max-iterations
  default_max_iterations: 5
  iteration_timeout: 300
  max_output_buffer: 10485760
  failure_threshold: 3
  log_level: info
  show_ai_output: false
  ai_cmd_alias: claude
procedures:
  bootstrap:
    default_max_iterations: 1
    observe: prompts/observe_bootstrap.md
    orient: prompts/orient_bootstrap.md
    decide: prompts/decide_bootstrap.md
    act: prompts/act_bootstrap.md
  build:
    default_max_iterations: 10
    ai_cmd_alias: thorough
  long-running:
    iteration_mode: unlimited
    observe: prompts/observe_plan_specs_impl.md
    orient: prompts/orient_build.md
    decide: prompts/decide_build.md
    act: prompts/act_build.md
`)
	for name, want := range map[string]int{"bootstrap": 1, "build": 10, "long-running": 0} {
		if s := p.resolve(name, config.Flags{}); s.MaxIterations.V != want || s.Procedure.Name != name {
			t.Errorf("%s: %s with %v", name, s.Procedure.Name, s.MaxIterations)
		}
	}
}
