package config_test

import (
	"fmt"
	"strings"
	"testing"

	"rooda/internal/config"
)

const whole = `loop:
  iteration_mode: max-iterations
  default_max_iterations: 7
  iteration_timeout: 20m
  max_output_buffer: 2048
  failure_threshold: 2
  log_level: debug
  log_format: json
  log_timestamp_format: iso
  show_ai_output: true
  ai_cmd_alias: fast
ai_cmd_aliases:
  fast: agent --fast
procedures:
  build:
    display: Build it
    iteration_timeout: null
    act: [{content: Do it.}, act.md]
    ai_cmd: agent --slow
adapters:
  claude: {command: /opt/claude, headless: {args: [-x]}}
`

func TestEntries(t *testing.T) {
	p := newPlace(t)
	p.global("adapters: {claude: {command: other, env: {A: b}}}\nloop: {ai_cmd: other}\n")
	p.workspace(whole)
	p.env("ROODA_LOOP_LOG_LEVEL=warn")
	c := p.load()
	if w := c.Warnings(); len(w) > 0 {
		t.Errorf("warnings: %v", w)
	}
	s, err := c.Resolve("build", config.Flags{Verbose: true})
	if err != nil {
		t.Fatal(err)
	}
	unset, err := newPlace(t).load().Resolve("build", config.Flags{AICmdAlias: new("claude"), Unlimited: true})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, list := range [][]config.Entry{c.Entries(), s.Entries(), unset.Entries()} {
		for _, e := range list {
			fmt.Fprintf(&b, "%s = %s # %s\n", e.Key, e.Value, e.Origin)
		}
		b.WriteByte('\n')
	}
	golden(t, "testdata/entries.txt", p.anonymous(b.String()))
	for range 5 {
		if fmt.Sprint(p.load().Entries()) != fmt.Sprint(c.Entries()) {
			t.Error("the order changes")
		}
	}
}

func TestNothingConfigured(t *testing.T) {
	for _, e := range newPlace(t).load().Entries() {
		if e.Origin.String() != "built-in" {
			t.Errorf("%s = %s comes from %s", e.Key, e.Value, e.Origin)
		}
		if e.Key == "loop.ai_cmd" && e.Value != "(unset)" {
			t.Errorf("%s = %s", e.Key, e.Value)
		}
	}
}
