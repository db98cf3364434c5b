package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// painted is how libraries that many programs ask with paint their questions, as recorded: inquirer 14,
// @clack/prompts, enquirer and prompts for Node, and huh for Go.
var painted = []struct{ name, output string }{
	{"clack-confirm", "\x1b[90m│\x1b[39m\n\x1b[36m◆\x1b[39m  Run it\n\x1b[36m│\x1b[39m  \x1b[32m●\x1b[39m Yes \x1b[2m/\x1b[22m \x1b[2m○\x1b[22m \x1b[2mNo\x1b[22m\n\x1b[36m└\x1b[39m\n"},
	{"clack-group", "\x1b[90m│\x1b[39m\n\x1b[36m◆\x1b[39m  Pick colours\n\x1b[36m│\x1b[39m  \x1b[2m\x1b[22m\x1b[36m◻\x1b[39m warm\n\x1b[36m│\x1b[39m  └ \x1b[36m◻\x1b[39m \x1b[2mRed\x1b[22m\n\x1b[36m│\x1b[39m  \x1b[2m\x1b[22m\x1b[2m◻\x1b[22m \x1b[2mcold\x1b[22m\n\x1b[36m│\x1b[39m  \x1b[2m└ \x1b[22m\x1b[2m◻\x1b[22m \x1b[2mBlue\x1b[22m\n\x1b[36m│\x1b[39m  \x1b[2m↑/↓\x1b[22m to navigate • \x1b[2mSpace:\x1b[22m select • \x1b[2mEnter:\x1b[22m confirm\n\x1b[36m└\x1b[39m\n"},
	{"clack-multi", "\x1b[90m│\x1b[39m\n\x1b[36m◆\x1b[39m  Pick colours\n\x1b[36m│\x1b[39m  \x1b[36m◻\x1b[39m Red \x1b[2m(warm)\x1b[22m\n\x1b[36m│\x1b[39m  \x1b[2m◻\x1b[22m \x1b[2mBlue\x1b[22m\n\x1b[36m│\x1b[39m  \x1b[2m◻\x1b[22m \x1b[2mGreen\x1b[22m\n\x1b[36m│\x1b[39m  \x1b[2m↑/↓\x1b[22m to navigate • \x1b[2mSpace:\x1b[22m select • \x1b[2mEnter:\x1b[22m confirm\n\x1b[36m└\x1b[39m\n"},
	{"clack-text", "\x1b[90m│\x1b[39m\n\x1b[36m◆\x1b[39m  Name of the branch\n\x1b[36m│\x1b[39m  \x1b[7mm\x1b[27m\x1b[2main\x1b[22m\n\x1b[36m└\x1b[39m\n"},
	{"enquirer-autocomplete", "\x1b[36m?\x1b[39m \x1b[1mSelect a model\x1b[22m \x1b[2m…\x1b[22m \n\x1b[36m\x1b[4mRed\x1b[24m\x1b[39m\nBlue\nGreen"},
	{"enquirer-confirm", "\x1b[36m?\x1b[39m \x1b[1mRun it\x1b[22m \x1b[2m(y/N)\x1b[22m \x1b[2m‣\x1b[22m \x1b[36mfalse\x1b[39m\x1b[10D"},
	{"enquirer-input", "\x1b[36m?\x1b[39m \x1b[1mName of the branch\x1b[22m \x1b[2m‣\x1b[22m \x1b[46m\x1b[30m\x1b[30m \x1b[39m\x1b[30m\x1b[39m\x1b[49m\x1b[1D"},
	{"enquirer-multiselect", "\x1b[36m?\x1b[39m \x1b[1mSelect a model\x1b[22m \x1b[2m…\x1b[22m \n\x1b[2m\x1b[90m✔\x1b[39m\x1b[22m \x1b[36m\x1b[4mRed\x1b[24m\x1b[39m\n\x1b[2m\x1b[90m✔\x1b[39m\x1b[22m Blue\n\x1b[2m\x1b[90m✔\x1b[39m\x1b[22m Green"},
	{"enquirer-select", "\x1b[36m?\x1b[39m \x1b[1mSelect a model\x1b[22m \x1b[2m…\x1b[22m \n\x1b[36m▸\x1b[39m \x1b[36m\x1b[4mRed\x1b[24m\x1b[39m\n  Blue\n  Green"},
	{"enquirer-toggle", "\x1b[36m?\x1b[39m \x1b[1mSelect a model\x1b[22m \x1b[2m‣\x1b[22m \x1b[36m\x1b[4mno\x1b[24m\x1b[39m\x1b[2m / \x1b[22myes\x1b[5D\x1b[2K\x1b[1G\x1b[36m?\x1b[39m \x1b[1mSelect a model\x1b[22m \x1b[2m‣\x1b[22m \x1b[36m\x1b[4mno\x1b[24m\x1b[39m\x1b[2m / \x1b[22myes\x1b[5D"},
	{"huh-confirm", "\r\x1b[J\x1b[38;5;238m┃\x1b[m \x1b[38;5;62;1mRun it?\x1b[m\n\x1b[38;5;238m┃\x1b[m\n\x1b[38;5;238m┃\x1b[m \x1b[48;5;237m  \x1b[38;5;252mYes\x1b[39m  \x1b[m \x1b[48;5;212m  \x1b[38;5;231mNo\x1b[39m  \x1b[m"},
	{"huh-multi", "\r\x1b[J\x1b[38;5;238m┃\x1b[m \x1b[38;5;62;1mPick colours\x1b[m\n\x1b[38;5;238m┃\x1b[m \x1b[38;5;212m> \x1b[m• \x1b[38;5;252mRed\x1b[m\n\x1b[38;5;238m┃\x1b[m   • \x1b[38;5;252mBlue\x1b[m"},
	{"huh-select", "\r\x1b[J\x1b[38;5;238m┃\x1b[m \x1b[38;5;62;1mPick a colour\x1b[m\n\x1b[38;5;238m┃\x1b[m \x1b[38;5;212m> \x1b[38;5;36mRed\x1b[m\n\x1b[38;5;238m┃\x1b[m   \x1b[38;5;252mBlue\x1b[m\n\x1b[38;5;238m┃\x1b[m   \x1b[38;5;252mGreen\x1b[m"},
	{"inquirer-checkbox", "\x1b[34m?\x1b[39m \x1b[1mSelect a model\x1b[22m\n\x1b[36m❯◯ Red\x1b[39m\n ◯ Blue\n ◯ Green\n\n\x1b[1m↑↓\x1b[22m \x1b[2mnavigate\x1b[22m\x1b[2m • \x1b[22m\x1b[1mspace\x1b[22m \x1b[2mselect\x1b[22m\x1b[2m • \x1b[22m\x1b[1ma\x1b[22m \x1b[2mall\x1b[22m\x1b[2m • \x1b[22m\x1b[1mi\x1b[22m \x1b[2minvert\x1b[22m\x1b[2m • \x1b[22m\x1b[1m⏎\x1b[22m \x1b[2msubmit\x1b[22m"},
	{"inquirer-expand", "\x1b[34m?\x1b[39m \x1b[1mSelect a model\x1b[22m \x1b[2m(osH)\x1b[22m"},
	{"inquirer-input", "\x1b[34m?\x1b[39m \x1b[1mName of the branch\x1b[22m"},
	{"inquirer-password", "\x1b[34m?\x1b[39m \x1b[1mSelect a model\x1b[22m \x1b[2m[input is masked]\x1b[22m\n\x1b[1mctrl+t\x1b[22m \x1b[2mtoggle visibility\x1b[22m"},
	{"inquirer-rawlist", "\x1b[34m?\x1b[39m \x1b[1mSelect a model\x1b[22m\n  1) Red\n  2) Blue\n  3) Green"},
	{"inquirer-select", "\x1b[34m?\x1b[39m \x1b[1mSelect a model\x1b[22m\n\x1b[36m❯ Red\x1b[39m\n  Blue\n  Green\n\n\x1b[1m↑↓\x1b[22m \x1b[2mnavigate\x1b[22m\x1b[2m • \x1b[22m\x1b[1m⏎\x1b[22m \x1b[2mselect\x1b[22m"},
	{"prompts-autocomplete", "\x1b[2K\x1b[1G\x1b[36m?\x1b[39m \x1b[1mSelect a model\x1b[22m \x1b[90m…\x1b[39m \n\x1b[90mno matches found\x1b[39m\x1b[2K\x1b[1A\x1b[2K\x1b[G\x1b[2K\x1b[1G\x1b[36m?\x1b[39m \x1b[1mSelect a model\x1b[22m \x1b[90m›\x1b[39m \n\x1b[36m❯\x1b[39m   \x1b[36m\x1b[4mRed\x1b[39m\x1b[24m\x1b[90m\x1b[39m\n    Blue\x1b[90m\x1b[39m\n    Green\x1b[90m\x1b[39m"},
	{"prompts-multiselect", "\x1b[2K\x1b[G\x1b[36m?\x1b[39m \x1b[1mSelect a model\x1b[22m \x1b[90m›\x1b[39m \x1b[90m\x1b[39m \nInstructions:\n    ↑/↓: Highlight option\n    ←/→/[space]: Toggle selection\n    a: Toggle all\n    enter/return: Complete answer\n◯   \x1b[36m\x1b[4mRed\x1b[39m\x1b[24m\x1b[90m\x1b[39m\n◯   Blue\x1b[90m\x1b[39m\n◯   Green\x1b[90m\x1b[39m"},
	{"prompts-select", "\x1b[36m?\x1b[39m \x1b[1mSelect a model\x1b[22m \x1b[90m›\x1b[39m \x1b[90m- Use arrow-keys. Return to submit.\x1b[39m\n\x1b[36m❯\x1b[39m   \x1b[36m\x1b[4mRed\x1b[39m\x1b[24m\x1b[90m\x1b[39m\n    Blue\x1b[90m\x1b[39m\n    Green\x1b[90m\x1b[39m\n"},
	{"prompts-text", "\x1b[2K\x1b[1G\x1b[36m?\x1b[39m \x1b[1mName of the branch\x1b[22m \x1b[90m›\x1b[39m \x1b7\x1b8"},
	{"prompts-toggle", "\x1b[2K\x1b[1G\x1b[36m?\x1b[39m \x1b[1mSelect a model\x1b[22m \x1b[90m›\x1b[39m \x1b[36m\x1b[4mno\x1b[39m\x1b[24m \x1b[90m/\x1b[39m yes"},
}

// They ask where the composer was, at the start, and above a composer.
func TestPaintedByLibraries(t *testing.T) {
	for _, test := range painted {
		output := strings.ReplaceAll(test.output, "\n", "\r\n")
		for _, where := range []string{"instead", "first", "above"} {
			t.Run(test.name+", "+where, func(t *testing.T) {
				s := newStage(t, "generic")
				before := "Acme 1.0"
				if where != "first" {
					s.paint("hello\n" + composer)
					s.wait(4 * time.Second)
					s.w.Input(s.now)
					before = "> go"
				}
				s.paint(before)
				s.write("\r\n\n" + output)
				if where == "above" {
					s.write("\x1b[30;1H" + strings.ReplaceAll(composer, "\n", "\r\n"))
				}
				s.wait(5 * time.Second)
				if state := s.w.State(); state.Condition != adapters.Blocked || state.Beside != (where == "above") {
					t.Errorf("%s by %s: %q", state.Condition, state.By, state.Excerpt)
				}
			})
		}
	}
}

// The structure of a list tells it, whatever its signs are.
func TestListsByTheirStructure(t *testing.T) {
	for _, words := range []string{
		"? Select a model (Use arrow keys)\n❯ one\n  two",
		"? Select a model (Use arrow keys)\n» one\n  two",
		"? Select a model (Use arrow keys)\n● one\n  two",
		"Select a model\n▌ one\n  two",
		"Which model?\n▌ one\n  two\n  three",
		"The model:\n  one\n▌ two\n\nEnter to confirm · Esc to cancel",
		"Models\n☐ one\n☐ two\n\nSpace to toggle, Enter to confirm",
		"Models\n  [ ] one\n▌ [ ] two",
		"Models\n  ☐ one\n› ☑ two\n  ☐ three\n\nSpace to toggle, Enter to confirm",
		"Models\n  one\n▌ \x1b[1mtwo\x1b[m\n  three",
		"Models\n  one\n  \x1b[7mtwo\x1b[m\n  three\n\nEnter to select · Esc to cancel",
	} {
		if state := above(t, words); state.Condition != adapters.Blocked || !state.Beside {
			t.Errorf("%q: %s %q", words, state.Condition, state.Excerpt)
		}
	}
	for _, words := range []string{
		"● Models:\n  one\n  \x1b[1mtwo\x1b[m\n  three",
		"● Plan:\n  ☒ read\n  \x1b[1m☐ write\x1b[m\n  ☐ test",
		"● Plan:\n  [x] read\n  [ ] write",
		"● Shall I apply it?\n\n  \x1b[41m- old\x1b[m\n  \x1b[42m+ new\x1b[m",
		"● Which do you like?\n  \x1b[1mone\x1b[m\n  two",
		"● It says:\n  > \x1b[1mone\x1b[m\n    two",
		"● Options: yes, no, maybe",
		"● Changed a.sh\n   12   read\n   13 - Go on? [Y/n]\n   13 + Continue? [Y/n]",
		"+ Continue? [Y/n]",
		"● a.sh\n   12  read\n   13  Continue? [Y/n]",
		"● a.sh\n  12 │ read\n  13 │ Continue? [Y/n]",
		"● The issue says:\n\n> It prints this.\n> Continue? [Y/n]",
		"● Done.\n\n? for shortcuts",
	} {
		if state := above(t, words); state.Condition != adapters.Idle {
			t.Errorf("%q: %s %q", words, state.Condition, state.Excerpt)
		}
	}
}
