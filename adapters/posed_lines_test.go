package adapters_test

import (
	"fmt"
	"testing"
	"time"

	"rooda/adapters"
)

// offers are last words that offer keys, in as many forms as there are programs.
var offers = []string{
	"Run rm -rf a? [y/n] (auto-deny in 30s)",
	"Run rm -rf a? [y/n] auto-deny in 30s",
	"Do you want to run rm?\n❯ 1. Yes\n  2. No\n\n  Esc cancels. Enter confirms.",
	"Do you want to run rm?\n\n> Yes\n  No\n\n  enter select",
	"Run rm -rf a? yes/no/always",
	"Run rm -rf a? Type y or n:",
	"Run rm -rf a? y or n",
	"Run rm -rf a? (Enter = yes, Esc = no)",
	"Do you want to run rm?\n1. Yes\n2. No\nEnter a number:",
	"Do you want to run rm?\n1) Yes\n2) No\nPress 1 or 2",
	"Run rm -rf a?\n[1-2]:",
	"Approval required: rm -rf a",
	"Approval required: rm -rf a\n↵ to run, esc to skip",
	"↵ to run rm, esc to skip",
	"⚠ Permission required\n  rm a.txt\n  y/n",
	"Waiting for approval: rm -rf a",
	"Run rm -rf a? [y/n]\n  a.txt\n  b.txt\n  c.txt",
	"● Bash(rm a)\nAllow? [y/n]\n  a.txt 12 kB\n  b.txt 3 kB\n  c.txt",
	"Run rm -rf a? [y/n]\nThis cannot be undone.",
	"Run rm -rf a?\n❯ Yes\n  No\n\nThis cannot be undone.",
	"Run?\n❯ Yes\n  No\n  Always\n\n  Runs the command once.\n  Tab to change",
	"Ejecutar? [s/n]",
	"Ausführen? [j/n]",
	"Run? y/n (30s)",
	"Run this command? y(es)/n(o)",
	"Run this command? (y)es, (n)o, (a)lways",
	"Run this command? [Y]es [N]o [A]lways",
	"Run this command? (yes, no, always)",
	"Run this command? <y/n>",
	"Run this command? {y,n}",
	"Run this command? [Enter/Esc]",
	"Choose an option (1/2/3):",
	"Select [1]: ",
	"Which one? [a/b/c]",
	"(press enter)",
	"[Press Enter]",
	"-- More --",
	"Do you trust the files in this folder?",
	"? Allow rm a.txt › No / Yes",
	"? Allow rm a.txt (y/N) ›",
	"Press Ctrl+Y to approve, Ctrl+N to reject",
	"Run rm -rf a?\nPress Ctrl+Y to approve, Ctrl+N to reject",
	"Press [Enter] to run, [Esc] to skip",
	"Press Enter to approve or Esc to reject",
	"⏎ approve   ⎋ reject",
	"Run rm?\nenter approve · esc reject",
	"Run rm?\nEnter to approve, Esc to reject",
	"Run rm?\n  y approve  n reject  esc cancel",
	"Run rm?\ny yes · n no · a always",
	"Run rm?\ny: yes, n: no",
	"Approve with y, reject with n",
	"Allow rm -rf a?\n  y/n",
	"Run rm?\nY/n",
	"Run rm? Y/n",
	"Run rm?\n(1) Yes  (2) No",
	"● Proceed (y/n)?",
	"● Should I proceed? (yes/no)",
	"Waiting for your approval (y/n)",
	"overwrite a.txt (y/n)",
	"Continue (y/n)",
	"Run rm -rf a? ⏎/esc",
	"Run rm -rf a? ⏎/⎋",
	"Run rm -rf a? [⏎/⎋]",
	"Run rm -rf a?\nenter/esc",
	"Run rm -rf a? ⏎",
	"Accept ⏎  Reject ^C",
	"Accept ↵ · Reject ⎋",
	"Run rm?\nAccept Ctrl+Y | Reject Ctrl+N",
	"Accept (⏎)   Reject (⎋)",
	"Run rm? (⏎ yes, ⎋ no)",
	"⌃Y approve   ⌃N reject",
	"Reply y to approve",
	"Reply with y to approve, n to reject",
	"Answer y to allow or n to deny.",
	"Run rm -rf a?\n(o) Yes / ( ) No",
	"(•) Allow  ( ) Deny",
	"(*) Yes ( ) No",
}

func TestOffersAboveTheComposer(t *testing.T) {
	for _, words := range offers {
		if state := above(t, words); state.Condition != adapters.Blocked || !state.Beside {
			t.Errorf("%q: %s %q", words, state.Condition, state.Excerpt)
		}
	}
}

// prose are last words that have something of a question's form and ask nothing.
var prose = []string{
	"● Press ⏎ and the form is sent.",
	"● The shell shows the lack of a newline:\n  no newline ⏎",
	"● The keys of the viewer:\n  Next ^N  Previous ^P",
	"● Copy ⏎  Paste ^V",
	"● Reply to the review of the change.",
	"● Reply with a list of what is to be done.",
	"● Poll of the week:\n  (o) red / ( ) blue",
	"● I answered y to all of them.",
	"● Did it stop at enter/escape?",
	"● Fixed.\n\n  Confirm with the team?",
	"● Type 'make' to build.",
	"● Usage:\n  Type exit to leave",
	"● I added these labels:\n  - Username:\n  - Password:",
	"● Config keys:\n  verbose (yes/no)\n  colour (yes/no)",
	"● usage: deploy [y|n]",
	"● Keys:\n  - Press r to run\n  - Press a to accept",
	"● Colours supported:\n  ● red\n  ○ blue",
	"● Shortcuts:\n  [y] Copy   [n] New",
	"● Example:\n\n  read -p 'Continue? [y/N] ' a",
	"● I changed two files.\n\nShall I also run the tests?",
	"● You can now:\n\n1. Run make\n2. Run make test\n3. Commit",
	"● Options:\n\n1. Refactor\n2. Leave it\n\nWhich one do you prefer?",
	"● Next step:\n  → run make test",
	"● Files changed:\n\n  → main.go\n  → util.go",
	"● To run it:\n\n  ❯ npm test",
	"● Output of the shell:\n\n❯ npm test\n  3 passed\n  0 failed",
	"● The issue says:\n\n> Please fix this.\n> It breaks.",
	"● Plan:\n  ☒ read\n  ☐ write\n  ☐ test",
	"● The login is:\n  User: admin\n  Password: hunter2",
	"● Flags:\n  --force [y/n]: skip the question",
	"● Press Enter to start the server.",
	"● Done. Pick a level (1-5) with --level.",
	"## Delete or keep?",
	"● Are you sure you want global state?",
	"Are you sure you want global state? I would avoid it.",
	"● Shortcuts: [a] Add  [d] Delete",
	"  [1] README.md  [2] main.go",
	"● Sources: [1] a.com  [2] b.com",
	"● Use ↑/↓ to navigate, Enter to select",
	"● What is your name?",
	"● Keys of the tool:\n  Enter   select\n  Esc     cancel",
	"● Quiz: What is 2+2?\n  a) 3\n  b) 4",
	"● Reply y or n.",
	"● Trust me?",
	"● Did that help?\n  👍 yes   👎 no",
	"● Done.\n\n  ✻ Worked for 12s",
	"● Next:\n  ➜  Local:   http://localhost:5173/\n  ➜  Network: use --host to expose",
	"● It changes and/or removes files",
	"● I read main.go (1/2/3)",
	"● Waiting for approval is what the job does.",
	"● Approval required: none of the files needs one.",
	"- Overwrite a.txt?\n- Delete b.txt?",
	"* Enter the code:",
	"● Trade-off: speed/size",
	"● The return value (ok/err)",
	"● It is bound to a key (Enter).",
	"● Steps:\n  → 1. build\n  → 2. test\n\nBoth have passed.",
	"● $ sudo ls\n  it prints [sudo] password and waits",
	"● See pages [1-2]",
	"● It asks this:\n Go on?\n ❯ 1. Yes\n   2. No\n\n Enter to confirm · Esc to cancel\n\nIt was answered.",
	"$ rm a\nremove 'a'? [y/N]\n\nNobody answers that.",
	"● Result: n/a",
	"● It is one or the other: a/b",
	"● A run of it takes long, so I skip it",
}

func TestProseAboveTheComposer(t *testing.T) {
	for _, words := range prose {
		if state := above(t, words); state.Condition != adapters.Idle {
			t.Errorf("%q: %s %q", words, state.Condition, state.Excerpt)
		}
	}
}

// above is the state of an agent of which nothing is known, four seconds after its last words.
func above(t *testing.T, words string) adapters.State {
	t.Helper()
	s := newStage(t, "generic")
	s.paint("hello\n" + composer)
	s.wait(4 * time.Second)
	s.w.Input(s.now)
	s.paint("> go\n\n" + words + "\n\n" + composer)
	s.wait(4 * time.Second)
	return s.w.State()
}

// A sentence that comes after somebody has typed is what came of the answer; one that was there
// before, or comes while the cursor of a list moves, is about the question.
func TestASentenceBelowTheQuestion(t *testing.T) {
	const list = "Run it?\n%s Yes\n%s No"
	at := func(yes, no string) string { return fmt.Sprintf(list, yes, no) }
	for _, test := range []struct {
		name, first, then string
		want              adapters.Condition
	}{
		{"that came", at("❯", " "), at("❯", " ") + "\n\nIt ran.", adapters.Idle},
		{"below letters", "Run it? [y/n]", "Run it? [y/n]\nIt ran.", adapters.Idle},
		{"that was there", at("❯", " ") + "\n\nThis is final.", at("❯", " ") + "\n\nThis is final.", adapters.Blocked},
		{"another", at("❯", " ") + "\n\nThis is final.", at("❯", " ") + "\n\nThis is for once.", adapters.Blocked},
		{"of the answer that is chosen", at("❯", " "), at(" ", "❯") + "\n\nThis is final.", adapters.Blocked},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.paint("hello\n" + composer)
			s.wait(4 * time.Second)
			s.w.Input(s.now)
			s.paint(test.first + "\n" + composer)
			s.wait(4 * time.Second)
			s.want(adapters.Blocked, s.w.State().Kind, adapters.ByScreen)
			s.w.Input(s.now)
			s.paint(test.then + "\n" + composer)
			s.wait(4 * time.Second)
			s.want(test.want, s.w.State().Kind, adapters.ByScreen)
			if test.want == adapters.Blocked {
				return
			}
			s.w.Input(s.now) // and the same again
			s.paint(test.first + "\n" + composer)
			s.wait(4 * time.Second)
			s.want(adapters.Blocked, s.w.State().Kind, adapters.ByScreen)
		})
	}
}
