package cmd

import (
	"context"
	"time"

	"rooda/adapters"
	"rooda/pty/vt"
	"rooda/workflows"
)

// heed looks at what the agent shows, before a text goes in: an error says that a question stands there
// that would take an answer from the text unseen, see send_question.go. What else may become of the text
// than what is meant is a warning, and whatever cannot be found out is left unsaid: it goes in all the same.
func (p *post) heed(ctx context.Context, s Streams, target agent, text []byte) error {
	if len(text) == 0 {
		return nil // keys and Enter by themselves are for what is there
	}
	v := p.view(ctx, s, target)
	if c, ok := choiceShown(v, target.hostsQuestion()); ok && !p.options.intoDialog && p.options.forbids(c, v, target.recorded(), text) {
		return target.asksForChoice(c)
	}
	switch {
	case target.headless():
		s.notef("warning: %s runs headless: it has got its prompt, and may never read what is typed\n", target)
	case p.options.enter && v.Composing && v.Draft != "":
		s.notef("warning: %s: %q stands where it is typed, and is sent with it; rooda screen %[1]s shows it\n", target, oneLine(v.Draft))
	}
	return nil
}

// view is what the agent's adapter sees on its screen, as far as it can be told.
func (p *post) view(ctx context.Context, s Streams, target agent) adapters.View {
	signs, err := target.signs(s)
	if err != nil {
		return adapters.View{}
	}
	detector, err := adapters.NewDetector(signs)
	if err != nil {
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
