package shellwords_test

import (
	"testing"

	"rooda/internal/shellwords"
)

func TestAdvice(t *testing.T) {
	environ := []string{"HOME=/home/me", "EMPTY="}
	for _, tt := range []struct{ line, program, want string }{
		{"agent -p", "agent", ""},
		{"~/bin/x -p", "~/bin/x", "no shell expands ~ here: write /home/me/bin/x"},
		{"~you/bin/x", "~you/bin/x", "no shell expands ~you here: write the path in full"},
		{"$HOME/x", "$HOME/x", "no shell expands $HOME/x here: write /home/me/x"},
		{"$EMPTY/x", "$EMPTY/x", "no shell expands $EMPTY/x here: write the path in full"},
		{"PATH=/a/b:/c agent", "PATH=/a/b:/c", "no shell sets PATH here: write env PATH=/a/b:/c agent"},
		{"a | b", "a", "no shell reads | here: write sh -c 'a | b'"},
		{"a '|' b", "a", ""},
	} {
		if got := shellwords.Advice(tt.line, tt.program, environ); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.line, got, tt.want)
		}
	}
}

// What a shell would expand is no path that starts at a folder.
func TestAnchored(t *testing.T) {
	for line, want := range map[string]string{
		"./agent -p 'two words'": "/proj/agent -p 'two words'",
		"bin/agent":              "/proj/bin/agent",
		" ./agent | tee log":     "/proj/agent | tee log",
		"'./my agent' -p '|' x":  `'/proj/my agent' -p \| x`,
		`./a\\`:                  `/proj/a\\`,
		`'./it"s'`:               `/proj/it\"s`,
		"../~/agent":             "/~/agent",
		"agent -p":               "agent -p",
		"/usr//bin/agent":        "/usr//bin/agent",
		"~/bin/x -p":             "~/bin/x -p",
		"~you/x":                 "~you/x",
		"$HOME/bin/x":            "$HOME/bin/x",
		"PATH=/a/b:/c agent":     "PATH=/a/b:/c agent",
		"":                       "",
		"'half":                  "'half",
	} {
		if got := shellwords.Anchored(line, "/proj"); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}
