package adapters_test

import (
	"testing"
	"time"

	"rooda/adapters"
)

// TestComplaint: what is told of a turn that ended in an error is what the agent
// says of it on its screen, unless its record says it better.
func TestComplaint(t *testing.T) {
	const footer = " /tmp/w [⎇ master%]\n" + line + "\n❯ \n" + line + "\n / commands · ? help"
	for _, test := range []struct{ name, agent, screen, record, want string }{
		{"above a footer", "copilot", "● Hello.\n\n ✗ 400 scripted status 400\n\n" + footer, "\x1b]9;4;0;0\a", "✗ 400 scripted status 400"},
		{"with a second line", "copilot", " ✗ Request failed\n   (see the log)\n" + footer, "\x1b]9;4;0;0\a", "✗ Request failed"},
		{"below what was asked", "claude", "> Say hi,\n  and no more\n  ⎿  Not logged in · Please run /login\n\n✻ Cogitated for 0s\n\n" + composer, "\x1b]9;4;0;0\a\x1b]0;✳ Claude Code\a", "⎿ Not logged in · Please run /login"},
		{"a record without a word", "codex", "› go\n\n■ scripted status 400" + codexComposer, "\x1b]7501;state=error:app=codex\x1b\\", "■ scripted status 400"},
		{"a record with one", "codex", "› go\n\n■ scripted status 400" + codexComposer, "\x1b]7501;state=error:app=codex:msg=bm8=\x1b\\", "no"},
		{"neither", "codex", "› go\n" + codexComposer, "\x1b]7501;state=error:app=codex\x1b\\", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, test.agent)
			s.paint(test.screen)
			s.write("\x1b]9;4;3;0\a")
			s.wait(time.Second)
			s.write(test.record)
			s.wait(time.Second)
			if state := s.w.State(); state.Condition != adapters.Idle || state.Kind != adapters.Failed || state.Excerpt != test.want {
				t.Errorf("%s %s: %q, want %q", state.Condition, state.Kind, state.Excerpt, test.want)
			}
		})
	}
}
