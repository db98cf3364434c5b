package adapters_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

// Each case adds what stands above the one before it in DESIGN's order, so
// that the decision moves up the ladder.
func TestResolveLadder(t *testing.T) {
	now := epoch.Add(time.Minute)
	claim := func(by adapters.Source, c adapters.Condition) adapters.Claim {
		return adapters.Claim{Source: by, Condition: c, Excerpt: string(by), Since: now.Add(-20 * time.Second), Seen: now}
	}
	e := adapters.Evidence{Started: epoch, Output: now, Changed: now.Add(-10 * time.Second), Ready: true, Text: "text"}
	steps := []struct {
		name string
		add  func()
		want adapters.Condition
		by   adapters.Source
	}{
		{"nothing known on the screen", func() {}, adapters.Unknown, adapters.ByScreen},
		{"composer", func() { e.Composer = claim(adapters.ByScreen, adapters.Idle) }, adapters.Idle, adapters.ByScreen},
		{"busy mark", func() { e.Busy = claim(adapters.ByScreen, adapters.Working); e.Changed = now }, adapters.Working, adapters.ByScreen},
		{"progress", func() { e.Progress = claim(adapters.ByProgress, adapters.Working) }, adapters.Working, adapters.ByProgress},
		{"title", func() { e.Title = claim(adapters.ByTitle, adapters.Working) }, adapters.Working, adapters.ByTitle},
		{"dialog", func() {
			e.Dialog, e.Asked = &adapters.Dialog{Kind: adapters.Trust, Text: "Trust?"}, now
		}, adapters.Blocked, adapters.ByDialog},
		{"a record that says so, too", func() { e.Status = claim(adapters.ByStatus, adapters.Blocked) }, adapters.Blocked, adapters.ByStatus},
		{"the end", func() { e.Process = claim(adapters.ByProcess, adapters.Exited) }, adapters.Exited, adapters.ByProcess},
	}
	d := detector(t, "claude")
	for _, step := range steps {
		step.add()
		got := d.Resolve(e, now)
		if got.Condition != step.want || got.By != step.by {
			t.Errorf("%s: %s by %s, want %s by %s", step.name, got.Condition, got.By, step.want, step.by)
		}
		if diff := cmp.Diff(got, d.Resolve(e, now), cmp.AllowUnexported(adapters.Dialog{})); diff != "" {
			t.Errorf("%s: asked twice, two answers:\n%s", step.name, diff)
		}
		if !got.Until.IsZero() && !got.Until.After(now) {
			t.Errorf("%s: wants to be asked again at %v, which is not in the future", step.name, got.Until)
		}
	}
}
