package adapters_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rooda/adapters"
	"rooda/pty/vt"
)

// draftsRecorded is what was typed into the composers of real agents, by
// recording, which TestRecordings replays: it is seen to stand there until
// Enter, and what the agent suggests never is.
func draftsRecorded() map[string][]string {
	session := []string{
		"line one", "Take your time. [mock:slow:20]", "[mock:wait:6]", "Make the file. [mock:ask]", "Write it. [mock:ask:touch c.txt]",
		"Write it. [mock:write:b.txt]", "[mock:slow:30]", "[mock:http:500]", "[mock:http:401]", "again [mock:quote]", "/exit",
	}
	hello := []string{"hello [mock:ok]"}
	without := func(list []string, leave ...string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(leave, s) })
	}
	quit := func(list []string) []string { return append(without(list, "/exit"), "/quit") }
	return map[string][]string{
		"claude/session":            without(session, "[mock:http:401]"),
		"codex/session":             quit(without(session, "[mock:http:401]")),
		"gemini/session":            quit(session),
		"opencode/session":          append([]string{"[Pasted ~3 lines]"}, without(session, "line one", "[mock:http:401]")...),
		"claude/first-run":          nil,
		"codex/first-run":           nil,
		"gemini/first-run":          nil,
		"opencode/first-run":        nil,
		"copilot/first-run":         nil,
		"claude/start-no-replies":   hello,
		"codex/start-no-replies":    hello,
		"gemini/start-no-replies":   hello,
		"opencode/start-no-replies": hello,
		"copilot/start-no-replies":  hello,
	}
}

// TestDrafts is about how a suggestion differs from a text.
func TestDrafts(t *testing.T) {
	const rule = "────────────────────────"
	for _, test := range []struct{ name, line, after, want string }{
		{"a text", "❯ please delete all but", "", "please delete all but"},
		{"another sign", "> please delete all but", "", "please delete all but"},
		{"a frame around it", "│ > please │", "", "please"},
		{"the cursor behind it", "❯ please", "\x1b[2;9H", "please"},
		{"a coloured text", "❯ \x1b[38;5;39m/clear\x1b[m", "\x1b[2;9H", "/clear"},
		{"nothing", "❯ ", "", ""},
		{"a faint suggestion", "❯ \x1b[2mTry this\x1b[m", "", ""},
		{"a grey one", "❯ \x1b[38;5;246mTry this\x1b[m", "", ""},
		{"another grey", "❯ \x1b[90mTry this\x1b[m", "", ""},
		{"grey by its parts", "❯ \x1b[38;2;140;140;150mTry this\x1b[m", "", ""},
		{"a drawn cursor on a suggestion", "❯ \x1b[7mT\x1b[m\x1b[2mry this\x1b[m", "", ""},
		{"the same on one in any colour", "❯ \x1b[7m \x1b[m \x1b[38;2;108;112;134mTry this\x1b[m", "", ""},
		{"a drawn cursor behind a text", "❯ please\x1b[7m \x1b[m", "", "please"},
		{"a text on a reversed line", "❯ \x1b[7mplease\x1b[m", "", ""},
		{"no colours, and known", "❯ Ask me about anything", "", ""},
		{"the same with more behind it", "❯ Ask me about anything else", "", "Ask me about anything else"},
		{"no colours, and the cursor at its head", "❯ Try this", "\x1b[2;3H", ""},
		{"a text and the rest of a suggestion", "❯ Try\x1b[2m this\x1b[m", "\x1b[2;6H", "Try this"},
	} {
		t.Run(test.name, func(t *testing.T) {
			signs := adapters.Signs{Marks: adapters.Marks{Idle: []string{`(?m)^─{8}[^\n]*\n[❯>](?: [^\n]*)?\n─{8}`}, Placeholder: []string{`^Ask me about \w+$`}}}
			d, err := adapters.NewDetector(signs)
			if err != nil {
				t.Fatal(err)
			}
			w := adapters.NewWatcher(d, vt.New(vt.Options{Cols: 60, Rows: 8}), epoch)
			w.Write(epoch, fmt.Appendf(nil, "%s\r\n%s\r\n%s\r\n  ? for help%s", rule, test.line, rule, test.after))
			w.Advance(epoch.Add(1e9))
			v := w.View()
			if !v.Composing || v.Draft != test.want {
				t.Errorf("composing %t, %q, want %q", v.Composing, v.Draft, test.want)
			}
		})
	}
}

// What the agents that are known suggest is no text of anybody's, even where
// the terminal shows it as one.
func TestKnownPlaceholders(t *testing.T) {
	blocks := strings.Repeat("▄", 60) + "\n > %s\n" + strings.Repeat("▀", 60) + "\n workspace"
	for _, test := range []struct{ agent, screen, suggests string }{
		{"codex", "hi\n\n› %s\n\n  mock-model · ~/ws", "Ask Codex to do anything"},
		{"gemini", blocks, "  Type your message or @path/to/file"},
	} {
		for _, text := range []string{test.suggests, "Delete all of it"} {
			s := newStage(t, test.agent)
			s.paint(fmt.Sprintf(test.screen, text))
			s.wait(time.Second)
			v := s.w.View()
			if want := text != test.suggests; !v.Composing || !v.Legible || want != (v.Draft != "") {
				t.Errorf("%s: %q is taken for the draft %q (composing %t, legible %t)", test.agent, text, v.Draft, v.Composing, v.Legible)
			}
		}
	}
}

// The composer is the lowest place that looks like one: a shell leaves the one
// before it on the screen.
func TestTheLowestComposerCounts(t *testing.T) {
	for _, agent := range []string{"claude", "generic"} {
		s := newStage(t, agent)
		s.paint(line + "\n❯ an old text\n\n● An answer.\n\n" + line + "\n❯ \n" + line)
		s.wait(time.Second)
		if v := s.w.View(); !v.Composing || v.Draft != "" || strings.Contains(v.Composer, "old") {
			t.Errorf("%s: composing %t in %q, draft %q", agent, v.Composing, v.Composer, v.Draft)
		}
	}
}

// A text may begin, and end, with lines that are blank, and go on below the cursor.
func TestADraftOfSeveralLines(t *testing.T) {
	const text = "delete all of it"
	blocks := func(s string) string { return strings.Repeat("▄", 60) + s + "\n" + strings.Repeat("▀", 60) }
	for _, test := range []struct{ agent, screen, want string }{
		{"generic", line + "\n❯ \n  " + text + "\x1b7\n" + line + "\n  some-model\x1b8", text},
		{"generic", line + "\n❯ \n\n\n  " + text + "\n" + line + "\n  some-model\x1b[?25l", text},
		{"generic", line + "\n❯ \n\n  " + text + "\n  \x1b7\n" + line + "\x1b8", text},
		{"generic", line + "\n❯ \n  \x1b7\n" + line + "\n  some-model\x1b8", ""},
		{"generic", line + "\n❯ \n\n\x1b[2m  a faint word\x1b[m\n" + line + "\x1b[?25l", ""},
		{"claude", line + "\n❯ \n  " + text + "\x1b7\n" + line + "\n  ? for shortcuts\x1b8", text},
		{"claude", line + "\n❯ \x1b[2mTry this\n  and that\x1b[m\n" + line + "\n  ? for shortcuts\x1b[?25l", ""},
		{"codex", "Hi.\n\n› \n  " + text + "\x1b7\n\n  some-model · ~/work\x1b8", text},
		{"codex", "Hi.\n\n› \x1b7\n\n  some-model · ~/work\x1b8", ""},
		{"gemini", blocks("\n > \n   "+text+"\x1b7") + "\n workspace\x1b8", text},
		{"opencode", "   ┃\n   ┃\n   ┃  " + text + "\x1b7\n   ┃\n   ┃  Build · some-model\n   ╹▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀\n  tab agents  ctrl+p commands\x1b8", text},
		{"opencode", "   ┃\n   ┃  " + text + "\n   ┃  \x1b7\n   ┃\n   ┃  Build · some-model\n   ╹▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀\n  tab agents  ctrl+p commands\x1b8", text},
		{"opencode", "   ┃\n   ┃  \x1b7" + text + "\n   ┃  and more\n   ┃\n   ┃  Build · some-model\n   ╹▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀\n  tab agents  ctrl+p commands\x1b8", "and more"},
		{"opencode", "   ┃\n   ┃  \x1b7\n   ┃\n   ┃  " + text + "\n   ┃\n   ┃  Build · some-model\n   ╹▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀\n  tab agents  ctrl+p commands\x1b8", text},
		{"opencode", "   ┃\n   ┃  \x1b7Try this\n   ┃\n   ┃  Build · some-model\n   ╹▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀\n  tab agents  ctrl+p commands\x1b8", ""},
		{"opencode", "   ┃\n   ┃  \x1b7" + strings.Repeat("Try this and ", 8) + "\n   ┃  whatever else\n   ┃\n   ┃  Build · some-model\n   ╹▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀\n  tab agents  ctrl+p commands\x1b8", ""},
		{"codex", "Hi.\n\n› \x1b7" + text + "\n  and more\n\n  some-model · ~/work\x1b8", text},
		{"codex", "Hi.\n\n› \x1b7Try this\n\n  some-model · ~/work\x1b8", ""},
		{"codex", "Hi.\n\n› \x1b7Try this\n  some-model · ~/work\x1b8", ""},
		{"generic", line + "\n❯ \x1b7" + text + "\n  and more\n" + line + "\n  some-model\x1b8", text},
		{"generic", line + "\n❯ \x1b7Try this\n" + line + "\n  some-model\x1b8", ""},
		{"generic", line + line + "\n❯ \x1b7" + strings.Repeat("Try this and ", 9) + "\n  whatever else\n" + line + line + "\n  some-model\x1b8", ""},
		{"opencode", "   ┃\n   ┃  \x1b7\n   ┃\n   ┃  Build · some-model\n   ╹▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀\n  tab agents  ctrl+p commands\x1b8", ""},
	} {
		s := newStage(t, test.agent)
		s.paint("An answer.\n\n" + test.screen)
		s.wait(time.Second)
		if v := s.w.View(); !v.Composing || !v.Legible || v.Draft != test.want {
			t.Errorf("%s: %q (composing %t, legible %t), want %q of\n%s", test.agent, v.Draft, v.Composing, v.Legible, test.want, test.screen)
		}
	}
}
