package orchestrator

import (
	"strings"
	"testing"

	"rooda/orchestrator/loop"
	"rooda/pty"
	"rooda/workflows"
)

// TestLastLine: what is told of an agent that failed is its error, where one stands near its end.
func TestLastLine(t *testing.T) {
	const usage = "\n\n  tip: a similar argument exists: '--config'\n\nUsage: codex exec [OPTIONS] [PROMPT]\n\nFor more information, try '--help'.\n"
	for name, test := range map[string]struct {
		text    string
		code    int
		signals loop.Signals
		want    string
	}{
		"a wrong flag":        {"error: unexpected argument '--wrong' found" + usage, 2, loop.Signals{}, "error: unexpected argument '--wrong' found"},
		"behind the command":  {"usage: tool [-h]\ntool: error: unrecognized arguments: --wrong\n", 2, loop.Signals{}, "tool: error: unrecognized arguments: --wrong"},
		"above where it was":  {"TypeError: x is not a function\n    at a.js:1\n    at b.js:2\n\nNode.js v24.1.0\n", 1, loop.Signals{}, "TypeError: x is not a function"},
		"the last of several": {"Error: first\nError: second\nbye\n", 1, loop.Signals{}, "Error: second"},
		"far above":           {"Error: first\n" + strings.Repeat("and then\n", 20) + "I cannot go on.\n", 1, loop.Signals{}, "I cannot go on."},
		"about errors":        {"Errors: 0\nThe error: handled, I think.\nI give up.\n", 1, loop.Signals{}, "I give up."},
		"none":                {"I give up.\n", 1, loop.Signals{}, "I give up."},
		"it said why itself":  {"Error: no such table\nThe database is empty.\n" + loop.FailureTag + "\n", 1, loop.Signals{Failure: true}, "The database is empty."},
		"it ended well":       {"Error: no such table\nThe database is empty.\n", 0, loop.Signals{}, "The database is empty."},
		"nothing":             {"\n", 1, loop.Signals{}, ""},
	} {
		res := Result{Tail: test.text, Exit: pty.Exit{Code: test.code}, Signals: test.signals}
		if got := lastLine(res, workflows.Task{}); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
