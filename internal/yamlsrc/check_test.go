package yamlsrc_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/internal/yamlsrc"
)

const job = `{
	"type": "object", "additionalProperties": false, "required": ["id"],
	"properties": {
		"id": {"type": "string", "pattern": "^[a-z]+$", "title": "small letters", "description": "name of the folder"},
		"tries": {"type": "integer", "minimum": 1, "maximum": 9, "description": "how often it runs"},
		"auto_approve": {"type": "boolean"},
		"args": {"type": "array", "items": {"type": "string"}},
		"wait": {"type": ["integer", "string"], "title": "a number of seconds or a text such as 20m", "pattern": "^[0-9]+m$"},
		"then": {"enum": ["fail", "continue"]}
	}
}`

const schema = `{
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"type": "object", "additionalProperties": false, "required": ["name", "jobs"],
	"properties": {
		"name": {"type": "string", "description": "what it is called"},
		"jobs": {"type": "array", "minItems": 1, "items": ` + job + `},
		"env": {"type": "object", "additionalProperties": {"type": "string"},
			"propertyNames": {"pattern": "^[A-Z]+$", "title": "capital letters"}},
		"one": {"anyOf": [{"type": "string"}, ` + job + `]}
	}
}`

func compile(t testing.TB) *yamlsrc.Schema {
	t.Helper()
	s, err := yamlsrc.Compile([]byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// closest stands in for a real edit distance: same first letter.
func closest(name string, known []string) []string {
	for _, k := range known {
		if name != "" && k[0] == name[0] {
			return []string{k}
		}
	}
	return nil
}

var guide = yamlsrc.Guide{Nearest: closest, Reserved: []string{"retry"}}

func TestCheckReportsAll(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"empty file", "# nothing\n", report(
			"f.yml:1:1: nothing is written here",
			"    1 | # nothing",
			"      | ^",
			"hint: it needs at least: name, jobs")},
		{"a text instead of a file", "hello\n", report(
			`f.yml:1:1: found the text "hello", want a mapping of keys`,
			"    1 | hello",
			"      | ^",
			"hint: write KEY: VALUE; keys that can stand here: env, jobs, name, one")},
		{"one slip in a key is one problem", "name: x\njob:\n  - id: a\n", report(
			"f.yml:2:1: job: unknown key",
			"    2 | job:",
			"      | ^",
			"hint: did you mean jobs?")},
		{"missing key, at the parent", "name: x\njobs:\n  - tries: 1\n", report(
			"f.yml:3:5: jobs[0]: key id is missing",
			"    3 |   - tries: 1",
			"      |     ^",
			"hint: id: name of the folder")},
		{"no value", "name:\njobs: []\n", report(
			"f.yml:1:1: name: found nothing, want a text",
			"    1 | name:",
			"      | ^",
			"hint: what it is called",
			"",
			"f.yml:2:7: jobs: this is empty, at least one entry is needed",
			"    2 | jobs: []",
			"      |       ^")},
		{"inside an alias", "name: x\njobs:\n  - &j {id: a, tries: no}\n  - *j\n", report(
			`f.yml:3:23: jobs[0].tries: found the text "no", want a whole number`,
			"    3 |   - &j {id: a, tries: no}",
			"      |                       ^",
			"hint: how often it runs",
			"",
			`f.yml:4:5: jobs[1].tries: found the text "no", want a whole number`,
			"    4 |   - *j",
			"      |     ^",
			"hint: how often it runs")},
		{"no alternative of the right type", "name: x\njobs: [{id: a}]\none: 5\n", report(
			"f.yml:3:6: one: found the number 5, want a text or a mapping of keys",
			"    3 | one: 5",
			"      |      ^",
			`hint: put it in quotes: "5"`)},
		{"the alternative of the right type", "name: x\njobs: [{id: a}]\none: {id: A}\n", report(
			`f.yml:3:11: one.id: found the text "A", want small letters`,
			"    3 | one: {id: A}",
			"      |           ^",
			"hint: name of the folder")},
		{"everything at once", report(
			"name: everything",
			"jobs:",
			"  - id: 1",
			"    tries: 0",
			"    autoApprove: yes",
			"    then: fall",
			"  - id: b",
			"    auto_approve: yes",
			"    args: --fast",
			"    wait: 20 minutes",
			"    retry: 3",
			"    zzz: 1",
			"    tries: 10",
			"env: {path: x, PORT: 80}",
			""), report(
			"f.yml:3:9: jobs[0].id: found the number 1, want small letters",
			"    3 |   - id: 1",
			"      |         ^",
			"hint: name of the folder",
			"",
			"f.yml:4:12: jobs[0].tries: 0 is too small, the least is 1",
			"    4 |     tries: 0",
			"      |            ^",
			"hint: how often it runs",
			"",
			"f.yml:5:5: jobs[0].autoApprove: unknown key",
			"    5 |     autoApprove: yes",
			"      |     ^",
			"hint: did you mean auto_approve?",
			"",
			`f.yml:6:11: jobs[0].then: found the text "fall", want one of: fail, continue`,
			"    6 |     then: fall",
			"      |           ^",
			"hint: did you mean fail?",
			"",
			`f.yml:8:19: jobs[1].auto_approve: found the text "yes", want true or false`,
			"    8 |     auto_approve: yes",
			"      |                   ^",
			"hint: write true",
			"",
			`f.yml:9:11: jobs[1].args: found the text "--fast", want a list`,
			"    9 |     args: --fast",
			"      |           ^",
			`hint: write a list: ["--fast"]`,
			"",
			`f.yml:10:11: jobs[1].wait: found the text "20 minutes", want a number of seconds or a text such as 20m`,
			"   10 |     wait: 20 minutes",
			"      |           ^",
			"",
			"f.yml:11:5: jobs[1].retry: this key is reserved for a later version",
			"   11 |     retry: 3",
			"      |     ^",
			"hint: remove it: this version would not act on it",
			"",
			"f.yml:12:5: jobs[1].zzz: unknown key",
			"   12 |     zzz: 1",
			"      |     ^",
			"hint: keys that can stand here: args, auto_approve, id, then, tries, wait",
			"",
			"f.yml:13:12: jobs[1].tries: 10 is too large, the most is 9",
			"   13 |     tries: 10",
			"      |            ^",
			"hint: how often it runs",
			"",
			`f.yml:14:7: env.path: found the name "path", want capital letters`,
			"   14 | env: {path: x, PORT: 80}",
			"      |       ^",
			"",
			"f.yml:14:22: env.PORT: found the number 80, want a text",
			"   14 | env: {path: x, PORT: 80}",
			"      |                      ^",
			`hint: put it in quotes: "80"`)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			doc, err := yamlsrc.Parse("f.yml", []byte(tc.in))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, doc.Check(compile(t), guide).Error()); diff != "" {
				t.Errorf("report (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheckAccepts(t *testing.T) {
	doc, err := yamlsrc.Parse("f.yml", []byte("name: x\njobs:\n  - {id: a, tries: 3, wait: 5}\nenv: {A: b}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if problems := doc.Check(compile(t), guide); len(problems) > 0 {
		t.Fatal(problems)
	}
}

// What is left after Except can be decoded, and list items keep their numbers.
func TestExcept(t *testing.T) {
	doc, err := yamlsrc.Parse("f.yml", []byte("name: [x]\njobs:\n  - 5\n  - {id: b, tries: many, zzz: 1}\n"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Name string
		Jobs []struct {
			ID    string `json:"id"`
			Tries int
		}
	}
	if err := doc.Decode(&file); err == nil {
		t.Fatal("decoded a document with wrong types")
	}
	problems := doc.Check(compile(t), guide)
	if err := doc.Except(problems).Decode(&file); err != nil {
		t.Fatal(err)
	}
	if len(problems) != 4 || len(file.Jobs) != 2 || file.Jobs[1].ID != "b" || file.Jobs[1].Tries != 0 || file.Name != "" {
		t.Errorf("%d problems, decoded %+v", len(problems), file)
	}
	if !doc.Has("name") {
		t.Error("Except changed the document it was called on")
	}
}

func TestDecodeLaysOver(t *testing.T) {
	doc, err := yamlsrc.Parse("f.yml", []byte("base: {a: 1, b: 2, c: 3}\nover: {b: null, c: 4}\n"))
	if err != nil {
		t.Fatal(err)
	}
	type set struct{ A, B, C *int }
	var got set
	for _, key := range []string{"base", "over", "absent"} {
		if err := doc.Decode(&got, key); err != nil {
			t.Fatal(err)
		}
	}
	one, four := 1, 4
	if diff := cmp.Diff(set{A: &one, C: &four}, got); diff != "" {
		t.Errorf("overlay (-want +got):\n%s", diff)
	}
	if err := doc.Decode(&struct{ A int }{}, "base"); err == nil || !strings.Contains(err.Error(), "unknown field") {
		t.Errorf("unknown keys: %v", err)
	}
}

func TestProblemAsErrorAndJSON(t *testing.T) {
	doc, err := yamlsrc.Parse("f.yml", []byte("a: 1\nb: 2\n"))
	if err != nil {
		t.Fatal(err)
	}
	late, early := doc.Problem([]any{"b"}, "late", "do this"), doc.KeyProblem([]any{"a"}, "early", "")
	err = yamlsrc.Problems{late, early, late}.Err()
	var all yamlsrc.Problems
	if !errors.As(err, &all) || len(all) != 2 || all[0].Message != "early" {
		t.Fatalf("not sorted and unique: %v", err)
	}
	got, err := json.Marshal(all[1])
	if err != nil {
		t.Fatal(err)
	}
	want := `{"kind":"invalid","file":"f.yml","line":2,"col":4,"field":"b","message":"late","hint":"do this","excerpt":"    2 | b: 2\n      |    ^"}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
	if (yamlsrc.Problems{}).Err() != nil {
		t.Error("no problems must be a nil error")
	}
}
