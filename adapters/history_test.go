package adapters_test

import (
	"fmt"
	"testing"
	"time"

	"rooda/adapters"
	"rooda/pty/vt"
)

// TestHistorySpinner: a sign that moves in the title is one decision, so that
// what is kept reaches back to what matters.
func TestHistorySpinner(t *testing.T) {
	t.Parallel()
	d, err := adapters.NewDetector(adapters.Signs{Titles: []adapters.TitleRule{{Match: "^[⠋⠙⠹]", State: adapters.Working}}})
	if err != nil {
		t.Fatal(err)
	}
	w := adapters.NewWatcher(d, vt.New(vt.Options{Cols: 80, Rows: 24}), epoch)
	for i := range 1000 {
		now := epoch.Add(time.Duration(i+1) * 100 * time.Millisecond)
		w.Write(now, fmt.Appendf(nil, "\x1b]0;%s works\a\r%d tokens", []string{"⠋", "⠙", "⠹"}[i%3], i))
		w.Advance(now)
	}
	past := w.Explain(1)
	if len(past) > 5 {
		t.Errorf("%d decisions of a spinner, the last %+v", len(past), past[len(past)-1])
	}
	last := past[len(past)-1]
	if last.State.Condition != adapters.Working || last.Times < 900 || last.Last.Sub(last.At) < 90*time.Second {
		t.Errorf("the last is %s, made %d times in %s", last.State.Condition, last.Times, last.Last.Sub(last.At))
	}
}

// TestTitleFlash: a title that says that it works, and in the same output that
// it rests, proves work: the turn was short.
func TestTitleFlash(t *testing.T) {
	t.Parallel()
	w := adapters.NewWatcher(detector(t, "generic"), vt.New(vt.Options{Cols: 80, Rows: 24}), epoch)
	w.Write(epoch.Add(time.Second), []byte("\x1b]0;⠋ agent\aan answer\x1b]0;agent\a"))
	w.Advance(epoch.Add(2 * time.Second))
	if v := w.View(); v.WorkedBy != adapters.ByTitle || !v.Worked.Equal(epoch.Add(time.Second)) {
		t.Errorf("worked at %v by %q", v.Worked.Sub(epoch), v.WorkedBy)
	}
}
