package config_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// An agent that nothing says how to start is a mistake in the file that made it.
func TestAgentsThatCannotBeStarted(t *testing.T) {
	for _, test := range []struct{ global, workspace, want string }{
		{"", "adapters: {own: {command: x}}", "rooda-config.yml:1:12: adapters.own: nothing says how it is started"},
		{"", "adapters: {own: {command: x, marks: {idle: [a]}}}", "rooda-config.yml:1:12: adapters.own: nothing says how it is started"},
		{"", "adapters: {own: {command: x, headless: {}}}", ""},
		{"", "adapters: {own: {command: x, interactive: {prompt_via: paste}}}", ""},
		{"", "adapters: {own: {command: x, alias: x -p}}", ""},
		{"", "adapters: {claude: {command: x}}", ""},
		{"adapters: {own: {command: x, headless: {}}}", "adapters: {own: {display: mine}}", ""},
	} {
		p := newPlace(t)
		p.workspace(test.workspace + "\n")
		if test.global != "" {
			p.global(test.global + "\n")
		}
		_, err := p.try()
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.workspace, err)
		case test.want != "" && (err == nil || !strings.Contains(p.anonymous(err.Error()), test.want) || !strings.Contains(err.Error(), "headless: {prompt_via: stdin}")):
			t.Errorf("%s: %v, want %s with a hint", test.workspace, err, test.want)
		}
	}
}

// A path may have anything in it; arguments are what no file is called.
func TestProgramsWithDashes(t *testing.T) {
	p := newPlace(t)
	agent := p.program("my tools - old/agent")
	p.write(filepath.Join(p.repo, "my -tools", "agent"), "")
	for command, refused := range map[string]bool{
		agent: false, "./my -tools/agent": false, agent + " -p": true, "./my -tools/other": true, "agent -p": true, "agent --dir /": true,
	} {
		p.workspace(fmt.Sprintf("adapters: {own: {command: %q, headless: {}}}\n", command))
		if _, err := p.try(); (err != nil) != refused || refused && !strings.Contains(err.Error(), "the command is a program alone") {
			t.Errorf("%s: %v", command, err)
		}
	}
}
