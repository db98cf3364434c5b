package rehearsal_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/internal/rehearsal"
)

func TestParse(t *testing.T) {
	tasks := []string{"one/plan", "two/build", "two/slow"}
	tests := []struct{ text, plan, build, err string }{
		{"", "success", "success", ""},
		{"crash", "crash", "crash", ""},
		{"continue:3", "continue:3", "continue:3", ""},
		{"build:crash,plan:success", "success", "crash", ""},
		{"fail, build:continue:2", "fail", "continue:2", ""},
		{"explode", "", "", `unknown rehearsal scenario "explode"`},
		{"build:explode", "", "", `unknown rehearsal scenario "explode"`},
		{"biuld:crash", "", "", `no task "biuld"`},
		{"slow:crash", "success", "success", ""},
		{"slow:crash,continue:2", "continue:2", "continue:2", ""},
		{"slow:3", "slow:3", "slow:3", ""},
		{"two/build:slow:3", "success", "slow:3", ""},
		{"one/build:crash", "", "", `no task "one/build"`},
		{"slow:explode", "", "", `unknown rehearsal scenario "explode"`},
		{"continue:x", "", "", `"x" is no scenario, and no task is called "continue"`},
		{"continue:0", "", "", "want continue:N"},
		{"crash:2", "", "", "want crash"},
	}
	for _, tt := range tests {
		cast, err := rehearsal.Parse(tt.text, tasks)
		if err != nil || tt.err != "" {
			if err == nil || tt.err == "" || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("Parse(%q): got error %v, want %q", tt.text, err, tt.err)
			}
			continue
		}
		got := []string{cast.For("plan").String(), cast.For("build").String()}
		if diff := cmp.Diff([]string{tt.plan, tt.build}, got); diff != "" {
			t.Errorf("Parse(%q) (-want +got):\n%s", tt.text, diff)
		}
	}
}

func play(t *testing.T, scenario, iteration string) (string, int, time.Duration) {
	t.Helper()
	s, err := rehearsal.ParseScenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	var slept time.Duration
	code := rehearsal.Play(s, rehearsal.Stage{
		Prompt: strings.NewReader("do it\nand say <promise>SUCCESS</promise>"),
		Out:    &out,
		Getenv: func(k string) string {
			return map[string]string{"ROODA_TASK": "build", "ROODA_ITERATION": iteration}[k]
		},
		Sleep: func(d time.Duration) { slept += d },
	})
	return out.String(), code, slept
}

func TestPlay(t *testing.T) {
	const success, failure = "\n<promise>SUCCESS</promise>\n", "\n<promise>FAILURE</promise>\n"
	tests := []struct {
		scenario, iteration string
		success, failure    bool
		prompt              bool
		atLeast             int
		longest             time.Duration
	}{
		{"success", "1", true, false, false, 300, 10 * time.Second},
		{"fail", "1", false, true, false, 200, 10 * time.Second},
		{"continue:2", "1", false, false, false, 200, 10 * time.Second},
		{"continue:2", "2", false, false, false, 200, 10 * time.Second},
		{"continue:2", "3", true, false, false, 200, 10 * time.Second},
		{"echo", "1", true, false, true, 300, 10 * time.Second},
		{"chatty:2", "1", true, false, false, 2 << 20, 10 * time.Second},
		{"slow:4", "1", true, false, false, 300, 14 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.scenario+" "+tt.iteration, func(t *testing.T) {
			out, code, slept := play(t, tt.scenario, tt.iteration)
			if code != 0 {
				t.Errorf("exit code %d", code)
			}
			if got := strings.Contains(out, success); got != tt.success {
				t.Errorf("SUCCESS %v, want %v", got, tt.success)
			}
			if got := strings.Contains(out, failure); got != tt.failure {
				t.Errorf("FAILURE %v, want %v", got, tt.failure)
			}
			if got := strings.Contains(out, "do it\nand say"); got != tt.prompt {
				t.Errorf("prompt shown %v, want %v", got, tt.prompt)
			}
			if len(out) < tt.atLeast || slept == 0 || slept > tt.longest {
				t.Errorf("%d bytes in %v, want at least %d in at most %v", len(out), slept, tt.atLeast, tt.longest)
			}
		})
	}
}
