package prompts

import (
	"errors"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNamesAreTheShippedSixteen(t *testing.T) {
	want := strings.Fields(`agents-sync build publish-plan
		audit-spec audit-impl audit-agents audit-spec-to-impl audit-impl-to-spec
		draft-plan-spec-feat draft-plan-spec-fix draft-plan-spec-refactor draft-plan-spec-chore
		draft-plan-impl-feat draft-plan-impl-fix draft-plan-impl-refactor draft-plan-impl-chore`)
	if diff := cmp.Diff(want, Names()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

// phaseNames are the fragments of a phase without folder and suffix.
func phaseNames(p Procedure, phase Phase) []string {
	var names []string
	for _, f := range p.Phase(phase) {
		names = append(names, strings.TrimSuffix(path.Base(f.Path), fragmentSuffix))
	}
	return names
}

func TestProceduresAreComplete(t *testing.T) {
	for _, p := range Procedures() {
		t.Run(p.Name, func(t *testing.T) {
			for field, text := range map[string]string{"display": p.Display, "summary": p.Summary, "description": p.Description,
				"success": p.Signals.Success, "continue": p.Signals.Continue, "failure": p.Signals.Failure} {
				if text == "" {
					t.Errorf("%s is empty", field)
				}
				if field != "description" && strings.HasSuffix(text, ".") {
					t.Errorf("%s ends with a full stop: %q", field, text)
				}
			}
			for _, phase := range Phases() {
				fragments := p.Phase(phase)
				if len(fragments) == 0 {
					t.Errorf("%s is empty", phase)
				}
				for _, f := range fragments {
					if !strings.HasPrefix(f.Path, builtinPrefix+folder(phase)+"/") {
						t.Errorf("%s holds %s of another phase", phase, f.Path)
					}
				}
			}
			observe, decide, act := phaseNames(p, Observe), phaseNames(p, Decide), phaseNames(p, Act)
			if observe[0] != "study_agents_md" {
				t.Errorf("observe begins with %s", observe[0])
			}
			if last := act[len(act)-1]; last != "emit_signal" {
				t.Errorf("act ends with %s", last)
			}
			decides, audits := decide[len(decide)-1] == "decide_signal", strings.HasPrefix(p.Name, "audit-")
			if decides == audits {
				t.Errorf("decide ends with decide_signal: %v, audit: %v", decides, audits)
			}
		})
	}
}

// SIG-04, SIG-05: each kind's own meaning of SUCCESS.
func TestSuccessRules(t *testing.T) {
	for _, p := range Procedures() {
		want := "minimal, complete and accurate"
		switch p.Name {
		case "build":
			want = "no ready work"
		case "agents-sync":
			want = "committed"
		case "publish-plan":
			want = "every task of the plan has an item"
		}
		if !strings.Contains(p.Signals.Success, want) {
			t.Errorf("%s: success rule %q does not say %q", p.Name, p.Signals.Success, want)
		}
	}
}

func TestOnlySyncAndBuildCommit(t *testing.T) {
	var got []string
	for _, p := range Procedures() {
		if strings.Contains(strings.Join(phaseNames(p, Act), " "), "commit_changes") {
			got = append(got, p.Name)
		}
	}
	if diff := cmp.Diff([]string{"agents-sync", "build"}, got); diff != "" {
		t.Errorf("procedures that commit (-want +got):\n%s", diff)
	}
}

func TestLookup(t *testing.T) {
	for name, want := range map[string]string{"build": "build", "bootstrap": "agents-sync", "draft-plan-impl-chore": "draft-plan-impl-chore"} {
		p, err := Lookup(name)
		if err != nil || p.Name != want {
			t.Errorf("Lookup(%q) = %q, %v; want %q", name, p.Name, err, want)
		}
	}
}

func TestLookupUnknown(t *testing.T) {
	tests := []struct {
		name        string
		suggestions []string
		hint        string
	}{
		{"buidl", []string{"build"}, "did you mean build?"},
		{"Build", []string{"build"}, "did you mean build?"},
		{"bootstrp", []string{"bootstrap"}, "did you mean bootstrap?"},
		{"audit-imp", []string{"audit-impl", "audit-impl-to-spec"}, "did you mean audit-impl or audit-impl-to-spec?"},
		{"audit", []string{"audit-spec", "audit-impl", "audit-agents"}, "did you mean audit-spec, audit-impl or audit-agents?"},
		{"deploy", nil, "available: " + strings.Join(Names(), ", ")},
		{"", nil, "available: " + strings.Join(Names(), ", ")},
	}
	for _, tt := range tests {
		_, err := Lookup(tt.name)
		var unknown *UnknownError
		if !errors.As(err, &unknown) {
			t.Fatalf("Lookup(%q): %v, want an UnknownError", tt.name, err)
		}
		if diff := cmp.Diff(tt.suggestions, unknown.Suggestions); diff != "" {
			t.Errorf("Lookup(%q): suggestions (-want +got):\n%s", tt.name, diff)
		}
		if unknown.Kind != "procedure" || unknown.Hint() != tt.hint {
			t.Errorf("Lookup(%q): %v, hint %q; want hint %q", tt.name, err, unknown.Hint(), tt.hint)
		}
	}
}

func TestProceduresBelongToTheCaller(t *testing.T) {
	Procedures()[1].Observe[0].Path = "changed"
	p, err := Lookup("build")
	if err != nil || p.Observe[0].Path == "changed" {
		t.Errorf("a caller changed the shipped procedures: %v, %v", p.Observe[0], err)
	}
}
