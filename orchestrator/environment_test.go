package orchestrator

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEnvironment(t *testing.T) {
	own := []string{
		"COLORTERM=truecolor", "ROODA_ITERATION=1", "ROODA_ITERATION_KEY=s/plan/code/1/0",
		"ROODA_SESSION=s", "ROODA_TASK=code", "TERM=xterm-256color",
	}
	tests := []struct {
		name          string
		user, adapter []string
		task          map[string]string
		want          []string // besides own
	}{
		{"inherits (AI-28)", []string{"PATH=/bin", "A=", "EQ=a=b"}, nil, nil, []string{"PATH=/bin", "A=", "EQ=a=b"}},
		{"the last of two counts", []string{"A=1", "A=2"}, nil, nil, []string{"A=2"}},
		{"own variables win", []string{"TERM=vt100", "ROODA_TASK=outer", "ROODA_SESSION=outer", "ROODA_ITERATION=9", "ROODA_ITERATION_KEY=outer"}, nil, map[string]string{"ROODA_TASK": "mine"}, nil},
		{"the user's terminal is withheld", []string{"TERM_PROGRAM=iTerm.app", "KITTY_WINDOW_ID=1", "TMUX=/tmp/x,1,0", "LINES=24", "COLUMNS=80", "WT_SESSION=x", "LANG=C"}, nil, nil, []string{"LANG=C"}},
		{"unless the task asks for it", []string{"TERM_PROGRAM=iTerm.app"}, nil, map[string]string{"TERM_PROGRAM": "ghostty"}, []string{"TERM_PROGRAM=ghostty"}},
		{"an adapter adds", nil, []string{"RETRIES=3"}, nil, []string{"RETRIES=3"}},
		{"an adapter does not override the user", []string{"RETRIES=9"}, []string{"RETRIES=3"}, nil, []string{"RETRIES=9"}},
		{"not even an empty value", []string{"RETRIES="}, []string{"RETRIES=3"}, nil, []string{"RETRIES="}},
		{"events of an agent around it are that agent's", []string{"ROODA_EVENT_FILE=/outer"}, nil, nil, nil},
		{"and do not hide its own", []string{"ROODA_EVENT_FILE=/outer"}, []string{"ROODA_EVENT_FILE=/inner"}, nil, []string{"ROODA_EVENT_FILE=/inner"}},
		{"a task overrides both", []string{"RETRIES=9"}, []string{"RETRIES=3"}, map[string]string{"RETRIES": "1"}, []string{"RETRIES=1"}},
		{"${NAME} is looked up", []string{"TOKEN=t0k", "PATH=/bin"}, []string{"X=x"}, map[string]string{"KEY": "${TOKEN}", "PATH": "/opt:${PATH}", "Y": "${X}"}, []string{"TOKEN=t0k", "KEY=t0k", "PATH=/opt:/bin", "X=x", "Y=x"}},
		{"tasks' own values are not looked up", []string{"A=user"}, nil, map[string]string{"A": "task", "B": "${A}"}, []string{"A=task", "B=user"}},
		{"a value is not looked up twice", []string{"A=${B}", "B=b"}, nil, map[string]string{"C": "${A}"}, []string{"A=${B}", "B=b", "C=${B}"}},
		{"only braces mean a name", []string{"word=x"}, nil, map[string]string{"PASSWORD": "pa$word$$1", "HALF": "a${b", "DOLLAR": "100$"}, []string{"word=x", "PASSWORD=pa$word$$1", "HALF=a${b", "DOLLAR=100$"}},
		{"what is no pair is left out", []string{"nonsense", "A=1"}, nil, nil, []string{"A=1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := append(slices.Clone(own), tt.want...)
			slices.Sort(want)
			got, err := environment(tt.user, tt.adapter, tt.task, "s", "code", "s/plan/code/1/0", 0)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("environment (-want +got):\n%s", diff)
			}
		})
	}
}

func TestIterationIsCountedFromOne(t *testing.T) {
	got, err := environment(nil, nil, nil, "s", "code", "key", 4)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(got, func(pair string) bool { return pair == "ROODA_ITERATION=5" }) {
		t.Errorf("no ROODA_ITERATION=5 for iteration 4: %s", strings.Join(got, " "))
	}
}

func TestUnsetVariableIsAnError(t *testing.T) {
	task := map[string]string{"A": "fine", "TOKEN": "x${NOPE}y", "EMPTY": "${SET_EMPTY}"}
	_, err := environment([]string{"SET_EMPTY="}, nil, task, "s", "code", "key", 0)
	if err == nil || err.Error() != "env.TOKEN: the variable NOPE is not set" {
		t.Errorf("got %v", err)
	}
}
