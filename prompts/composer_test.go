package prompts

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

func compose(t *testing.T, r Request) string {
	t.Helper()
	text, err := Composer{Dir: t.TempDir()}.Compose(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func shippedProcedure(t *testing.T, name string) Procedure {
	t.Helper()
	p, err := Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// structure keeps what is between two rules, and the fragments' titles.
func structure(prompt string) string {
	rule := strings.Repeat("═", 63)
	var kept []string
	inside := false
	for line := range strings.Lines(prompt) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == rule:
			inside = !inside
		case inside, strings.HasPrefix(line, "# "), strings.HasPrefix(line, "Source: "),
			strings.HasPrefix(line, "Procedure: "), strings.HasPrefix(line, "Task: "), strings.HasPrefix(line, "Iteration: "):
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

func TestComposeStructure(t *testing.T) {
	got := structure(compose(t, Request{
		Procedure: shippedProcedure(t, "build"), Iteration: 1, MaxIterations: 5,
		Goal: "Ship it", Context: []Context{{"a.md", "content"}, {"", "text"}}, Notes: "mind the gap",
	}))
	want := `ROODA PROCEDURE EXECUTION
Procedure: build (Build)
Iteration: 2 of 5
WORKFLOW GOAL
CONTEXT
Source: a.md
NOTES
PHASE 1: OBSERVE
Gather the facts below with your tools. Edit no file and no item yet; what a build or test run leaves behind is no edit.
# Study AGENTS.md
# Query the tracker
# Study the specs
# Study the implementation
# Study the candidates
PHASE 2: ORIENT
Work out what the facts mean for this procedure's goal.
# Understand the requirements
# Search the codebase
# Identify affected files
PHASE 3: DECIDE
Settle what you will do in this iteration before you do it.
# Pick one task
# Plan the approach
# Decide the signal
PHASE 4: ACT
Carry out the decision now, step by step, and check each result.
# Make the change
# Test the change
# Update the tracker
# Commit
# Emit the signal`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("structure (-want +got):\n%s", diff)
	}
}

func TestComposeTask(t *testing.T) {
	prompt := compose(t, Request{Text: "\nReview {{the}} plan.\n", Name: "review", Display: "Review", Goal: "g"})
	want := "ROODA TASK EXECUTION\nTask: review (Review)\nIteration: 1 (unlimited)\nWORKFLOW GOAL\nTASK"
	if diff := cmp.Diff(want, structure(prompt)); diff != "" {
		t.Errorf("structure (-want +got):\n%s", diff)
	}
	if !strings.HasSuffix(prompt, "\nReview {{the}} plan.\n") {
		t.Errorf("the text is not last, or was changed:\n%s", prompt)
	}
	if !strings.Contains(prompt, "everything that the task's text asks for is fully done") || strings.Contains(prompt, "ACT") {
		t.Errorf("the task has not its own rules:\n%s", prompt)
	}
}

// LOOP-19, AI-26, ERR-70, SIG-01 to SIG-05: every shipped prompt states its own rules, and
// an echo of any tag in it can be told from a promise.
func TestComposeShippedProcedures(t *testing.T) {
	for _, p := range Procedures() {
		t.Run(p.Name, func(t *testing.T) {
			prompt := compose(t, Request{Procedure: p, MaxIterations: 1})
			for _, want := range []string{p.Signals.Success, p.Signals.Continue, p.Signals.Failure,
				"Write at most one, once, at the end of ACT, alone on its own line, with nothing added inside the tag.",
				fmt.Sprintf("Procedure: %s (%s)\nIteration: 1 of 1\nGoal: %s.\n", p.Name, p.Display, p.Goal)} {
				if !strings.Contains(prompt, want) {
					t.Errorf("the prompt does not say %q", want)
				}
			}
			if n := checkTags(t, p.Name, prompt); n != 4 && n != 6 {
				t.Errorf("%d tags in the prompt", n)
			}
			checkSurroundings(t, prompt)
			if regexp.MustCompile(`%!|<no value>|\n\n\n`).MatchString(prompt) || len(prompt) > 16<<10 {
				t.Errorf("%d bytes, or a formatting fault:\n%s", len(prompt), prompt)
			}
		})
	}
}

// checkSurroundings fails where a tag has fewer than 24 other characters on
// one side: the echo mask compares that many.
func checkSurroundings(t *testing.T, prompt string) {
	t.Helper()
	dense := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, prompt)
	parts := regexp.MustCompile(successTag+"|"+failureTag).Split(dense, -1)
	for _, part := range parts {
		if n := len([]rune(part)); n < 24 {
			t.Errorf("only %d characters between tags or at the end: %q", n, part)
		}
	}
}

func TestComposeIsRepeatable(t *testing.T) {
	r := Request{Procedure: shippedProcedure(t, "audit-impl"), Goal: "g", Context: []Context{{"", "c"}}}
	r.Procedure.Observe = append(r.Procedure.Observe,
		Fragment{Content: "{{range $k, $v := .}}{{$k}}={{$v}} {{end}}", Parameters: map[string]any{"a": 1, "b": 2, "c": 3, "d": 4}})
	first := compose(t, r)
	for range 20 {
		if diff := cmp.Diff(first, compose(t, r)); diff != "" {
			t.Fatalf("the same request gave another prompt:\n%s", diff)
		}
	}
}

func TestComposeCustomProcedure(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "look.md", "look around")
	got, err := Composer{Dir: dir}.Compose(Request{Procedure: Procedure{
		Name:    "mine",
		Observe: []Fragment{{Path: "look.md"}, {Content: "  \n"}, {Content: "twice"}},
		Orient:  []Fragment{},
		Act:     []Fragment{{Content: "act on {{.what}}", Parameters: map[string]any{"what": "it"}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := "ROODA PROCEDURE EXECUTION\nProcedure: mine\nIteration: 1 (unlimited)\n" +
		"PHASE 1: OBSERVE\n" + Observe.instruction() + "\nPHASE 4: ACT\n" + Act.instruction()
	if diff := cmp.Diff(want, structure(got)); diff != "" {
		t.Errorf("structure (-want +got):\n%s", diff)
	}
	for _, text := range []string{"\nlook around\n\ntwice\n", "\nact on it\n", "the goal of the whole procedure is reached"} {
		if !strings.Contains(got, text) {
			t.Errorf("the prompt has no %q:\n%s", text, got)
		}
	}
}

func TestComposeErrors(t *testing.T) {
	some := Procedure{Name: "p", Act: []Fragment{{Content: "x"}}}
	tests := map[string]struct {
		request Request
		message string
	}{
		"nothing":       {Request{}, "neither a procedure nor a text"},
		"blank text":    {Request{Text: " \n"}, "neither a procedure nor a text"},
		"both":          {Request{Procedure: some, Text: "x"}, "both a procedure and a text"},
		"before":        {Request{Procedure: some, Iteration: -1}, "iteration -1"},
		"no fragments":  {Request{Procedure: Procedure{Name: "p"}}, "procedure p has no fragments"},
		"only blanks":   {Request{Procedure: Procedure{Name: "p", Act: []Fragment{{Content: " "}}}}, "procedure p has no text"},
		"template":      {Request{Procedure: Procedure{Act: []Fragment{{Content: "{{.x}}", Parameters: map[string]any{"y": 1}}}}}, "act fragment 1"},
		"second broken": {Request{Procedure: Procedure{Act: []Fragment{{Content: "x"}, {}}}}, "act fragment 2"},
	}
	for name, tt := range tests {
		got, err := Composer{}.Compose(tt.request)
		if err == nil || got != "" || !strings.Contains(err.Error(), tt.message) {
			t.Errorf("%s: %q, %v; want an error with %q", name, got, err, tt.message)
		}
	}
}

// ERR-04, LOOP-17: one pass names every fragment that cannot be read.
func TestComposeReportsEveryFragment(t *testing.T) {
	p := Procedure{Name: "p", Observe: []Fragment{{Path: "gone.md"}}, Act: []Fragment{{Path: "builtin:fragments/act/emit_signl.md"}}}
	_, err := Composer{Dir: t.TempDir()}.Compose(Request{Procedure: p})
	var missing *MissingError
	var unknown *UnknownError
	if !errors.As(err, &missing) || !errors.As(err, &unknown) {
		t.Errorf("%v does not hold both problems", err)
	}
}

// SIG-03: every prompt says what it is for; procedures that share most of
// their fragments are told apart by it.
func TestComposeSaysTheGoal(t *testing.T) {
	seen := map[string]string{}
	for _, p := range Procedures() {
		if words := len(strings.Fields(p.Goal)); words < 8 || words > 40 {
			t.Errorf("%s: the goal has %d words: %q", p.Name, words, p.Goal)
		}
		if other := seen[p.Goal]; other != "" {
			t.Errorf("%s and %s have one goal", p.Name, other)
		}
		seen[p.Goal] = p.Name
		for prefix, object := range map[string]string{"draft-plan-spec-": "every task edits specs, none changes code",
			"draft-plan-impl-": "every task changes code", "audit-": "report"} {
			if strings.HasPrefix(p.Name, prefix) && !strings.Contains(p.Goal, object) {
				t.Errorf("%s: the goal does not say %q: %q", p.Name, object, p.Goal)
			}
		}
	}
	own := Procedure{Name: "own", Act: []Fragment{{Content: "x"}}}
	for want, p := range map[string]Procedure{
		"What the phases below ask for, all of it": own,
		"Count the beans":                          {Name: "own", Act: own.Act, Summary: " Count\nthe beans. ", Description: "d"},
		"d":                                        {Name: "own", Act: own.Act, Summary: " . ", Description: "d"},
		"g":                                        {Name: "own", Act: own.Act, Goal: "g.", Summary: "s"},
	} {
		if prompt := compose(t, Request{Procedure: p}); !strings.Contains(prompt, "\nGoal: "+want+".\n") {
			t.Errorf("no goal %q in\n%s", want, prompt)
		}
	}
}

// The signal comes after the last phase that has text, whichever that is.
func TestComposeSignalsAfterTheLastPhase(t *testing.T) {
	text := []Fragment{{Content: "x"}}
	for want, p := range map[string]Procedure{
		"OBSERVE": {Name: "p", Observe: text, Act: []Fragment{}},
		"DECIDE":  {Name: "p", Orient: text, Decide: text, Act: []Fragment{{Content: " "}}},
		"ACT":     {Name: "p", Act: text},
	} {
		if prompt := compose(t, Request{Procedure: p}); !strings.Contains(prompt, "once, at the end of "+want+", alone") {
			t.Errorf("no signal at the end of %s:\n%s", want, prompt)
		}
	}
}
