package cmd

import (
	"context"
	"time"

	"rooda/adapters"
	"rooda/internal/console"
	"rooda/pty/vt"
	"rooda/workflows"
)

// promptly is how soon the turn comes where nobody has it.
const promptly = 50 * time.Millisecond

// heeds returns how it is looked at what the agent shows, before a text goes in: an error says that a question
// stands there that would take an answer from the text unseen, see send_question.go. What else may become of
// the text than what is meant is a warning, and whatever cannot be found out is left unsaid: it goes in all the
// same. It is nil where keys and Enter are for what is there.
func (p *post) heeds(s console.Streams, target agent, text []byte) func(context.Context) error {
	if len(text) == 0 {
		return nil
	}
	signs, err := target.signs(s)
	var detector *adapters.Detector
	if err == nil {
		detector, _ = adapters.NewDetector(signs)
	}
	asked := time.Now()
	return func(ctx context.Context) error {
		if time.Since(asked) > promptly { // others may have typed, and that has to show first
			if err := pause(ctx, vt.EnterPause); err != nil {
				return err
			}
		}
		v, target := p.view(ctx, detector), target.again()
		c, ok := choiceShown(v, target.hostsQuestion())
		quoted := v.State.Beside && target.quotes(signs.Recorded != "")
		if ok && !quoted && !p.options.intoDialog && p.options.forbids(c, text) {
			return target.asksForChoice(c)
		}
		switch {
		case target.headless() && target.recorded() == nil:
			s.Notef("warning: %s runs headless: it has got its prompt, and may never read what is typed\n", target)
		case p.options.enter && v.Composing && v.Draft != "":
			s.Notef("warning: %s: %q stands where it is typed, and is sent with it; rooda screen %[1]s shows it\n", target, console.OneLine(v.Draft))
		}
		return nil
	}
}

// view is what the agent's adapter sees on its screen, as far as it can be told; by no detector, nothing.
func (p *post) view(ctx context.Context, detector *adapters.Detector) adapters.View {
	if detector == nil {
		return adapters.View{}
	}
	picture, err := p.client.Picture(ctx, 0)
	if err != nil {
		return adapters.View{}
	}
	screen := vt.New(vt.Options{Cols: picture.Cols, Rows: picture.Rows, Scrollback: -1})
	now := time.Now()
	watcher := adapters.NewWatcher(detector, screen, now)
	watcher.Write(now, []byte(picture.Styled+picture.Modes))
	watcher.Advance(now.Add(time.Minute)) // it is to be read as it is, at rest
	return watcher.View()
}

// headless says whether the task's agent is no one to talk to.
func (a agent) headless() (is bool) {
	tasks(a.record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		is = is || t.ID == a.task && t.Mode == workflows.Headless
	})
	return is
}
