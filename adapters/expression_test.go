package adapters

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestNeedles(t *testing.T) {
	digits := strings.Split("0123456789", "")
	for text, want := range map[string][][]string{
		`\b\d{1,2}:\d\d\b`:          {{":"}, digits, digits},
		`(?i)press (q|any key)`:     {{"press "}, {"q", "any key"}},
		`(?i)\bEnter\b|[↑↓] *move`:  {{"enter", "move"}},
		` {3,}[█▓] *$`:              {{"█", "▓"}, {" "}},
		`x*(yes)+`:                  {{"yes"}},
		`(?i)élan`:                  nil,
		`a|b*`:                      nil,
		`(?:a+b|cd)e`:               {{"e"}, {"a", "cd"}},
		`^[^\p{L}]*$`:               nil,
		`[─━]{16}`:                  {{"─", "━"}},
		`(?:⎿ *)?(?:[☐☒] |… ?\+\d)`: {{"☐", "☒", "…"}, {" ", "+"}},
	} {
		e, err := compileExpression(text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, e.needles, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// A text that is passed over holds no match.
func TestNeedlesMissNothing(t *testing.T) {
	sources := []string{`(?i)kiss`, `(?i)[ks]+!`, `(?i)a(b|C)d`, `ab{0,2}|é+`, `(x|)y`, `(?s).+K`}
	for _, p := range []*pattern{keyHelp, hint, hints, frame, scrollbar, task, boundary, paragraph, numbered, unnumbered, ticked, before, pointing, pager, wallClock} {
		sources = append(sources, p.text)
	}
	registry := NewRegistry()
	for _, name := range []string{"claude", "codex", "gemini", "opencode", "generic"} {
		signs, err := registry.Signs(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, list := range [][]string{signs.Marks.Busy, signs.Marks.Idle, signs.Marks.Waiting, signs.Marks.Error, signs.Marks.Done} {
			sources = append(sources, list...)
		}
	}
	pieces := regexp.MustCompile(`\p{L}+|[^\p{L}]`).FindAllString(strings.Join(sources, " ")+" 1. ſtop \u212aiss Yes [y/N]: 12:30 \n ═══════════════", -1)
	rapid.Check(t, func(rt *rapid.T) {
		e, err := compileExpression(rapid.SampledFrom(sources).Draw(rt, "pattern"))
		if err != nil {
			rt.Fatal(err)
		}
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(rt, "text"), "")
		if rapid.Bool().Draw(rt, "loud") {
			text = strings.ToUpper(text)
		}
		if !e.possible(text) && e.Regexp.MatchString(text) {
			rt.Errorf("%s matches %q, which holds none of %q", e, text, e.needles)
		}
	})
}
