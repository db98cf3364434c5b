package yamlsrc_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/internal/yamlsrc"
)

func report(lines ...string) string { return strings.Join(lines, "\n") }

func TestParseRefuses(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"tab", "a:\n\tb: 1\n", report(
			"f.yml:2:1: a tab in the indentation",
			"    2 |  b: 1",
			"      | ^",
			"hint: indent with spaces")},
		{"key twice, reported together", "a: 1\nb: {c: 1, c: 2}\na: 3\n", report(
			`f.yml:2:11: b.c: key "c" stands here for the second time, first on line 2`,
			"    2 | b: {c: 1, c: 2}",
			"      |           ^",
			"hint: keep one of the two",
			"",
			`f.yml:3:1: a: key "a" stands here for the second time, first on line 1`,
			"    3 | a: 3",
			"      | ^",
			"hint: keep one of the two")},
		{"second document", "a: 1\n---\nb: 2\n", report(
			"f.yml:2:1: a second document",
			"    2 | ---",
			"      | ^",
			"hint: one file holds one; remove the --- line or split the file")},
		{"two colons", "prompt: Read this: carefully\n", report(
			`f.yml:1:9: a second ": " in one value, or a line that is indented too far`,
			"    1 | prompt: Read this: carefully",
			"      |         ^",
			`hint: put a text that holds ": " in quotes, or align the keys`)},
		{"open bracket", "a: [1, 2\nb: 3\n", report(
			"f.yml:2:1: this list is not closed by ]",
			"    2 | b: 3",
			"      | ^",
			"hint: add , or ] before it")},
		{"unknown anchor", "a: *nope\n", report(
			"f.yml:1:4: a: *nope has no anchor above it",
			"    1 | a: *nope",
			"      |    ^",
			"hint: write &nope before the value it stands for, or quote a text that begins with *")},
		{"anchor inside itself", "a: &x [*x]\n", report(
			"f.yml:1:8: a[0]: *x has no anchor above it",
			"    1 | a: &x [*x]",
			"      |        ^",
			"hint: write &x before the value it stands for, or quote a text that begins with *")},
		{"merge of a text", "a:\n  <<: word\n", report(
			"f.yml:2:7: a: << takes a mapping, or a list of mappings",
			"    2 |   <<: word",
			"      |       ^",
			"hint: write <<: *name, where &name stands before a mapping")},
		{"tag", "a: !secret b\n", report(
			"f.yml:1:4: a: tag !secret is not supported",
			"    1 | a: !secret b",
			"      |    ^",
			"hint: remove it")},
		{"not UTF-8, after wide characters", "a: 漢字\nb: 漢\xff\n", report(
			"f.yml:2:5: byte 0xff is not UTF-8",
			"    2 | b: 漢\ufffd",
			"      |      ^",
			"hint: save the file as UTF-8")},
		{"escape sequence", "a: \x1b[31m\n", report(
			"f.yml:1:4: control character U+001B",
			"    1 | a: ·[31m",
			"      |    ^",
			`hint: inside double quotes write it as \x1b`)},
		{"key that is no text", "? [a]\n: b\n", report(
			"f.yml:1:1: a key that begins with ? is not supported",
			"    1 | ? [a]",
			"      | ^")},
		{"not a number", "a: .nan\n", report(
			"f.yml:1:4: a: .nan is not a number that can be used",
			"    1 | a: .nan",
			"      |    ^")},
		{"long line", "a: " + strings.Repeat("x", 200) + "\nb: " + strings.Repeat("y ", 60) + "k: v\n", report(
			`f.yml:2:4: a second ": " in one value, or a line that is indented too far`,
			"    2 | b: "+strings.Repeat("y ", 48)+"…",
			"      |    ^",
			`hint: put a text that holds ": " in quotes, or align the keys`)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := yamlsrc.Parse("f.yml", []byte(tc.in))
			if err == nil {
				t.Fatal("accepted")
			}
			if diff := cmp.Diff(tc.want, err.Error()); diff != "" {
				t.Errorf("report (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseAccepts(t *testing.T) {
	for _, tc := range []struct {
		name, in string
		want     any
	}{
		{"byte order mark and CR LF", "\ufeffa: 1\r\nb: x\r\n", map[string]any{"a": 1.0, "b": "x"}},
		{"trailing document mark", "a: 1\n---\n", map[string]any{"a": 1.0}},
		{"alias", "a: &x {p: [1]}\nb: *x\n", map[string]any{"a": map[string]any{"p": []any{1.0}}, "b": map[string]any{"p": []any{1.0}}}},
		{"merge below and above", "base: &b {p: 1, q: 1}\na:\n  <<: *b\n  p: 2\n", map[string]any{
			"base": map[string]any{"p": 1.0, "q": 1.0}, "a": map[string]any{"p": 2.0, "q": 1.0}}},
		{"merge list, first wins", "x: &x {p: 1}\ny: &y {p: 2, q: 2}\na: {<<: [*x, *y]}\n", map[string]any{
			"x": map[string]any{"p": 1.0}, "y": map[string]any{"p": 2.0, "q": 2.0}, "a": map[string]any{"p": 1.0, "q": 2.0}}},
		{"digits as text", "a: !!str 007\n", map[string]any{"a": "007"}},
		{"yes is a text in YAML 1.2", "a: yes\n", map[string]any{"a": "yes"}},
		{"block text", "a: |\n  one\n  two\n", map[string]any{"a": "one\ntwo\n"}},
		{"keys of digits", "1: a\n", map[string]any{"1": "a"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			doc, err := yamlsrc.Parse("f.yml", []byte(tc.in))
			if err != nil {
				t.Fatal(err)
			}
			var got any
			if err := doc.Decode(&got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("value (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEmpty(t *testing.T) {
	for in, want := range map[string]bool{"": true, "\n\n": true, "# note\n": true, "---\n": true, "~\n": true, "{}\n": false, `""`: false} {
		doc, err := yamlsrc.Parse("f.yml", []byte(in))
		if err != nil {
			t.Fatalf("%q: %v", in, err)
		}
		if doc.Empty() != want {
			t.Errorf("%q: Empty() = %v", in, doc.Empty())
		}
	}
}

func TestPositions(t *testing.T) {
	doc, err := yamlsrc.Parse("f.yml", []byte("a: &x\n  p: 1\nb: *x\nc:\t2\nd:\ne:\n  - f: é\n    gé: 3\n  - [7]\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		path       []any
		value, key string
	}{
		{[]any{"a"}, "2:3", "1:1"},
		{[]any{"b"}, "3:4", "3:1"},
		{[]any{"b", "p"}, "3:4", "3:4"}, // through the alias: where the alias stands
		{[]any{"c"}, "4:4", "4:1"},
		{[]any{"d"}, "5:1", "5:1"}, // nothing there: its key
		{[]any{"e", 0, "gé"}, "8:9", "8:5"},
		{[]any{"e", 1}, "9:5", "9:5"},
		{[]any{"e", 1, 0}, "9:6", "9:6"},
		{[]any{"e", 0, "none", "deeper"}, "7:5", "7:5"}, // absent: what is above it
		{nil, "1:1", "1:1"},
	} {
		line, col := doc.Position(tc.path...)
		key := doc.KeyProblem(tc.path, "", "")
		got := [2]string{fmt.Sprintf("%d:%d", line, col), fmt.Sprintf("%d:%d", key.Line, key.Col)}
		if diff := cmp.Diff([2]string{tc.value, tc.key}, got); diff != "" {
			t.Errorf("%v value and key (-want +got):\n%s", tc.path, diff)
		}
	}
	if !doc.Has("d") || doc.Has("d", "x") || doc.Has("z") || !doc.Has("e", 1, 0) || doc.Has("e", 2) {
		t.Error("Has is wrong")
	}
	if diff := cmp.Diff([]string{"f", "gé"}, doc.Keys("e", 0)); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}

// Nine levels of ten aliases each would be a thousand million values.
func TestAliasBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 10; i++ {
		ref := fmt.Sprintf("*a%d", i-1)
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(ref+", ", 10), ", "))
	}
	chain := "a0: &a0 [x]\n" // no line of it is deep
	for i := 1; i < 100; i++ {
		chain += fmt.Sprintf("a%d: &a%d [*a%d]\n", i, i, i-1)
	}
	for name, in := range map[string]string{
		"aliases":       b.String(),
		"deep aliases":  chain,
		"open brackets": strings.Repeat("[", 100_000),
		"dashes":        strings.Repeat("- ", 100_000) + "a",
		"odd keys":      strings.Repeat("? a\n", 50_000),
		"size":          strings.Repeat("# note\n", 200_000),
	} {
		start := time.Now()
		_, err := yamlsrc.Parse("f.yml", []byte(in))
		var problem yamlsrc.Problem
		if !errors.As(err, &problem) {
			t.Errorf("%s: accepted", name)
		}
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
	}
}
