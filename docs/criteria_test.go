package docs_test

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// criteria are the acceptance criteria: id, what it asks for, and, where there
// was something to decide, the decision.
//
//go:embed criteria.tsv
var criteria string

const head = `# Acceptance criteria

What rooda has to do, by the numbers of its specifications, and the tests that name each. The decision says where rooda deviates, does more, or is not there yet.

A test in code type is a Go test, written package.Test; one without is a script in [cmd/testdata/script](../cmd/testdata/script), which runs the real command with a fake agent.

This file is generated: ` + "`UPDATE=1 go test ./docs`" + ` writes it again from [criteria.tsv](criteria.tsv) and the tests.
`

var sections = map[string]string{
	"AI": "The AI command", "LOOP": "The loop", "ERR": "Errors", "SIG": "Promises", "CORE": "Terminals, agents, workflows, sessions",
}

type criterion struct{ id, asks, decision string }

func (c criterion) series() string {
	series, _, _ := strings.Cut(c.id, "-")
	return series
}

// unbuilt reports whether there is nothing to test yet.
func (c criterion) unbuilt() bool {
	return c.series() == "CORE" && strings.HasPrefix(c.decision, "Not yet")
}

func readCriteria(t *testing.T) []criterion {
	t.Helper()
	var list []criterion
	for line := range strings.Lines(criteria) {
		fields := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), "")
		if len(fields) > 4 || len(fields) < 3 {
			t.Fatalf("criteria.tsv: %q has not two or three fields", line)
		}
		list = append(list, criterion{fields[0], fields[1], fields[2]})
	}
	return list
}

// TestCriteria holds criteria.md against the tests that there are, and every
// criterion against having one.
func TestCriteria(t *testing.T) {
	list := readCriteria(t)
	tests, err := findTests("..")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, c := range list {
		known[c.id] = true
		if len(tests[c.id]) == 0 && !c.unbuilt() {
			t.Errorf("no test names %s: %s", c.id, c.asks)
		}
	}
	for id, by := range tests {
		if !known[id] {
			t.Errorf("%s, named by %s, is no criterion", id, strings.Join(by, ", "))
		}
	}
	want := render(list, tests)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("criteria.md", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile("criteria.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("criteria.md is out of date; UPDATE=1 go test ./docs writes it (-want +got):\n%s", diff)
	}
}

func render(list []criterion, tests map[string][]string) []byte {
	var b bytes.Buffer
	b.WriteString(head)
	series := ""
	for _, c := range list {
		if c.series() != series {
			series = c.series()
			fmt.Fprintf(&b, "\n## %s\n\n| | Criterion | Tests | Decision |\n|---|---|---|---|\n", sections[series])
		}
		named := strings.Join(tests[c.id], ", ")
		if named == "" {
			named = "–"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.id, c.asks, named, c.decision)
	}
	return b.Bytes()
}
