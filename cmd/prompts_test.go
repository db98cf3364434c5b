package cmd_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"rooda/cmd"
	"rooda/internal/console"
	"rooda/prompts"
)

// dryPrompt is the prompt that a dry run of the procedure shows.
func dryPrompt(t *testing.T, procedure string) string {
	t.Helper()
	var out, errs bytes.Buffer
	code := cmd.Main([]string{"run", procedure, "--dry-run", "--ai-cmd", "cat"}, console.Streams{
		In: strings.NewReader(""), Out: &out, Err: &errs, Width: func() int { return 80 },
		Environ: []string{"PATH=/usr/bin:/bin", "HOME=" + t.TempDir()},
		Getenv:  func(string) string { return "" },
	})
	if code != 0 {
		t.Fatalf("dry run ended with %d:\n%s%s", code, &out, &errs)
	}
	rule := "\n" + strings.Repeat("─", 40) + "\n"
	parts := strings.Split(out.String(), rule)
	if len(parts) != 3 {
		t.Fatalf("no prompt between two rules:\n%s", &out)
	}
	return parts[1] + "\n"
}

var (
	promiseLike = regexp.MustCompile(`(?i)promise\s*>`)
	staleName   = regexp.MustCompile(`emit_success|emit_failure|check_if_blocked|ROODA_SUCCESS|ROODA_FAILURE`)
)

// SIG-01, SIG-02, SIG-09, SIG-10, SIG-12: wherever a prompt shows a promise it
// is exact, alone on its line, and explained on the lines after it.
func TestPromptsShowExactPromises(t *testing.T) {
	for _, name := range prompts.Names() {
		t.Run(name, func(t *testing.T) {
			lines := strings.Split(dryPrompt(t, name), "\n")
			shown := map[string]int{}
			for i, line := range lines {
				if !promiseLike.MatchString(line) {
					continue
				}
				if line != "<promise>SUCCESS</promise>" && line != "<promise>FAILURE</promise>" {
					t.Errorf("line %d: %q is not exactly a promise", i+1, line)
				}
				after := strings.TrimSpace(strings.Join(lines[i+1:], "\n"))
				if after == "" || strings.HasPrefix(after, "<") {
					t.Errorf("line %d: nothing explains %s", i+1, line)
				}
				shown[line]++
			}
			if shown["<promise>SUCCESS</promise>"] < 2 || shown["<promise>FAILURE</promise>"] < 2 {
				t.Errorf("shown: %v, want each in the rules and in an example", shown)
			}
		})
	}
}

// SIG-03, SIG-04, SIG-05, SIG-11, SIG-13, AI-26, ERR-70: what success means
// for each kind of procedure, and that the signal comes last.
func TestPromptsSayWhatSuccessMeans(t *testing.T) {
	rules := regexp.MustCompile(`(?s)<promise>SUCCESS</promise>\nsays that the goal is reached, and stops the loop\. Use it only when this is true: ([^\n]*)\.\n`)
	for _, name := range prompts.Names() {
		t.Run(name, func(t *testing.T) {
			prompt := dryPrompt(t, name)
			found := rules.FindStringSubmatch(prompt)
			if found == nil {
				t.Fatal("no rule for SUCCESS")
			}
			want := "minimal, complete and accurate"
			switch name {
			case "build":
				want = "no ready work"
			case "agents-sync":
				want = "AGENTS.md"
			case "publish-plan":
				want = "item"
			}
			if !strings.Contains(found[1], want) {
				t.Errorf("SUCCESS when %q, want it to say %q", found[1], want)
			}
			for _, want := range []string{
				"SUCCESS means the procedure's goal, not a good iteration",
				"Write at most one, once, at the end of ACT, alone on its own line, with nothing added inside the tag.",
				"that is the last block of your output",
			} {
				if !strings.Contains(prompt, want) {
					t.Errorf("the prompt does not say %q", want)
				}
			}
			if stale := staleName.FindString(prompt); stale != "" {
				t.Errorf("the prompt mentions %s", stale)
			}
		})
	}
}

// SIG-06, SIG-07, SIG-08: whoever writes a report or a plan validates it
// before the signal.
func TestPromptsValidateBeforeTheSignal(t *testing.T) {
	writers := map[string]string{
		"audit-spec": "# Write the audit report", "audit-impl": "# Write the audit report", "audit-agents": "# Write the audit report",
		"audit-spec-to-impl": "# Write the gap report", "audit-impl-to-spec": "# Write the gap report",
	}
	for _, name := range prompts.Names() {
		if strings.HasPrefix(name, "draft-plan-") {
			writers[name] = "# Write the plan"
		}
	}
	for name, heading := range writers {
		t.Run(name, func(t *testing.T) {
			rest := dryPrompt(t, name)
			for _, step := range []string{heading, "Then validate", "- minimal:", "- complete:", "- accurate:", "signal only when all three hold", "# Emit the signal"} {
				_, after, ok := strings.Cut(rest, step)
				if !ok {
					t.Fatalf("no %q after the steps before it", step)
				}
				rest = after
			}
		})
	}
}
