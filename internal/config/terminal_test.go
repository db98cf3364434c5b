package config_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/internal/config"
	"rooda/internal/yamlsrc"
)

// A mark is corrected, a handler put first, a whole agent added: without
// touching what comes with rooda.
func TestTerminals(t *testing.T) {
	p := newPlace(t)
	p.global(`adapters:
  claude:
    marks: {busy: [from global], error: [oops]}
    handlers: [{kind: question, match: global, use: pressEnter}]
    submit: {settle: 400ms}
`)
	p.workspace(`adapters:
  claude:
    marks: {busy: [one, two]}
    titles: [{match: ^T, state: working, fresh: 2s}]
    handlers:
      - {name: mine, kind: permission, match: "(?i)proceed", choose: ^Yes, max_uses: 3}
      - {name: allow-once, kind: permission, match: x, keys: ["y", "\r"]}
    idle_quiet: 2s
    exit_input: /bye
  aider:
    command: aider
    interactive: {args: [--no-pretty], session_args: [--name, "{id}"]}
    marks: {idle: ['^> $']}
    dialogs: [{features: [a, b], kind: auth, form: entry, below: 4}]
    osc7501: true
    version: 'v(\d)'
    cautious: false
    recorded: "1"
  other: {command: other, interactive: {prompt_via: paste}}
`)
	c := p.load()
	if w := c.Warnings(); len(w) > 0 {
		t.Errorf("warnings: %v", w)
	}
	shipped, err := adapters.NewRegistry().Signs("claude")
	if err != nil {
		t.Fatal(err)
	}
	common, err := adapters.NewRegistry().Signs("generic")
	if err != nil {
		t.Fatal(err)
	}
	want := shipped
	want.Marks.Busy, want.Marks.Error = []string{"one", "two"}, []string{"oops"}
	want.Titles = append([]adapters.TitleRule{{Match: "^T", State: adapters.Working, Fresh: 2 * time.Second}}, shipped.Titles...)
	want.IdleQuiet, want.ExitInput = 2*time.Second, "/bye"
	want.Submit.Settle = 400 * time.Millisecond
	want.Handlers = []adapters.Handler{
		{Name: "mine", Kind: adapters.Permission, Match: "(?i)proceed", Choose: "^Yes", MaxUses: 3},
		{Name: "allow-once", Kind: adapters.Permission, Match: "x", Keys: []string{"y", "\r"}},
		{Name: "handler 1", Kind: adapters.Question, Match: "global", Use: "pressEnter"},
	}
	for _, h := range shipped.Handlers {
		if h.Name != "allow-once" {
			want.Handlers = append(want.Handlers, h)
		}
	}
	checkSigns(t, c, "claude", want)

	want = common
	want.OSC7501, want.BlindQuiet = true, 0
	want.Version, want.Cautious, want.Recorded = `v(\d)`, new(bool), "1"
	want.Marks.Idle = []string{"^> $"}
	want.Dialogs = append([]adapters.DialogRule{{Features: []string{"a", "b"}, Kind: adapters.Auth, Form: "entry", Below: 4}}, common.Dialogs...)
	checkSigns(t, c, "aider", want)
	checkSigns(t, c, "other", common)

	aider, err := c.Registry().Get("aider")
	if err != nil {
		t.Fatal(err)
	}
	launch, err := aider.LaunchConfig(adapters.LaunchRequest{Mode: adapters.Interactive, Prompt: "p", SessionID: "x"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("aider --no-pretty --name x p", strings.Join(launch.Argv, " ")); diff != "" {
		t.Errorf("argv (-want +got):\n%s", diff)
	}
}

func checkSigns(t *testing.T, c *config.Config, name string, want adapters.Signs) {
	t.Helper()
	got, err := c.Registry().Signs(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func TestTerminalProblems(t *testing.T) {
	p := newPlace(t)
	p.workspace(`adapters:
  claude:
    marks: {busy: ['(']}
    titles: [{match: '[', state: busy}]
    dialogs: [{features: [a]}]
    handlers:
      - {kind: permission, match: x}
      - {kind: permision, match: x, use: confirmYes}
      - {kind: permission, match: x, use: confirmYes, keys: [a]}
      - {match: '*', use: pressEnterr}
      - {kind: permission, match: x, keys: [Enter, C-c, Enterr, "yes\r", yes]}
    submit: {settle: soon, enters: 4}
    idle_quiet: 0
    blind_quiet: 0s
    events: claud
    interactive: {prompt_via: stdin}
    osc7501: maybe
    version: v1
  codex: {submit: {settle: 300}, idle_quiet: 700, blind_quiet: 2m, handlers: [{name: a, kind: trust, match: x, use: confirmYes}, {name: a, kind: trust, match: y, use: confirmYes}]}
  gemini: {submit: {settle: 11s}}
  mine: {command: ./x --flag, headless: {}}
`)
	_, err := p.try()
	var got []string
	var all config.Problems
	if !errors.As(err, &all) {
		t.Fatalf("got %v", err)
	}
	for _, one := range all {
		var p yamlsrc.Problem
		if !errors.As(one, &p) {
			t.Fatalf("got %v", one)
		}
		line, _, _ := strings.Cut(p.Error(), "\n")
		got = append(got, line+"; "+p.Hint)
	}
	golden(t, "testdata/terminal_problems.txt", p.anonymous(strings.Join(got, "\n")+"\n"))
}
