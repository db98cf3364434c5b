package config_test

import (
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/internal/config"
	"rooda/internal/yamlsrc"
)

var update = flag.Bool("update", false, "write golden files")

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// ERR-01 to ERR-03, ERR-09, ERR-57, ERR-62: everything in one go.
func TestAllProblemsAtOnce(t *testing.T) {
	p := newPlace(t)
	broken, err := os.ReadFile("testdata/broken.yml")
	if err != nil {
		t.Fatal(err)
	}
	p.workspace(string(broken))
	p.global("loop: {failure_threshold: 0}\nloop: [\n")
	p.env("ROODA_LOOP_ITERATION_MODE=forever", "ROODA_LOOP_DEFAULT_MAX_ITERATIONS=0", "ROODA_LOOP_ITERATION_TIMEOUT=soon",
		"ROODA_LOOP_MAX_OUTPUT_BUFFER=10MB", "ROODA_LOOP_FAILURE_THRESHOLD=-1", "ROODA_LOOP_LOG_LEVEL=loud", "ROODA_LOG_LEVEL=Info",
		"ROODA_LOOP_LOG_FORMAT=xml", "ROODA_LOOP_LOG_TIMESTAMP_FORMAT=iso8601", "ROODA_LOOP_SHOW_AI_OUTPUT=on", "ROODA_SHOW_AI_OUTPUT=maybe",
		"ROODA_LOOP_AI_CMD='", "ROODA_LOOP_AI_CMD_ALIAS= ")
	_, err = p.try()
	var problems config.Problems
	if !errors.As(err, &problems) {
		t.Fatalf("got %v", err)
	}
	golden(t, "testdata/broken.txt", p.anonymous(err.Error())+"\n")
	var one yamlsrc.Problem
	if !errors.As(err, &one) || one.Line != 2 {
		t.Errorf("the first problem is %+v", one)
	}
	var invalid *config.InvalidError
	if !errors.As(err, &invalid) || invalid.Source != "ROODA_LOOP_ITERATION_MODE" {
		t.Errorf("the first variable is %+v", invalid)
	}
}

func TestUnknownKeysAreWarnings(t *testing.T) {
	p := newPlace(t)
	p.global("lop: {}\n")
	p.workspace("loop: {defaultMaxIterations: 3, log_levle: x}\nprocedures: {build: {ai_comand: x, act: [{content: a, parameter: {}}]}}\nadapters: {claude: {comand: x, marks: {bussy: [x]}, headless: {arg: []}}}\n")
	c := p.load()
	var got []string
	for _, w := range c.Warnings() {
		line, _, _ := strings.Cut(p.anonymous(w.Error()), "\n")
		var p yamlsrc.Problem
		if !errors.As(w, &p) {
			t.Fatalf("got %T", w)
		}
		got = append(got, line+"; "+p.Hint)
	}
	want := []string{
		"rooda-config.yml:1:8: loop.defaultMaxIterations: unknown key; did you mean default_max_iterations?",
		"rooda-config.yml:1:33: loop.log_levle: unknown key; did you mean log_level?",
		"rooda-config.yml:2:22: procedures.build.ai_comand: unknown key; did you mean ai_cmd?",
		"rooda-config.yml:2:55: procedures.build.act[0].parameter: unknown key; did you mean parameters?",
		"rooda-config.yml:3:21: adapters.claude.comand: unknown key; did you mean command?",
		"rooda-config.yml:3:40: adapters.claude.marks.bussy: unknown key; did you mean busy?",
		"rooda-config.yml:3:64: adapters.claude.headless.arg: unknown key; did you mean args?",
		"HOME/.config/rooda/rooda-config.yml:1:1: lop: unknown key; did you mean loop?",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	if s := p.resolve("build", config.Flags{}); s.MaxIterations.V != 5 {
		t.Errorf("a key that nobody knows was obeyed: %v", s.MaxIterations)
	}
}

func TestFlagProblemsAtOnce(t *testing.T) {
	_, err := newPlace(t).load().Resolve("build", config.Flags{
		MaxIterations: new("0"), Unlimited: true, Verbose: true, Quiet: true, LogLevel: new("loud"), LogFormat: new("yaml"), LogTimestampFormat: new("x"),
		AICmd: new(" "), AICmdAlias: new(""), Observe: []string{"./nowhere.md"}, Act: []string{""}, Context: []string{"nowhere.txt"},
	})
	var got []string
	var problems config.Problems
	if !errors.As(err, &problems) {
		t.Fatalf("got %v", err)
	}
	for _, p := range problems {
		source, _, _ := strings.Cut(p.Error(), ":")
		got = append(got, source)
	}
	want := []string{"--max-iterations", "--unlimited", "--ai-cmd-alias", "--ai-cmd", "--verbose", "--log-level", "--log-format", "--log-timestamp-format", "--observe", "--act", "--context"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("flags with a problem (-want +got):\n%s\n%v", diff, err)
	}
}

func TestLongestTimeout(t *testing.T) {
	for _, c := range []struct {
		value string
		ok    bool
	}{
		{"315360000", true}, {"87600h", true}, {"87600h1ms", false}, {"315360001", false}, {"9223372036854775807", false}, {"99999999999999999999", false}, {"99999999h", false},
	} {
		p := newPlace(t)
		p.workspace("loop: {iteration_timeout: " + c.value + "}\n")
		if _, err := p.try(); (err == nil) != c.ok {
			t.Errorf("in a file %s: %v", c.value, err)
		}
		p.workspace("")
		p.env("ROODA_LOOP_ITERATION_TIMEOUT=" + c.value)
		if _, err := p.try(); (err == nil) != c.ok {
			t.Errorf("in a variable %s: %v", c.value, err)
		}
	}
}
