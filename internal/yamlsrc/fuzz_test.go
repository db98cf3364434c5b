package yamlsrc_test

import (
	"errors"
	"strings"
	"testing"

	"rooda/internal/yamlsrc"
)

// Whatever the bytes: no panic, every problem lies inside the file, and what
// Except leaves can be decoded.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{
		"", "\n", "name: x\njobs:\n  - id: a\n", "a: &x {p: 1}\nb: *x\nc: {<<: *x}\n", "a: 1\n\tb: 2\n", "- - - a\n",
		"? a\n: b\n", "a: |\n  x\n\n", "a: [1, {b: c}", "name: \"\\u00e9\"\njobs: 5\n", "%YAML 1.2\n---\na: !!str 5\n", "*a : b\n", "*\ra\r\r\r\r0",
		"&a a: *a\n", "a: 'x\r\n\r y'\r", "one: {id: 5, args: [1]}\nenv: {a b: ~}\n", "<<: [1, {a: b}]\n", "a: 0x\nb: -.inf\n",
	} {
		f.Add([]byte(seed))
	}
	s := compile(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := yamlsrc.Parse("f.yml", data)
		var problems yamlsrc.Problems
		if err != nil {
			if !errors.As(err, &problems) || len(problems) == 0 {
				t.Fatalf("not a Problems: %#v", err)
			}
		} else {
			problems = doc.Check(s, guide)
			var v struct {
				Name string
				Jobs []struct {
					ID          string
					Tries       int
					AutoApprove bool `json:"auto_approve"`
					Args        []string
					Wait, Then  any
				}
				Env map[string]string
				One any
			}
			if err := doc.Except(problems).Decode(&v); err != nil {
				t.Errorf("decode what Check left: %v\n%v", err, problems)
			}
		}
		lines := strings.Count(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(data)), "\n") + 1
		for _, p := range problems {
			if p.Line < 1 || p.Line > lines || p.Col < 1 || p.Message == "" || strings.ContainsAny(p.Message+p.Hint+p.Field, "\n\r\x1b") {
				t.Errorf("bad problem in %d lines: %#v", lines, p)
			}
		}
	})
}
