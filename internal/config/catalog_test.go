package config_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/internal/config"
	"rooda/prompts"
)

func (p *place) fragments(fragments []prompts.Fragment) []string {
	var got []string
	for _, f := range fragments {
		got = append(got, p.anonymous(f.Path+f.Content))
	}
	return got
}

func TestNewProcedure(t *testing.T) {
	p := newPlace(t)
	p.workspace(`procedures:
  mine:
    display: My own
    summary: Does mine
    observe: prompts/observe.md
    orient: [prompts/a.md, builtin:fragments/orient/identify_drift.md]
    decide:
      - path: /absolute/d.md
      - content: "Count to {{.n}}, or {{printf \"%.1f\" .f}}, {{.list}}"
        parameters: {n: 10000000, f: 0.5, list: [1, 2]}
    act: []
`)
	got := p.resolve("mine", config.Flags{}).Procedure
	if got.Name != "mine" || got.Display != "My own" || got.Summary != "Does mine" {
		t.Errorf("got %+v", got)
	}
	for _, phase := range []struct {
		fragments []prompts.Fragment
		want      []string
	}{
		{got.Observe, []string{"REPO/prompts/observe.md"}},
		{got.Orient, []string{"REPO/prompts/a.md", "builtin:fragments/orient/identify_drift.md"}},
		{got.Decide, []string{"/absolute/d.md", `Count to {{.n}}, or {{printf "%.1f" .f}}, {{.list}}`}},
		{got.Act, nil},
	} {
		if diff := cmp.Diff(phase.want, p.fragments(phase.fragments)); diff != "" {
			t.Errorf("fragments (-want +got):\n%s", diff)
		}
	}
	text, err := got.Decide[1].Read("")
	if err != nil || text != "Count to 10000000, or 0.5, [1 2]" {
		t.Errorf("got %q, %v", text, err)
	}
	all := p.load().Procedures()
	if n := len(prompts.Names()); len(all) != n+1 || all[n].Name != "mine" || all[0].Name != prompts.Names()[0] {
		t.Errorf("%d procedures, the last is %s", len(all), all[len(all)-1].Name)
	}
}

// A phase's list replaces the list; other fields stay.
func TestChangedProcedure(t *testing.T) {
	p := newPlace(t)
	p.global("procedures: {build: {act: [{content: global act}], observe: [g.md], display: From home}}")
	p.workspace("procedures: {build: {act: [{content: one}, {content: two}], summary: From here}}")
	shipped, err := prompts.Lookup("build")
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.load().Procedure("build")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"one", "two"}, p.fragments(got.Act)); diff != "" {
		t.Errorf("act (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"HOME/.config/rooda/g.md"}, p.fragments(got.Observe)); diff != "" {
		t.Errorf("observe (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(shipped.Decide, got.Decide); diff != "" {
		t.Errorf("decide (-want +got):\n%s", diff)
	}
	if got.Display != "From home" || got.Summary != "From here" || got.Description != shipped.Description || got.Signals != shipped.Signals {
		t.Errorf("got %+v", got)
	}
}

// bootstrap is agents-sync under another name, with what is said about either.
func TestBootstrap(t *testing.T) {
	p := newPlace(t)
	p.workspace("procedures:\n  agents-sync: {default_max_iterations: 4, failure_threshold: 9}\n")
	s := p.resolve("bootstrap", config.Flags{})
	if s.Procedure.Name != "agents-sync" || s.MaxIterations.V != 4 {
		t.Errorf("%s, %v", s.Procedure.Name, s.MaxIterations)
	}
	p.workspace("procedures:\n  agents-sync: {default_max_iterations: 4, failure_threshold: 9}\n  bootstrap: {default_max_iterations: 1}\n")
	s = p.resolve("bootstrap", config.Flags{})
	if s.Procedure.Name != "bootstrap" || s.MaxIterations.V != 1 || s.FailureThreshold.V != 9 || len(s.Procedure.Observe) == 0 {
		t.Errorf("%s, %v, %v", s.Procedure.Name, s.MaxIterations, s.FailureThreshold)
	}
	if s := p.resolve("agents-sync", config.Flags{}); s.MaxIterations.V != 4 {
		t.Errorf("agents-sync: %v", s.MaxIterations)
	}
}

func TestUnknownProcedure(t *testing.T) {
	p := newPlace(t)
	p.workspace("procedures: {deploy: {observe: [], orient: [], decide: [], act: [{content: x}]}}")
	for name, want := range map[string]string{"buidl": "build", "deplyo": "deploy", "bootstrp": "bootstrap"} {
		_, err := p.load().Resolve(name, config.Flags{})
		var unknown *prompts.UnknownError
		if !errors.As(err, &unknown) || unknown.Hint() != "did you mean "+want+"?" {
			t.Errorf("%s: got %v", name, err)
		}
	}
	_, err := p.load().Procedure("zzzzzzzz")
	var unknown *prompts.UnknownError
	if !errors.As(err, &unknown) || !strings.Contains(unknown.Hint(), "deploy") {
		t.Errorf("got %v", err)
	}
}

// A phase given in one file and the rest in another make one procedure.
func TestNewProcedureInTwoFiles(t *testing.T) {
	p := newPlace(t)
	p.global("procedures: {two: {observe: [], orient: [], decide: []}}")
	p.workspace("procedures: {two: {act: [{content: x}]}}")
	if s := p.resolve("two", config.Flags{}); len(s.Procedure.Act) != 1 {
		t.Errorf("got %+v", s.Procedure)
	}
}

func TestPhaseFlags(t *testing.T) {
	p := newPlace(t)
	file := p.write(filepath.Join(p.repo, "mine.md"), "from a file")
	s := p.resolve("build", config.Flags{Observe: []string{"mine.md", "look around\n\ntwice"}, Context: []string{"mine.md", "and more"}})
	want := []prompts.Fragment{{Path: file}, {Content: "look around\n\ntwice"}}
	if diff := cmp.Diff(want, s.Procedure.Observe); diff != "" {
		t.Errorf("observe (-want +got):\n%s", diff)
	}
	shipped, err := prompts.Lookup("build")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(shipped.Act, s.Procedure.Act); diff != "" {
		t.Errorf("act (-want +got):\n%s", diff)
	}
	context := []prompts.Context{{Source: "mine.md", Text: "from a file"}, {Text: "and more"}}
	if diff := cmp.Diff(context, s.Context); diff != "" {
		t.Errorf("context (-want +got):\n%s", diff)
	}
}
