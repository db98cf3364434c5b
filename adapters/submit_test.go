package adapters_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

// inputBox is an agent's input box in virtual time, with the habits that have
// broken others. Zero is one that behaves.
type inputBox struct {
	pastesAt time.Duration // when it begins to take pastes; negative: never
	idleAt   time.Duration
	quietAt  time.Duration // until then its text moves
	echo     time.Duration // from a paste to its text on the screen
	swallows int           // Enters that come to nothing
	refused  int           // the Enter that cannot be typed
	lines    bool          // is given several lines
	folds    bool          // shows a placeholder for the text
	hidden   bool          // cannot be seen
	blind    bool          // is known, and cannot be seen
	opaque   bool          // shows its frame, and elsewhere what it holds
	read     bool          // has shown what it holds itself, too
	silent   bool          // does not say that it works
	deaf     bool          // drops what is pasted
	moves    bool          // something else on the screen moves then
	dialogAt time.Duration // a question from then on, until dialogTo
	dialogTo time.Duration
	answered time.Duration // its answer leads to so much work
	bare     bool          // shows no composer meanwhile
	mute     bool          // never shows what it was given
	eats     bool          // the question takes the text away
	awayAt   time.Duration // the composer is not there from then on, until awayTo
	awayTo   time.Duration
	tall     bool          // and the text stands at the bottom while it is not
	unreadAt time.Duration // bytes have come that nobody has looked at, until unreadTo
	unreadTo time.Duration
	posedAt  time.Duration // keys are offered beside the composer from then on, until posedTo
	posedTo  time.Duration
	draftTo  time.Duration // something else stands in it until then
	holdTo   time.Duration
	exitAt   time.Duration

	start   time.Time
	typed   string
	log     []string // what was typed, with times
	text    string
	sent    string
	changed time.Duration
	worked  time.Duration
	emptied time.Duration // when the text leaves, 0 for not yet
}

func (c *inputBox) view(now time.Duration) adapters.View {
	at := func(d time.Duration) time.Time { return c.start.Add(d) }
	if c.emptied > 0 && now >= c.emptied {
		if !c.mute {
			c.sent = c.text
		}
		c.text, c.emptied = "", 0
	}
	v := adapters.View{
		Current: true, Composing: !c.hidden, Composer: "❯ " + c.text,
		Bracketed: c.pastesAt >= 0 && now >= c.pastesAt, Hold: now < c.holdTo,
		Changed: at(min(now, c.quietAt)), Blind: c.blind, Read: c.read,
	}
	if c.changed > 0 && now >= c.changed {
		v.Changed = at(c.changed)
	}
	v.State.Condition = adapters.Working
	if now >= c.idleAt {
		v.State.Condition = adapters.Idle
	}
	v.Text = "conversation\n" + c.sent + "\n" + v.Composer
	if v.Legible = !c.hidden && !c.opaque; v.Legible {
		v.Draft = c.text
	}
	if c.opaque {
		v.Composer = "────"
	}
	v.Posed = now >= c.posedAt && now < c.posedTo
	if c.worked > 0 && now >= c.worked {
		v.Worked, v.WorkedBy = at(c.worked), adapters.ByStatus
	}
	if c.dialogAt > 0 && now >= c.dialogAt && now < c.dialogTo {
		v.State.Condition, v.State.Dialog, v.Composing = adapters.Blocked, &adapters.Dialog{}, false
		if c.eats {
			c.text = ""
		}
	}
	if end := c.dialogTo + c.answered; c.answered > 0 && now >= c.dialogTo && now < end {
		v.State.Condition, v.Worked, v.WorkedBy = adapters.Working, at(c.dialogTo), adapters.ByStatus
		if c.bare {
			v.Blind, v.Composing, v.Composer = true, false, ""
		}
	}
	if c.awayAt > 0 && now >= c.awayAt && now < c.awayTo {
		v.Blind, v.Composing, v.Composer = true, false, ""
		if c.tall {
			v.Bottom = "> " + c.text
			v.Text, v.Caret = v.Text+v.Bottom, v.Bottom
		}
	}
	if c.draftTo > 0 && now < c.draftTo {
		v.Draft, v.Composer = "please delete all but", "❯ please delete all but"
	}
	if c.unreadAt > 0 && now >= c.unreadAt && now < c.unreadTo {
		v = c.view(c.unreadAt - 1) // what was read last
		v.Current, v.Next = false, at(c.unreadTo)
	}
	if c.exitAt > 0 && now >= c.exitAt {
		v.State.Condition = adapters.Exited
	}
	return v
}

func (c *inputBox) take(now time.Duration, keys string) {
	c.log = append(c.log, now.Round(time.Millisecond).String()+" "+strings.NewReplacer("\x1b", "^[", "\r", "^M").Replace(keys))
	if keys != "\r" {
		c.typed += keys
		if c.moves {
			c.changed = now + 10*time.Millisecond
		}
		if text, whole := strings.CutSuffix(strings.TrimPrefix(c.typed, "\x1b[200~"), "\x1b[201~"); whole && !c.deaf {
			c.text, c.changed = text, now+max(c.echo, 10*time.Millisecond)
			if c.folds {
				c.text = "[Pasted text #1]"
			}
		}
		return
	}
	if c.swallows > 0 {
		c.swallows--
		return
	}
	c.emptied, c.changed = now+50*time.Millisecond, now+50*time.Millisecond
	if !c.silent {
		c.worked = now + 30*time.Millisecond
	}
}

// submit drives a submission in steps of 10 ms, or of what it asks for.
func (c *inputBox) submit(s *adapters.Submission) adapters.Submitted {
	c.start = time.Unix(1000, 0)
	for now := time.Duration(0); now < 2*time.Minute; {
		step := s.Step(c.view(now), c.start.Add(now))
		switch {
		case step.Done != nil:
			return *step.Done
		case step.Keys == "\r" && s.Enters() == c.refused:
			s.Break("others type", false)
		case step.Keys != "":
			c.take(now, step.Keys)
		default:
			now += 10 * time.Millisecond
		}
	}
	return adapters.Submitted{Problem: "never done"}
}

func TestSubmission(t *testing.T) {
	const sec, ms = time.Second, time.Millisecond
	paste, enter := " ^[[200~do it^[[201~", " ^M"
	for _, test := range []struct {
		name  string
		agent inputBox
		log   []string
		want  adapters.Submitted
	}{
		{"at once", inputBox{}, []string{"250ms" + paste, "400ms" + enter},
			adapters.Submitted{By: "osc7501", Enters: 1, Took: 30 * ms}},
		{"late bracketed paste", inputBox{pastesAt: 3 * sec}, []string{"3s" + paste, "3.15s" + enter},
			adapters.Submitted{By: "osc7501", Enters: 1, Took: 30 * ms}},
		{"late idle", inputBox{idleAt: 2 * sec}, []string{"2s" + paste, "2.15s" + enter},
			adapters.Submitted{By: "osc7501", Enters: 1, Took: 30 * ms}},
		{"text still moving", inputBox{quietAt: sec}, []string{"1.25s" + paste, "1.4s" + enter},
			adapters.Submitted{By: "osc7501", Enters: 1, Took: 30 * ms}},
		{"text that never rests", inputBox{quietAt: time.Hour}, nil,
			adapters.Submitted{Problem: "the program is idle, and its screen never rests"}},
		{"something else on the screen", inputBox{blind: true, hidden: true}, nil,
			adapters.Submitted{Problem: "the agent seems to rest, but the place for its input is not on the screen"}},
		{"a person at the keys", inputBox{holdTo: sec}, []string{"1s" + paste, "1.15s" + enter},
			adapters.Submitted{By: "osc7501", Enters: 1, Took: 30 * ms}},
		{"slow echo", inputBox{echo: sec}, []string{"250ms" + paste, "400ms" + enter},
			adapters.Submitted{By: "osc7501", Enters: 1, Took: 30 * ms}},
		{"keys offered beside the text", inputBox{posedAt: 300 * ms, posedTo: 3 * sec}, []string{"250ms" + paste, "3s" + enter},
			adapters.Submitted{By: "osc7501", Enters: 1, Took: 30 * ms}},
		{"after an Enter that came to nothing", inputBox{swallows: 1, posedAt: sec, posedTo: 5 * sec}, []string{"250ms" + paste, "400ms" + enter, "5s" + enter},
			adapters.Submitted{By: "osc7501", Enters: 2, Took: 4630 * ms}},
		{"an Enter that is refused", inputBox{refused: 1}, []string{"250ms" + paste},
			adapters.Submitted{Problem: "others type, and Enter was not typed"}},
		{"the second is", inputBox{swallows: 1, refused: 2}, []string{"250ms" + paste, "400ms" + enter},
			adapters.Submitted{Problem: "others type, and Enter was not typed again", Enters: 1}},
		{"swallowed Enter", inputBox{swallows: 1}, []string{"250ms" + paste, "400ms" + enter, "2.4s" + enter},
			adapters.Submitted{By: "osc7501", Enters: 2, Took: 2030 * ms}},
		{"all Enters swallowed", inputBox{swallows: 9}, []string{"250ms" + paste, "400ms" + enter, "2.4s" + enter, "4.4s" + enter},
			adapters.Submitted{Problem: "the text stays in the composer", Enters: 3}},
		{"folded", inputBox{folds: true, silent: true}, []string{"250ms" + paste, "400ms" + enter},
			adapters.Submitted{By: "composer", Enters: 1, Took: 50 * ms}},
		{"folded and swallowed", inputBox{folds: true, silent: true, swallows: 1}, []string{"250ms" + paste, "400ms" + enter, "2.4s" + enter},
			adapters.Submitted{By: "composer", Enters: 2, Took: 2050 * ms}},
		{"only the composer tells", inputBox{silent: true}, []string{"250ms" + paste, "400ms" + enter},
			adapters.Submitted{By: "composer", Enters: 1, Took: 50 * ms}},
		{"no composer to be seen", inputBox{hidden: true, silent: true}, []string{"250ms" + paste, "400ms" + enter},
			adapters.Submitted{By: "screen", Enters: 1, Took: 300 * ms}},
		{"only the frame of the composer is known", inputBox{opaque: true, silent: true}, []string{"250ms" + paste, "400ms" + enter},
			adapters.Submitted{By: "screen", Enters: 1, Took: 300 * ms}},
		{"the same, and a swallowed Enter", inputBox{opaque: true, silent: true, swallows: 1}, []string{"250ms" + paste, "400ms" + enter, "2.4s" + enter},
			adapters.Submitted{By: "screen", Enters: 2, Took: 2300 * ms}},
		{"the same, and a question that takes the text", inputBox{opaque: true, dialogAt: 300 * ms, dialogTo: 5 * sec, eats: true}, []string{"250ms" + paste},
			adapters.Submitted{Problem: "the text is not in the composer after it was pasted"}},
		{"a screen older than its bytes, and a question on the next", inputBox{unreadAt: 200 * ms, unreadTo: 300 * ms, dialogAt: 300 * ms, dialogTo: 5 * sec}, []string{"5s" + paste, "5.15s" + enter},
			adapters.Submitted{By: "osc7501", Enters: 1, Took: 30 * ms}},
		{"the same between paste and Enter", inputBox{unreadAt: 350 * ms, unreadTo: 450 * ms, dialogAt: 450 * ms, dialogTo: 5 * sec}, []string{"250ms" + paste, "5s" + enter},
			adapters.Submitted{By: "osc7501", Enters: 1, Took: 30 * ms}},
		{"the same between two Enters", inputBox{swallows: 1, unreadAt: 2350 * ms, unreadTo: 2450 * ms, dialogAt: 2450 * ms, dialogTo: 5 * sec}, []string{"250ms" + paste, "400ms" + enter, "6.99s" + enter},
			adapters.Submitted{By: "osc7501", Enters: 2, Took: 6620 * ms}},
		{"a text of somebody else's", inputBox{draftTo: 20 * sec}, []string{"20s" + paste, "20.15s" + enter},
			adapters.Submitted{By: "osc7501", Enters: 1, Took: 30 * ms}},
		{"one that cannot be read any more", inputBox{opaque: true, read: true}, nil,
			adapters.Submitted{Problem: "what stands in the composer cannot be read"}},
		{"no pastes taken", inputBox{pastesAt: -1}, nil,
			adapters.Submitted{Problem: "the program is idle and does not take pastes (DECSET 2004 is off)"}},
		{"a question from the start", inputBox{dialogAt: 1, dialogTo: 5 * sec}, []string{"5s" + paste, "5.15s" + enter},
			adapters.Submitted{By: "osc7501", Enters: 1, Took: 30 * ms}},
		{"a question between paste and Enter", inputBox{dialogAt: 300 * ms, dialogTo: 5 * sec}, []string{"250ms" + paste, "5s" + enter},
			adapters.Submitted{By: "osc7501", Enters: 1, Took: 30 * ms}},
		{"a question that takes the text", inputBox{dialogAt: 300 * ms, dialogTo: 5 * sec, eats: true}, []string{"250ms" + paste},
			adapters.Submitted{Problem: "the text is not in the composer after it was pasted"}},
		{"a question in answer", inputBox{silent: true, dialogAt: 410 * ms, dialogTo: 5 * sec}, []string{"250ms" + paste, "400ms" + enter},
			adapters.Submitted{By: "screen", Enters: 1, Took: 4600 * ms}},
		{"a question in answer to what is seen to work", inputBox{dialogAt: 500 * ms, dialogTo: 5 * sec}, []string{"250ms" + paste, "400ms" + enter},
			adapters.Submitted{By: "osc7501", Enters: 1, Took: 30 * ms}},
		{"a question that comes with the Enter and swallows it", inputBox{silent: true, swallows: 1, dialogAt: 410 * ms, dialogTo: 5 * sec}, []string{"250ms" + paste, "400ms" + enter, "6.99s" + enter},
			adapters.Submitted{By: "composer", Enters: 2, Took: 6640 * ms}},
		{"the same, folded", inputBox{silent: true, folds: true, swallows: 1, dialogAt: 410 * ms, dialogTo: 5 * sec}, []string{"250ms" + paste, "400ms" + enter, "6.99s" + enter},
			adapters.Submitted{By: "composer", Enters: 2, Took: 6640 * ms}},
		{"the same, and its answer leads to work", inputBox{swallows: 1, dialogAt: 410 * ms, dialogTo: 5 * sec, answered: 3 * sec}, []string{"250ms" + paste, "400ms" + enter, "8s" + enter},
			adapters.Submitted{By: "osc7501", Enters: 2, Took: 7630 * ms}},
		{"a question in answer, and no composer at work", inputBox{silent: true, bare: true, dialogAt: 410 * ms, dialogTo: 5 * sec, answered: 40 * sec}, []string{"250ms" + paste, "400ms" + enter},
			adapters.Submitted{By: "screen", Enters: 1, Took: 4600 * ms}},
		{"the same, of an agent that shows no text that it was given", inputBox{silent: true, bare: true, mute: true, dialogAt: 410 * ms, dialogTo: 5 * sec, answered: 40 * sec}, []string{"250ms" + paste, "400ms" + enter},
			adapters.Submitted{Problem: "there is no sign that the text was taken", Enters: 1}},
		{"a question that comes with the Enter and takes the text", inputBox{silent: true, swallows: 1, dialogAt: 410 * ms, dialogTo: 5 * sec, eats: true}, []string{"250ms" + paste, "400ms" + enter},
			adapters.Submitted{Problem: "there is no sign that the text was taken", Enters: 1}},
		{"no composer any more between paste and Enter", inputBox{awayAt: 300 * ms, awayTo: time.Hour}, []string{"250ms" + paste},
			adapters.Submitted{Problem: "the place for input has gone from the screen since the text was pasted"}},
		{"one that comes back", inputBox{awayAt: 300 * ms, awayTo: 2 * sec}, []string{"250ms" + paste, "2s" + enter},
			adapters.Submitted{By: "osc7501", Enters: 1, Took: 30 * ms}},
		{"one that outgrows what is searched", inputBox{awayAt: 300 * ms, awayTo: time.Hour, tall: true}, []string{"250ms" + paste, "400ms" + enter},
			adapters.Submitted{By: "osc7501", Enters: 1, Took: 30 * ms}},
		{"a paste of several lines that is lost", inputBox{deaf: true, lines: true}, []string{"250ms" + paste},
			adapters.Submitted{Problem: "the text is not in the composer after it was pasted"}},
		{"the same while something else moves", inputBox{deaf: true, lines: true, moves: true}, []string{"250ms" + paste},
			adapters.Submitted{Problem: "the text is not in the composer after it was pasted"}},
		{"the same, and nothing of a composer to be seen", inputBox{deaf: true, lines: true, hidden: true}, []string{"250ms" + paste},
			adapters.Submitted{Problem: "the text is not in the composer after it was pasted"}},
		{"the same, and only its frame", inputBox{deaf: true, lines: true, opaque: true, moves: true}, []string{"250ms" + paste},
			adapters.Submitted{Problem: "the text is not in the composer after it was pasted"}},
		{"a paste that is lost", inputBox{deaf: true}, []string{"250ms" + paste},
			adapters.Submitted{Problem: "the text is not in the composer after it was pasted"}},
		{"exit before", inputBox{idleAt: sec, exitAt: 500 * ms}, nil, adapters.Submitted{Problem: "the agent has exited"}},
		{"exit after Enter", inputBox{silent: true, swallows: 1, exitAt: 600 * ms}, []string{"250ms" + paste, "400ms" + enter},
			adapters.Submitted{Problem: "the agent has exited", Enters: 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "do it"
			if test.agent.folds || test.agent.lines {
				text = "do it\nwell"
			}
			got := test.agent.submit(adapters.NewSubmission(text, adapters.Submit{}))
			for i := range test.agent.log {
				test.agent.log[i] = strings.Replace(test.agent.log[i], "\nwell", "", 1)
			}
			if diff := cmp.Diff(test.log, test.agent.log); diff != "" {
				t.Errorf("typed (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSubmissionRecipe(t *testing.T) {
	for _, test := range []struct {
		name, text string
		recipe     adapters.Submit
		agent      inputBox
		log        []string
	}{
		{"own settle", "hi", adapters.Submit{Settle: time.Second}, inputBox{}, []string{"250ms ^[[200~hi^[[201~", "1.25s ^M"}},
		{"a command waits for its menu", "/compact", adapters.Submit{Settle: 150 * time.Millisecond}, inputBox{}, []string{"250ms ^[[200~/compact^[[201~", "750ms ^M"}},
		{"fewer Enters", "hi", adapters.Submit{Enters: 1}, inputBox{swallows: 3}, []string{"250ms ^[[200~hi^[[201~", "400ms ^M"}},
		{"what could act is taken out", "a\x1b[201~b\x03c\u009bd\x7f\r\ne\tf\rg\n\n", adapters.Submit{}, inputBox{}, []string{"250ms ^[[200~a[201~bcd\ne\tf\ng^[[201~", "400ms ^M"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.agent.submit(adapters.NewSubmission(test.text, test.recipe))
			if diff := cmp.Diff(test.log, test.agent.log); diff != "" {
				t.Errorf("typed (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSubmissionPieces: a long text is typed in pieces that fit a terminal,
// cut between characters, and arrives whole.
func TestSubmissionPieces(t *testing.T) {
	text := strings.Repeat("zehn Äpfel für 漢字 ", 1000)
	var agent inputBox
	got := agent.submit(adapters.NewSubmission(text, adapters.Submit{}))
	if got.Problem != "" || agent.typed != "\x1b[200~"+text+"\x1b[201~" {
		t.Errorf("%+v, %d bytes typed of %d", got, len(agent.typed), len(text))
	}
	for _, line := range agent.log[:len(agent.log)-1] {
		_, piece, _ := strings.Cut(line, " ")
		if len(piece) > 4<<10 || !utf8.ValidString(piece) {
			t.Errorf("a piece of %d bytes: %.8q … %q", len(piece), piece, piece[len(piece)-4:])
		}
	}
}

// TestSubmissionBreaks: nothing follows a piece of which the agent may have got a part, or none; how
// much of the text it has is said as far as it is known.
func TestSubmissionBreaks(t *testing.T) {
	for i, want := range []string{
		"it is gone, and nothing of the text was typed", "it is gone, and may have got only a part of the text",
		"it is gone, and has got only a part of the text", "it is gone, and may have got only a part of the text",
		"it is gone, and has got only a part of the text", "it is gone, and may have got only a part of the text",
	} {
		pieces, begun := i/2, i%2 > 0
		s := adapters.NewSubmission(strings.Repeat("text ", 2000), adapters.Submit{})
		agent := &inputBox{start: time.Unix(1000, 0)}
		next := func() adapters.SubmitStep { return s.Step(agent.view(time.Minute), agent.start.Add(time.Minute)) }
		step := next()
		for range pieces {
			step = next()
		}
		if step.Keys == "" {
			t.Fatalf("%d: %+v", pieces, step)
		}
		s.Break("it is gone", begun)
		if step = next(); step.Keys != "" || step.Done == nil || step.Done.Problem != want {
			t.Errorf("%d: %+v %+v, want %q", pieces, step, step.Done, want)
		}
	}
}

// FuzzSubmissionText: whatever a text holds, nothing of it can end the paste
// or act on the terminal.
func FuzzSubmissionText(f *testing.F) {
	for _, seed := range []string{"do it", "a\x1b[201~\rrm -rf", "\u009b201~\r", "\xff\xfe\r\n", "\x00\x7f\t"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := adapters.NewSubmission(text, adapters.Submit{}).Text()
		for _, r := range got {
			if r < 0x20 && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 {
				t.Fatalf("%q became %q", text, got)
			}
		}
		if !utf8.ValidString(got) || strings.HasSuffix(got, "\n") {
			t.Fatalf("%q became %q", text, got)
		}
	})
}

// A time in which the terminal could not be seen makes a question that came up
// with the Enter no earlier than it: what its answer leads to is no proof.
func TestSubmissionPauses(t *testing.T) {
	box := inputBox{swallows: 1, dialogAt: 410 * time.Millisecond, dialogTo: 800 * time.Millisecond, answered: time.Second, start: time.Unix(1000, 0)}
	s := adapters.NewSubmission("do it", adapters.Submit{})
	paused := false
	for now := time.Duration(0); now < 2*time.Second; now += 10 * time.Millisecond {
		if !paused && now >= 800*time.Millisecond {
			s.Pause(box.start.Add(now), box.start.Add(now+time.Minute))
			box.start, paused = box.start.Add(time.Minute), true
		}
		step := s.Step(box.view(now), box.start.Add(now))
		if step.Done != nil {
			t.Fatalf("at %s: %+v", now, *step.Done)
		}
		if step.Keys != "" {
			box.take(now, step.Keys)
		}
	}
}

// Only what can be waited for is put off by a time in which the terminal could not be seen, and by
// no more than was left of it: that an Enter came before a question stays as it was.
func TestSubmissionKeepsTheOrder(t *testing.T) {
	const ms = time.Millisecond
	begun := time.Unix(1000, 0)
	entered := func() (*adapters.Submission, *inputBox, time.Duration) {
		box := &inputBox{swallows: 2, start: begun}
		s := adapters.NewSubmission("do it", adapters.Submit{})
		for now := time.Duration(0); ; now += 10 * ms {
			if step := s.Step(box.view(now), begun.Add(now)); step.Keys != "" {
				box.take(now, step.Keys)
				if step.Keys == "\r" {
					return s, box, now
				}
			}
		}
	}
	t.Run("patience", func(t *testing.T) {
		s, box, enter := entered()
		end := enter + time.Minute
		s.Pause(begun.Add(enter-time.Second), begun.Add(end)) // the last sign of life was before the Enter
		for now := end; ; now += 10 * ms {
			if step := s.Step(box.view(now), begun.Add(now)); step.Keys == "" && step.Done == nil && now < end+10*time.Second {
				continue
			}
			if waited := now - end; waited != 2*time.Second {
				t.Errorf("the next Enter came %s after the terminal was seen again", waited)
			}
			return
		}
	})
	t.Run("a question meanwhile", func(t *testing.T) {
		s, box, enter := entered()
		end := enter + time.Minute
		s.Pause(begun.Add(enter-time.Second), begun.Add(end))
		v := box.view(end)
		v.State.Condition, v.State.Dialog, v.Asked = adapters.Blocked, &adapters.Dialog{}, begun.Add(end-50*ms)
		v.Worked, v.WorkedBy = begun.Add(end-20*ms), adapters.ByStatus
		if step := s.Step(v, begun.Add(end)); step.Done != nil {
			t.Errorf("work that began after the question is taken for proof: %+v", *step.Done)
		}
	})
}
