package cmd

import (
	"bytes"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/spf13/cobra"

	"rooda/internal/console"
)

// Every command's help lists the statuses of the table, in order, and 64
// wherever its usage may be wrong.
func TestHelpListsStatuses(t *testing.T) {
	var visit func(c *cobra.Command)
	seen := 0
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		if c.Hidden {
			return
		}
		seen++
		var help bytes.Buffer
		c.SetOut(&help)
		if err := c.Help(); err != nil {
			t.Fatal(err)
		}
		_, rest, found := strings.Cut(help.String(), "\nExit status:\n")
		if !found || strings.Contains(rest, "Exit status:") {
			t.Errorf("%s: one section about the exit status is wanted:\n%s", c.CommandPath(), &help)
			return
		}
		for _, s := range statuses(c.CommandPath()) {
			line, more, _ := strings.Cut(rest, "\n")
			code, text, _ := strings.Cut(strings.TrimSpace(line), " ")
			if code != s.code || strings.TrimSpace(text) != s.text {
				t.Errorf("%s: line %q, want %q: %q", c.CommandPath(), line, s.code, s.text)
			}
			rest = more
		}
	}
	visit(newRoot(console.Streams{}))
	if seen < 30 {
		t.Errorf("%d commands were looked at", seen)
	}
}

// The documentation has the same table, the other way around.
func TestDocumentedStatuses(t *testing.T) {
	documented := map[string][]string{}
	text, err := os.ReadFile("../docs/sessions.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Exit statuses\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for line := range strings.Lines(section) {
		if cells := strings.Split(line, "|"); len(cells) == 5 {
			for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[3], -1) {
				code := strings.TrimSpace(cells[1])
				documented[code] = append(documented[code], name[1])
			}
		}
	}
	is := map[string][]string{}
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		name := strings.TrimPrefix(c.CommandPath(), "rooda ")
		for _, s := range statuses(c.CommandPath()) {
			if _, err := strconv.Atoi(s.code); err == nil && s.code != "0" && s.code != "1" && !c.Hidden {
				is[s.code] = append(is[s.code], name)
			}
		}
	}
	visit(newRoot(console.Streams{}))
	sorted := cmpopts.SortSlices(func(a, b string) bool { return a < b })
	if diff := cmp.Diff(is, documented, sorted); diff != "" {
		t.Errorf("statuses (-are +documented):\n%s", diff)
	}
}

// A wrong flag, argument or lack of one ends a command with the status that its help says.
func TestMisuse(t *testing.T) {
	for line, want := range map[string]int{
		"attach --bogus": 64, "attach a b": 64, "attach a --next --follow": 64, "send --bogus": 64, "send": 64, "send a b c": 64,
		"screen --bogus": 64, "screen": 64, "wait --bogus": 64, "wait --for exit": 64, "detach --bogus": 64, "detach": 64,
		"term-reset a": 64, "term-reset --bogus": 64, "send a --timeout soon": 64,
		"approve --bogus": 1, "approve": 1, "logs --bogus": 64, "logs a --raw --text": 64, "list --bogus": 1, "session show": 1, "workflow run --bogus": 1, "bogus": 1, "--bogus": 1,
	} {
		var out, talk bytes.Buffer
		streams := console.Streams{In: strings.NewReader(""), Out: &out, Err: &talk, Getenv: func(string) string { return "" }}
		if got := Main(strings.Fields(line), streams); got != want {
			t.Errorf("rooda %s: exit status %d, want %d: %s", line, got, want, &talk)
		}
		if !strings.HasPrefix(talk.String(), "rooda: ") || !strings.Contains(talk.String(), "\nhint: ") {
			t.Errorf("rooda %s says %q", line, &talk)
		}
	}
}
