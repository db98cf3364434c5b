package cmd

import (
	"context"
	"time"

	"rooda/adapters"
	"rooda/pty/vt"
	"rooda/workflows"
)

// warn says what may become of the text other than what is meant. Whatever cannot be found out
// is left unsaid: the text goes in all the same.
func (p *post) warn(ctx context.Context, s Streams, target agent, text []byte) {
	if len(text) == 0 {
		return // keys and Enter by themselves are for what is there
	}
	if target.headless() {
		s.notef("warning: %s runs headless: it has got its prompt, and may never read what is typed\n", target)
		return
	}
	if !p.options.enter {
		return
	}
	if draft := p.draft(ctx, s, target); draft != "" {
		s.notef("warning: %s: %q stands where it is typed, and is sent with it; rooda screen %[1]s shows it\n", target, draft)
	}
}

// draft is what somebody typed in the agent's composer and did not send, as far as it can be told.
func (p *post) draft(ctx context.Context, s Streams, target agent) string {
	signs, err := target.signs(s)
	if err != nil {
		return ""
	}
	detector, err := adapters.NewDetector(signs)
	if err != nil {
		return ""
	}
	picture, err := p.client.Picture(ctx, 0)
	if err != nil {
		return ""
	}
	screen := vt.New(vt.Options{Cols: picture.Cols, Rows: picture.Rows, Scrollback: -1})
	now := time.Now()
	watcher := adapters.NewWatcher(detector, screen, now)
	watcher.Write(now, []byte(picture.Styled+picture.Modes))
	watcher.Advance(now.Add(time.Minute)) // it is to be read as it is, at rest
	if v := watcher.View(); v.Composing {
		return oneLine(v.Draft)
	}
	return ""
}

// headless says whether the task's agent is no one to talk to.
func (a agent) headless() (is bool) {
	tasks(a.record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		is = is || t.ID == a.task && t.Mode == workflows.Headless
	})
	return is
}
