package adapters_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

const codexComposer = "\n\n› Ask Codex to do anything\n\n  model default · /tmp/x"

// Questions that no recording in the repository shows: each is told by its
// shape, and its kind by its words.
func TestDialogs(t *testing.T) {
	tests := []struct {
		name, agent, screen string
		kind                adapters.Kind
		options             []string // the chosen one has a star
	}{
		{"numbered", "claude", permitted, adapters.Permission, []string{"*Yes", "Yes, and always allow", "No"}},
		{"without numbers", "claude", line + "\n Accessing workspace:\n /tmp/x\n Is this a project you trust?\n ❯ No, exit\n   Yes, I trust this folder\n\n Enter to confirm · Esc to cancel",
			adapters.Trust, []string{"*No, exit", "Yes, I trust this folder"}},
		{"cursor further down", "claude", line + "\n Do you want to use this API key?\n\n   Yes\n ❯ No (recommended)\n\n Enter to confirm · Esc to cancel",
			adapters.Auth, []string{"Yes", "*No (recommended)"}},
		{"with descriptions", "claude", line + "\n☐ Colour\n\nWhich colour?\n\n❯ 1. Red\n     like a rose\n  2. Blue\n     like the sky\n  3. Type something.\n" + line + "\n  4. Chat about this\n\nEnter to select · ↑/↓ to navigate · Esc to cancel",
			adapters.Question, []string{"*Red", "Blue", "Type something.", "Chat about this"}},
		{"a plan", "claude", line + "\n Ready to code?\n\n Here is the plan\n\n Would you like to proceed?\n\n ❯ 1. Yes, and auto-accept edits\n   2. Yes, and manually approve edits\n   3. No, keep planning\n\n ctrl-g to edit · Esc to cancel",
			adapters.Permission, []string{"*Yes, and auto-accept edits", "Yes, and manually approve edits", "No, keep planning"}},
		{"at the top of an empty screen", "codex", "\n  Folder access\n  Trust this folder?\n\n› 1. Trust and continue\n  2. Back\n\n  enter continue · esc back",
			adapters.Trust, []string{"*Trust and continue", "Back"}},
		{"a codex picker", "codex", "\n  Select a model\n\n  1. small\n› 2. large (current)\n\n  Press enter to confirm or esc to go back",
			adapters.Question, []string{"small", "*large (current)"}},
		{"codex edits", "codex", "• Editing\n\n  Would you like to make the following edits?\n\n  a.txt (+1 -0)\n\n› 1. Yes, proceed (y)\n  2. Yes, and don't ask again for these files (a)\n  3. No, and tell Codex what to do differently (esc)\n\n  Press enter to confirm or esc to cancel",
			adapters.Permission, []string{"*Yes, proceed (y)", "Yes, and don't ask again for these files (a)", "No, and tell Codex what to do differently (esc)"}},
		{"in a box", "copilot", "╭" + line + "╮\n│ Run command   │\n│ Do you want to run this command?   │\n│                │\n│ ❯ 1. Yes       │\n│   2. No, and tell Copilot what to do differently (Esc) │\n│ ↑/↓ to navigate · enter to select · esc to cancel │\n╰" + line + "╯",
			adapters.Permission, []string{"*Yes", "No, and tell Copilot what to do differently (Esc)"}},
		{"a box without keys", "gemini", "✦ I will\n\n╭" + line + "╮\n│ ? Shell  ls │\n│ Allow execution of [ls]? │\n│ ● 1. Allow once │\n│   2. Allow for this session │\n│   3. No, suggest changes (esc) │\n╰" + line + "╯",
			adapters.Permission, []string{"*Allow once", "Allow for this session", "No, suggest changes (esc)"}},
		{"a box without keys above lines about the agent", "gemini", "✦ I will\n\n╭" + line + "╮\n│ ? Edit a.py │\n│ Apply this change? │\n│ ● 1. Allow once │\n│   2. No, suggest changes (esc) │\n╰" + line + "╯\n" + line + "\n shift+tab to accept edits\n ~/work    no sandbox",
			adapters.Permission, []string{"*Allow once", "No, suggest changes (esc)"}},
		{"side by side", "opencode", "  ┃  △ Permission required\n  ┃    # Shell command\n  ┃\n  ┃  $ ls\n  ┃\n  ┃   \x1b[48;5;3mAllow once\x1b[m   Allow always   Reject            ctrl+f fullscreen  ⇆ select  enter confirm\n  ┃",
			adapters.Permission, []string{"*Allow once", "Allow always", "Reject"}},
		{"side by side in a narrow window", "opencode", "  ┃  △ Permission required\n  ┃    # Shell command\n  ┃  $ ls\n  ┃   \x1b[48;5;3mAllow once\x1b[m   Allow always   Reject  ctrl+f fullscreen  ⇆ select  enter con\n  ┃",
			adapters.Permission, []string{"*Allow once", "Allow always", "Reject"}},
		{"side by side above the keys", "opencode", "  ┃  △ Permission required\n  ┃    # Shell command\n  ┃  $ ls\n  ┃   \x1b[48;5;3mAllow once\x1b[m   Allow always   Reject\n  ┃\n  ┃  ctrl+f fullscreen  ⇆ select  enter confirm\n  ┃",
			adapters.Permission, []string{"*Allow once", "Allow always", "Reject"}},
		{"side by side, and nobody knows the agent", "generic", "  ┃  △ Permission required\n  ┃  $ ls\n  ┃   \x1b[48;5;3mAllow once\x1b[m   Allow always   Reject  ⇆ select  enter con\n  ┃",
			adapters.Permission, []string{"*Allow once", "Allow always", "Reject"}},
		{"a list that names the key of its last answer", "generic", "> do it\n Run this command?\n Not in allowlist: touch\n  → Run (once) (y) (enter)\n    Run everything (shift+tab)\n    Skip (esc or n)",
			adapters.Permission, []string{"*Run (once) (y) (enter)", "Run everything (shift+tab)", "Skip (esc or n)"}},
		{"a list, and who is waited for", "generic", "  ? Shell touch a\n   Allow execution of: 'touch'?\n   › 1. Yes, allow once\n     2. Always allow\n     3. No, suggest changes (esc)\n\n  ⠏ Waiting for user confirmation...",
			adapters.Permission, []string{"*Yes, allow once", "Always allow", "No, suggest changes (esc)"}},
		{"beside a scroll bar", "generic", "  ◆︎ I will use a tool now.\n  ? Shell touch a                   █\n   Allow execution of: 'touch'?     █\n   › 1. Yes, allow once             █\n     2. No, suggest changes (esc)   ▼\n  ⠏ Waiting for user confirmation...",
			adapters.Permission, []string{"*Yes, allow once", "No, suggest changes (esc)"}},
		{"a list with a tick and no keys", "claude", " Let us begin.\n Choose a style\n To change it, run /theme\n ❯ ✔ Auto\n     Dark\n     Light\n ╌╌╌╌╌╌\n  1  function\n ╌╌╌╌╌╌\n  Syntax theme: Some (ctrl+t to disable)",
			adapters.Question, []string{"*Auto", "Dark", "Light"}},
		{"the same with the cursor below", "claude", " Let us begin.\n Choose a style\n   ✔ Auto\n     Dark\n ❯   Light\n ╌╌╌╌╌╌\n  1  function\n ╌╌╌╌╌╌\n  Syntax theme: Some (ctrl+t to disable)",
			adapters.Question, []string{"Auto", "Dark", "*Light"}},
		{"a tick before a number's label", "generic", "Which one?\n  ❯ 1. ✔ This\n    2. That\nEnter to save · Esc to close", adapters.Question, []string{"*This", "That"}},
		{"settings that speak of permissions", "claude", line + "\n  Settings  Status   Config\n\n  ❯ Auto-compact              on\n    Default permission mode   Auto\n    Approval required         off\n\n  ↓ to navigate · Esc to go back",
			adapters.Question, []string{"*Auto-compact              on", "Default permission mode   Auto", "Approval required         off"}},
		{"names of events", "claude", line + "\n  Hooks\n  2 of them\n\n  ❯ PermissionRequest\n    Asked for permission\n\n  Enter to view · Esc to close",
			adapters.Question, []string{"*PermissionRequest", "Asked for permission"}},
		{"a choice of how to approve", "codex", "\n  Update Model Permissions\n\n› 1. Ask for approval  Read and edit, with approval required for the rest\n  2. Approve for me    Only ask for what is unsafe\n\n  enter select · esc back",
			adapters.Question, []string{"*Ask for approval  Read and edit, with approval required for the rest", "Approve for me    Only ask for what is unsafe"}},
		{"boxes to tick", "codex", "\n Features\n\n› [ ] One of them  It does this.\n  [x] Another        And that.\n\n  space toggle · enter save · esc save/close",
			adapters.Question, []string{"*[ ] One of them  It does this.", "[x] Another        And that."}},
		{"told by its answers", "generic", "Shell: ls\n  ❯ 1. Allow once\n    2. Reject\nEnter to confirm", adapters.Permission, []string{"*Allow once", "Reject"}},
		{"an agent nobody knows", "generic", "Tool call: rm x\nAllow this command?\n  ▶ 1) Yes\n    2) No\nEnter to confirm · Esc to cancel",
			adapters.Permission, []string{"*Yes", "No"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, test.agent)
			s.paint(test.screen)
			s.wait(100 * time.Millisecond)
			d := s.w.State().Dialog
			if d == nil {
				t.Fatalf("not seen: %+v", s.w.State())
			}
			var options []string
			for _, option := range d.Options {
				label := option.Label
				if option.Selected {
					label = "*" + label
				}
				options = append(options, label)
			}
			if diff := cmp.Diff(test.options, options); diff != "" {
				t.Errorf("options (-want +got):\n%s", diff)
			}
			if d.Kind != test.kind {
				t.Errorf("kind %s, want %s", d.Kind, test.kind)
			}
		})
	}
}

// What looks like a question, or speaks of one, and is none.
func TestNoDialog(t *testing.T) {
	list := " ❯ 1. Yes\n   2. No\n\n Esc to cancel · Tab to amend"
	tests := []struct{ name, agent, screen string }{
		{"prose", "claude", "● Please confirm. Do you want to proceed? Press Enter to confirm or Esc to cancel.\n\n" + composer},
		{"prose without a composer", "claude", "Do you want to proceed?\nPress Enter to confirm or Esc to cancel"},
		{"markdown quote", "claude", "> Do you want to proceed?\n> 1. Yes\n> 2. No\n\nconfirm with Enter to continue"},
		{"one feature: the list", "claude", " Do you want to proceed?\n ❯ 1. Yes\n   2. No"},
		{"one feature: the keys", "claude", "Esc to cancel · Tab to amend"},
		{"one option", "claude", " ❯ 1. Yes\n\n Esc to cancel"},
		{"quoted above the composer", "claude", "● It showed:\n Do you want to proceed?\n" + list + "\n\n" + composer},
		{"pasted into the composer", "claude", "hello\n" + line + "\n❯ look at this:\n  ❯ 1. Yes\n    2. No\n  Esc to cancel\n" + line + "\n  ? for shortcuts"},
		{"quoted above the composer of codex", "codex", "• It showed:\n\n› 1. Yes, proceed (y)\n  2. No\n\n  Press enter to confirm or esc to cancel" + codexComposer},
		{"tool output in a box", "gemini", "╭" + line + "╮\n│ ● 1. Allow once │\n│   2. No │\n╰" + line + "╯\n ? for shortcuts\n" + strings.Repeat("▄", 60) + "\n >   Type your message\n" + strings.Repeat("▀", 60) + "\n workspace"},
		{"far from the bottom", "generic", list + "\n" + strings.Repeat("more\n", 6)},
		{"npm banner", "generic", "> app@1.0.0 test\n> vitest\n\nenter to continue"},
		{"a numbered list", "generic", "Steps:\n  1. Press Enter to confirm\n  2. Esc to cancel"},
		{"the busy line", "gemini", " > 1. first do this\n   2. then that\n\n ⠹ Thinking... (esc to cancel, 3s)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, test.agent)
			s.paint(test.screen)
			s.wait(time.Second)
			if state := s.w.State(); state.Dialog != nil {
				t.Errorf("seen as a question: %+v", state)
			}
		})
	}
}

func TestDialogInScrollbackIsGone(t *testing.T) {
	s := newStage(t, "generic")
	s.paint("Allow this?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel")
	s.wait(time.Second)
	s.want(adapters.Blocked, adapters.Permission, adapters.ByDialog)
	s.write(strings.Repeat("\r\nnext line", 60))
	s.wait(time.Second)
	if s.w.State().Condition == adapters.Blocked {
		t.Error("a question that has scrolled away still blocks")
	}
}

// What is typed into an entry may be a secret, and is not a new question.
func TestEntryKeepsWhatIsTypedToItself(t *testing.T) {
	box := "╭" + line + "╮\n│ Enter Gemini API Key │\n│ ╭─────╮ │\n│ │ %s │ │\n│ ╰─────╯ │\n│ (Press Enter to submit, Esc to cancel) │\n╰" + line + "╯"
	s := newStage(t, "gemini")
	for _, typed := range []string{"s", "se", "secret"} {
		s.paint(strings.Replace(box, "%s", typed, 1))
		s.wait(time.Second)
		s.want(adapters.Blocked, adapters.Auth, adapters.ByDialog)
		if d := s.w.State().Dialog; strings.Contains(d.Text+d.Excerpt(), typed+" ") || strings.Contains(d.Text, "secret") {
			t.Errorf("the question shows what was typed: %q", d.Text)
		}
	}
	if n := s.count(adapters.Blocked); n != 1 {
		t.Errorf("told %d times", n)
	}
}
