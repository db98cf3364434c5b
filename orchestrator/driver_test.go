package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"rooda/adapters"
	"rooda/pty"
	"rooda/session"
)

// tuiSigns is how the fake interface is read.
func tuiSigns() adapters.Signs {
	return adapters.Signs{
		OSC7501: true,
		Titles:  []adapters.TitleRule{{Match: "^⠋", State: adapters.Working}, {Match: "^Fake", State: adapters.Idle}},
		Marks: adapters.Marks{
			Busy:  []string{`(?m)^\(\d+s · esc to interrupt\)\n─`},
			Idle:  []string{`(?m)^─{8}[^\n]*\n❯(?: [^\n]*)?\n(?:[^\n]*\n){0,8}?─{8}`},
			Error: []string{`(?m)^\* API Error[^\n]*\n─`},
		},
		IdleQuiet: 500 * time.Millisecond,
		Handlers: []adapters.Handler{
			{Name: "trust", Kind: adapters.Trust, Match: "(?i)trust", Choose: "^Yes"},
			{Name: "once", Kind: adapters.Permission, Match: "(?m)^Yes$", Use: "confirmYes"},
		},
		ExitInput: "/exit",
	}
}

// stage is one iteration of the fake interface.
type stage struct {
	args   []string
	prompt string // as an argument
	paste  string
	in     Interactive
	limit  time.Duration
	signs  func(*adapters.Signs)
	// when says what a person does at what event, by its type.
	when map[string]func(p *Person)
	keep bool
	// ending and heard see how it ends, and all that is told; nil for nobody.
	ending func(session.Ending)
	heard  func(Talk)
	// session is the agent's own name of the conversation.
	session string
	// silence hears of a terminal that does not answer, which is asked at the start.
	silence func(Talk)
	// open starts the terminal; pty.Open when nil.
	open func(pty.Spec) (pty.Terminal, error)
}

// play runs it and returns what the interface noted, what was told, and the result.
func (st stage) play(t testing.TB, name string) (noted, told []string, res Result) {
	self, err := os.Executable()
	if err != nil {
		return nil, nil, Result{Err: err}
	}
	log := filepath.Join(t.TempDir(), "noted")
	argv := append([]string{self, "-log", log}, st.args...)
	if st.prompt != "" {
		argv = append(argv, "--", st.prompt)
	}
	signs := tuiSigns()
	if st.signs != nil {
		st.signs(&signs)
	}
	var mu sync.Mutex
	in := st.in
	in.Person = NewPerson()
	var work sync.WaitGroup
	in.Note = func(o order) error {
		if o.action == ActComplete {
			in.Tell(Requested{Deed: Deed{By: o.who}, Action: o.action, Left: o.left})
		}
		return nil
	}
	in.Tell = func(said Talk) {
		mu.Lock()
		defer mu.Unlock()
		if e, ok := said.(IterationEnding); !ok { // every one has it
			told = append(told, describeTalk(said))
		} else if st.ending != nil {
			st.ending(e.Ending)
		}
		if st.heard != nil {
			st.heard(said)
		}
		if act := st.when[said.Type()]; act != nil {
			work.Go(func() { act(in.Person) })
		}
	}
	if st.keep {
		in.Keep = func(Result) bool { return true }
	}
	// Another run of these tests must not sweep this one's processes.
	key := fmt.Sprintf("driver-test/%d/%s", os.Getpid(), name)
	it := Iteration{
		Key: key, Path: self, Dir: t.TempDir(), Timeout: st.limit, MaxOutput: 1 << 20,
		Launch:      adapters.LaunchConfig{Argv: argv, Paste: st.paste, Signs: signs, SessionID: st.session},
		Env:         append(os.Environ(), fakeVariable+"=tui", pty.KeyVariable+"="+key),
		Prompt:      st.prompt + st.paste,
		Interactive: &in,
		Silence:     st.silence,
	}
	stirred := make(chan struct{})
	close(stirred)
	it.Stir = func() <-chan struct{} {
		defer func() { stirred = nil }()
		return stirred
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Second)
	defer cancel()
	res = AgentRunner{Open: st.open}.Run(ctx, ctx, it)
	work.Wait()
	data, _ := os.ReadFile(log) // an interface that was killed at once has none
	return strings.Split(strings.TrimSpace(string(data)), "\n"), told, res
}

func describeTalk(said Talk) string {
	switch b := said.(type) {
	case InteractionNeeded:
		return fmt.Sprintf("needed %s: %s", b.Kind, b.Excerpt)
	case InteractionResolved:
		return "resolved by " + b.By
	case InteractionAnswered:
		return "answered by " + b.Rule
	case InteractionChanged:
		if b.Another {
			return fmt.Sprintf("changed to %s, yes %s: %s", b.Fingerprint, b.Yes, b.Excerpt)
		}
		return fmt.Sprintf("changed, yes %s: %s", b.Yes, b.Hidden)
	case InputSending:
		return fmt.Sprint("sending ", b.Number)
	case InputSent:
		return fmt.Sprint("sent ", b.Number)
	case InputFailed:
		return fmt.Sprintf("failed %d: %s", b.Number, b.Problem)
	case InputTyped:
		return "typed by " + b.By
	case Warning:
		return "warning: " + b.Message
	case IterationEnding:
		return "ending " + b.By
	case Requested:
		return b.Action + " by " + b.By
	}
	return "?"
}

const asksToTest = "Command: make test Do you want to proceed?"

// TestDriverMute: a turn of which the agent says nothing is told from others.
func TestDriverMute(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"go on with it [mute]": true, "go on with it": false, "/clear": false} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if _, _, res := (stage{prompt: text}).play(t, "mute "+text); res.Err != nil || res.EndedBy != "idle" || res.Mute != want {
				t.Errorf("mute is %t (%q, %v), want %t:\n%s", res.Mute, res.EndedBy, res.Err, want, res.Tail)
			}
		})
	}
}

// An input that made the agent leave was given to it.
func TestDriverLeave(t *testing.T) {
	t.Parallel()
	_, _, res := stage{prompt: "hi", in: Interactive{Inputs: []string{"/exit", "more"}}}.play(t, "leave")
	if res.Err != nil || res.EndedBy != "exit" || res.Unsent != 1 {
		t.Errorf("%d unsent (%q, %v), want 1", res.Unsent, res.EndedBy, res.Err)
	}
}

func TestDriver(t *testing.T) {
	t.Parallel()
	approve := func(p *Person) { _ = p.ask(context.Background(), request{who: "human", approve: true}) }
	hopeless := func(p *Person) {
		if err := p.ask(context.Background(), request{who: "human", approve: true}); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("approve what asks nothing: %v", err)
		}
	}
	complete := func(p *Person) { _ = p.ask(context.Background(), request{who: "human", complete: true}) }
	leave := func(p *Person) { _ = p.ask(context.Background(), request{who: "human", keys: []byte("q")}) }
	const (
		dropped = "the text is not in the composer after it was pasted"
		untaken = "there is no sign that the text was taken"
		page    = "Settings > Colour green Sound off ←/→ to switch · q to go back · Esc to close"
		gone    = "the place for input has gone from the screen since the text was pasted"
		crowded = "a text that somebody has typed, and not sent, stands in the composer"
		over    = "needed input: the turn is over, and the task has no prompt: talk to the agent, or end the task with rooda complete"
		blind   = "the agent seems to rest, but the place for its input is not on the screen"
	)
	common := func(signs *adapters.Signs) {
		var err error
		if *signs, err = adapters.NewRegistry().Signs("generic"); err != nil {
			t.Error(err)
		}
	}
	yes, patient := Interactive{AutoApprove: true}, Interactive{Patience: time.Second}
	two := Interactive{Inputs: []string{"one", "two"}}
	var calls atomic.Int32
	talk := func(p *Person) {
		if calls.Add(1) > 2 {
			complete(p)
			return
		}
		_ = p.ask(context.Background(), request{who: "human", text: "hello [say:SUCCESS]"})
	}
	sentTwo := []string{"sending 1", "sent 1", "sending 2", "sent 2"}
	tests := []struct {
		name  string
		stage stage
		noted []string
		told  []string
		ended string
		done  bool // a promise of SUCCESS
	}{
		{"a composer that it puts away while it works in silence", stage{args: []string{"-hide", "-status=never", "-title=none"}, paste: "go on [slow:17s]", signs: common}, []string{"submit go on [slow:17s]"}, []string{"sending 0", "sent 0"}, "idle", false},
		{"an answer in the place of the last one, but for a number", stage{args: []string{"-wipe", "-status=never", "-title=none"}, paste: "go on [slow:1500ms]", in: Interactive{Inputs: []string{"more [slow:1500ms]"}, Patience: time.Second}, signs: common},
			[]string{"submit go on [slow:1500ms]", "submit more [slow:1500ms]"}, []string{"sending 0", "sent 0", "sending 1", "sent 1"}, "idle", false},
		{"prompt as an argument", stage{prompt: "hello [say:SUCCESS]"}, []string{"submit hello [say:SUCCESS]", "submit /exit", "exit"}, nil, "idle", true},
		{"prompt by paste", stage{paste: "hello\nthere [say:SUCCESS]"}, []string{`submit hello\nthere [say:SUCCESS]`, "submit /exit", "exit"}, []string{"sending 0", "sent 0"}, "idle", true},
		{"inputs in order", stage{prompt: "zero [slow:1s]", in: two}, []string{"submit zero [slow:1s]", "submit one", "submit two", "submit /exit", "exit"}, sentTwo, "idle", false},
		{"the last words count", stage{prompt: "a [say:SUCCESS]", in: Interactive{Inputs: []string{"b"}}}, []string{"submit a [say:SUCCESS]", "submit b", "submit /exit", "exit"}, []string{"sending 1", "sent 1"}, "idle", false},
		{"a command is no turn", stage{prompt: "a [say:SUCCESS]", in: Interactive{Inputs: []string{"/clear"}}}, []string{"submit a [say:SUCCESS]", "submit /clear", "submit /exit", "exit"}, []string{"sending 1", "sent 1"}, "idle", true},
		{"late bracketed paste", stage{args: []string{"-late=2s"}, paste: "hi"}, []string{"submit hi", "submit /exit", "exit"}, []string{"sending 0", "sent 0"}, "idle", false},
		{"folded Enter", stage{args: []string{"-fold"}, paste: "hi"}, []string{"submit hi", "submit /exit"}, []string{"sending 0", "sent 0"}, "idle", false},
		{"swallowed Enter", stage{args: []string{"-swallow=2"}, paste: "hi"}, []string{"submit hi", "submit /exit", "exit"}, []string{"sending 0", "sent 0"}, "idle", false},
		{"all Enters swallowed", stage{args: []string{"-swallow=9"}, paste: "hi", in: Interactive{Patience: time.Second}}, []string{"exit"},
			[]string{"sending 0", "failed 0: the text stays in the composer", "needed input: the text stays in the composer"}, "question", false},
		{"answered by policy", stage{prompt: "go [shell]", in: yes}, []string{"submit go [shell]", "answer Do you want to proceed?: Yes", "submit /exit", "exit"}, []string{"answered by once"}, "idle", false},
		{"answered by policy when the record comes first", stage{args: []string{"-announce=600ms"}, prompt: "go [shell]", in: yes}, []string{"submit go [shell]", "answer Do you want to proceed?: Yes", "submit /exit", "exit"}, []string{"answered by once"}, "idle", false},
		{"and long before", stage{args: []string{"-announce=5s"}, prompt: "go [shell]", in: yes}, []string{"submit go [shell]", "answer Do you want to proceed?: Yes", "submit /exit", "exit"},
			[]string{"needed permission: ? for shortcuts", "answered by once", "resolved by handler"}, "idle", false},
		{"answered by a person", stage{prompt: "go [shell]", when: map[string]func(*Person){"interaction_needed": approve}}, []string{"submit go [shell]", "answer Do you want to proceed?: Yes", "submit /exit", "exit"},
			[]string{"needed permission: " + asksToTest, "typed by human", "resolved by human"}, "idle", false},
		{"answered by nobody", stage{prompt: "go [shell]", in: Interactive{Patience: time.Second}}, []string{"submit go [shell]"}, []string{"needed permission: " + asksToTest}, "question", false},
		{"trust", stage{args: []string{"-trust"}, prompt: "hi", in: yes}, []string{"answer Do you trust the files in this folder?: Yes, I trust this folder", "submit hi", "submit /exit", "exit"}, []string{"answered by trust"}, "idle", false},
		{"trust is for a person to say", stage{args: []string{"-trust"}, prompt: "hi", in: Interactive{Patience: time.Second}}, nil, []string{"needed trust: Accessing folder Do you trust the files in this folder?"}, "question", false},
		{"a dialog between paste and Enter", stage{args: []string{"-ambush=keeps"}, paste: "hi", in: yes}, []string{"answer Do you want to proceed?: Yes", "submit hi", "submit /exit", "exit"}, []string{"sending 0", "answered by once", "sent 0"}, "idle", false},
		{"a dialog that eats the text", stage{args: []string{"-ambush=eats"}, paste: "hi", in: yes, when: map[string]func(*Person){"interaction_needed": complete}}, []string{"answer Do you want to proceed?: Yes", "submit /exit", "exit"},
			[]string{"sending 0", "answered by once", "failed 0: " + dropped, "needed input: " + dropped, "complete by human"}, "complete", false},
		{"a prompt of several lines that is dropped", stage{args: []string{"-drop"}, paste: "hi\nthere", in: patient}, nil, []string{"sending 0", "failed 0: " + dropped, "needed input: " + dropped}, "question", false},
		{"folded", stage{args: []string{"-bracket"}, paste: "hi\nthere"}, []string{`submit hi\nthere`, "submit /exit", "exit"}, []string{"sending 0", "sent 0"}, "idle", false},
		{"folded, and swallowed Enters", stage{args: []string{"-bracket", "-swallow=2"}, paste: "hi\nthere"}, []string{`submit hi\nthere`, "submit /exit", "exit"}, []string{"sending 0", "sent 0"}, "idle", false},
		{"a dialog that comes with the Enter", stage{args: []string{"-meet=keeps"}, paste: "hi\nthere", in: yes}, []string{"answer Do you want to proceed?: Yes", `submit hi\nthere`, "submit /exit", "exit"}, []string{"sending 0", "answered by once", "sent 0"}, "idle", false},
		{"and that a person answers", stage{args: []string{"-meet=keeps", "-bracket", "-status=never"}, paste: "hi\nthere", when: map[string]func(*Person){"interaction_needed": approve}}, []string{"answer Do you want to proceed?: Yes", `submit hi\nthere`, "submit /exit", "exit"},
			[]string{"sending 0", "needed permission: Command: make surprise Do you want to proceed?", "typed by human", "resolved by human", "sent 0"}, "idle", false},
		{"and that eats the text", stage{args: []string{"-meet=eats"}, paste: "hi", in: Interactive{AutoApprove: true, Patience: time.Second}}, []string{"answer Do you want to proceed?: Yes"}, []string{"sending 0", "answered by once", "failed 0: " + untaken, "needed input: " + untaken}, "question", false},
		{"a page between paste and Enter", stage{args: []string{"-ambush=page"}, paste: "hi", in: patient}, nil, []string{"sending 0", "needed unknown: " + page}, "question", false},
		{"one without keys between paste and Enter", stage{args: []string{"-ambush=page", "-page=mute"}, paste: "hi", in: patient}, nil, []string{"sending 0", "failed 0: " + gone, "needed input: " + gone}, "question", false},
		{"a page that an idle agent shows", stage{prompt: "hi [page]", in: Interactive{Inputs: []string{"one"}, Patience: time.Second}}, []string{"submit hi [page]"}, []string{"needed unknown: " + page}, "question", false},
		{"one without keys", stage{args: []string{"-page=mute"}, prompt: "hi [page]", in: Interactive{Inputs: []string{"one"}, Patience: time.Second}}, []string{"submit hi [page]"}, []string{"needed unreadable: " + blind + "; its last line: Sound off"}, "question", false},
		{"a page that a person closes", stage{prompt: "hi [page]", in: Interactive{Inputs: []string{"one"}}, when: map[string]func(*Person){"interaction_needed": leave}}, []string{"submit hi [page]", `page gets "q"`, "submit one", "submit /exit", "exit"},
			[]string{"needed unknown: " + page, "typed by human", "resolved by human", "sending 1", "sent 1"}, "idle", false},
		{"the same painted again and again", stage{args: []string{"-repaint=30ms"}, prompt: "hi", in: Interactive{Inputs: []string{"one"}}}, []string{"submit hi", "submit one", "submit /exit", "exit"}, []string{"sending 1", "sent 1"}, "idle", false},
		{"a hijacked title", stage{args: []string{"-title=⠋ not me"}, prompt: "hi"}, []string{"submit hi", "submit /exit", "exit"}, nil, "idle", false},
		{"no program status", stage{args: []string{"-status=never"}, prompt: "hi [slow:1s]", in: two}, []string{"submit hi [slow:1s]", "submit one", "submit two", "submit /exit", "exit"}, sentTwo, "idle", false},
		{"no program status and no title", stage{args: []string{"-status=never", "-title=none"}, prompt: "hi [slow:1s]", in: yes}, []string{"submit hi [slow:1s]", "submit /exit", "exit"}, nil, "idle", false},
		{"a question no status tells of", stage{args: []string{"-status=never", "-title=none"}, prompt: "hi [shell]", in: yes}, []string{"submit hi [shell]", "answer Do you want to proceed?: Yes", "submit /exit", "exit"}, []string{"answered by once"}, "idle", false},
		{"a lying status never ends", stage{args: []string{"-status=lying"}, prompt: "hi", limit: 8 * time.Second}, []string{"submit hi"}, nil, "timeout", false},
		{"a flood of questions", stage{args: []string{"-flood=3000"}, prompt: "hi"}, []string{"submit hi", "submit /exit", "exit"}, nil, "idle", false},
		{"prose about questions", stage{args: []string{"-quote"}, prompt: "hi", in: Interactive{Inputs: []string{"one"}}}, []string{"submit hi", "submit one", "submit /exit", "exit"}, []string{"sending 1", "sent 1"}, "idle", false},
		{"a dialog painted fifty times", stage{args: []string{"-redraw=50"}, prompt: "go [shell]", in: yes}, []string{"submit go [shell]", "answer Do you want to proceed?: Yes", "submit /exit", "exit"}, []string{"answered by once"}, "idle", false},
		{"painted fifty times for a person", stage{args: []string{"-redraw=50"}, prompt: "go [shell]", in: Interactive{Patience: 1500 * time.Millisecond}}, []string{"submit go [shell]"}, []string{"needed permission: " + asksToTest}, "question", false},
		{"a dialog that comes back twice", stage{args: []string{"-recur=2"}, prompt: "go [shell]", in: yes},
			[]string{"submit go [shell]", "answer Do you want to proceed?: Yes", "answer Do you want to proceed?: Yes", "answer Do you want to proceed?: Yes", "submit /exit", "exit"}, []string{"answered by once", "answered by once", "answered by once"}, "idle", false},
		{"a dialog that always comes back", stage{args: []string{"-recur=99"}, prompt: "go [shell]", in: Interactive{AutoApprove: true, Patience: time.Second}},
			append([]string{"submit go [shell]"}, repeat("answer Do you want to proceed?: Yes", 5)...), append(repeat("answered by once", 5), "needed permission: "+asksToTest), "question", false},
		{"a dialog that takes no answer", stage{args: []string{"-deaf"}, prompt: "go [shell]", in: Interactive{AutoApprove: true, Patience: time.Second}}, []string{"submit go [shell]"}, []string{"answered by once", "needed permission: " + asksToTest}, "question", false},
		{"exit while idle", stage{args: []string{"-leave=1"}, prompt: "hi", in: two}, []string{"submit hi", "exit"}, nil, "exit", false},
		{"exit with a promise", stage{args: []string{"-leave=1"}, prompt: "hi [say:SUCCESS]"}, []string{"submit hi [say:SUCCESS]", "exit"}, nil, "exit", true},
		{"exit at work", stage{prompt: "hi [exit:3]"}, []string{"submit hi [exit:3]", "exit"}, nil, "exit", false},
		{"a mark of work long before any other word of it", stage{args: []string{"-hush=3s"}, prompt: "hi [say:SUCCESS]"}, []string{"submit hi [say:SUCCESS]", "submit /exit", "exit"}, nil, "idle", true},
		{"before inputs", stage{args: []string{"-hush=3s"}, prompt: "zero", in: Interactive{Inputs: []string{"one", "two [say:SUCCESS]"}}}, []string{"submit zero", "submit one", "submit two [say:SUCCESS]", "submit /exit", "exit"}, sentTwo, "idle", true},
		{"after a prompt by paste", stage{args: []string{"-hush=3s"}, paste: "hi [say:SUCCESS]", in: Interactive{Inputs: []string{"/clear"}}}, []string{"submit hi [say:SUCCESS]", "submit /clear", "submit /exit", "exit"}, []string{"sending 0", "sent 0", "sending 1", "sent 1"}, "idle", true},
		{"told by a title alone", stage{args: []string{"-hush=3s", "-status=never"}, prompt: "hi [say:SUCCESS]"}, []string{"submit hi [say:SUCCESS]", "submit /exit", "exit"}, nil, "idle", true},
		{"a silent tool", stage{prompt: "hi [slow:5s]"}, []string{"submit hi [slow:5s]", "submit /exit", "exit"}, nil, "idle", false},
		{"one beside a sign that has moved", stage{args: []string{"-status=never", "-title=none", "-spin=1s", "-work=* Run(make)\n  cc main.c\n\n✶ Running make"}, paste: "hi [slow:9s] [say:SUCCESS]"}, []string{"submit hi [slow:9s] [say:SUCCESS]", "submit /exit", "exit"}, []string{"sending 0", "sent 0"}, "idle", true},
		{"one that has never moved", stage{args: []string{"-status=never", "-title=none", "-work=* Run(make)\n  cc main.c\n\n⠙ Running make"}, paste: "hi [slow:11s] [say:SUCCESS]", signs: common}, []string{"submit hi [slow:11s] [say:SUCCESS]"}, []string{"sending 0", "sent 0"}, "idle", true},
		{"one beside nothing but the key that stops it", stage{args: []string{"-status=never", "-title=none", "-work=* Run(make)\n  cc main.c\n\n• Running make… (esc to interrupt)"}, paste: "hi [slow:11s] [say:SUCCESS]", signs: common}, []string{"submit hi [slow:11s] [say:SUCCESS]"}, []string{"sending 0", "sent 0"}, "idle", true},
		{"a text of somebody's when it is over", stage{args: []string{"-draft=please delete"}, prompt: "hi"}, []string{"submit hi"}, nil, "idle", false},
		{"and before the next input", stage{args: []string{"-draft=please delete"}, prompt: "hi", in: Interactive{Inputs: []string{"one"}, Patience: time.Second}}, []string{"submit hi"},
			[]string{"sending 1", "needed input: " + crowded}, "question", false},
		{"a prompt that it drops", stage{args: []string{"-lazy=drops"}, prompt: "hi", in: patient}, nil, []string{"needed input: " + lacking(textGone).words}, "question", false},
		{"a prompt that it leaves in its composer", stage{args: []string{"-lazy=keeps"}, prompt: "hi there", in: patient}, nil, []string{"needed input: " + lacking(textStays).words}, "question", false},
		{"an error ends it", stage{prompt: "hi [error]", in: two}, []string{"submit hi [error]", "submit /exit", "exit"}, nil, "error", false},
		{"nothing to do", stage{in: Interactive{Patience: time.Second}, when: map[string]func(*Person){"interaction_needed": hopeless}}, []string{"submit /exit", "exit"}, []string{"needed input: the task has no prompt: somebody has to talk to the agent"}, "question", false},
		{"a person talks to it, and says when it is over", stage{when: map[string]func(*Person){"interaction_needed": talk}}, []string{"submit hello [say:SUCCESS]", "submit hello [say:SUCCESS]", "submit /exit", "exit"}, []string{
			"needed input: the task has no prompt: somebody has to talk to the agent", "sending 0", "resolved by agent", "sent 0",
			over, "sending 0", "resolved by agent", "sent 0", over, "complete by human",
		}, "complete", true},
	}
	// They wait far more than they work, so many run at once.
	type outcome struct {
		noted, told []string
		res         Result
	}
	outcomes := make([]outcome, len(tests))
	var crowd errgroup.Group
	crowd.SetLimit(12)
	for i, test := range tests {
		crowd.Go(func() error {
			noted, told, res := test.stage.play(t, test.name)
			outcomes[i] = outcome{noted, told, res}
			return res.Err
		})
	}
	if err := crowd.Wait(); err != nil {
		t.Fatal(err)
	}
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			noted, told, res := outcomes[i].noted, outcomes[i].told, outcomes[i].res
			want := test.noted
			if test.ended == "question" || test.ended == "timeout" || test.ended == "exit" || len(want) > 0 && want[len(want)-1] != "exit" {
				noted, want = trimExit(noted), trimExit(want)
			}
			if diff := cmp.Diff(want, noted); diff != "" {
				t.Errorf("the interface noted (-want +got):\n%s", diff)
			}
			open := test.told
			if test.ended == "question" { // who called for an answer lets it be ahead of the agent's end
				open = append(slices.Clone(open), "resolved by exit")
			}
			if diff := cmp.Diff(open, told); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
			if res.EndedBy != test.ended || res.Signals.Success != test.done || res.Signals.Failure {
				t.Errorf("ended by %q with %+v (%+v), want %q, SUCCESS %t; tail:\n%s", res.EndedBy, res.Signals, res.Exit, test.ended, test.done, res.Tail)
			}
		})
	}
}

// trimExit leaves out what an interface notes when it is ended.
func trimExit(noted []string) []string {
	var kept []string
	for _, line := range noted {
		if line != "exit" && line != "submit /exit" && line != "" {
			kept = append(kept, line)
		}
	}
	return kept
}

func repeat(s string, n int) []string {
	var list []string
	for range n {
		list = append(list, s)
	}
	return list
}
