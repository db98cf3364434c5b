package cmd

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/session"
)

// runSessionExplain shows what the agent of a task was taken for, and why.
func runSessionExplain(s console.Streams, text, task string, asJSON bool) error {
	sessions, record, err := loadSession(s, text)
	if err != nil {
		return err
	}
	t := record.Tasks[task]
	if t == nil {
		return hintf(fmt.Errorf("session %s has no task %q", shortID(record.ID), task), "rooda session show %s lists them", shortID(record.ID))
	}
	iteration := t.Iteration
	if last := t.LastIteration; last != nil && last.Attempt == t.Attempt && t.Iteration > last.Number && !t.Status.UnderWay() {
		iteration = last.Number
	}
	file := filepath.Join(session.IterationDir(sessions.Dir(record.ID), task, iteration, t.Attempt), session.ExplainFile)
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return hintf(fmt.Errorf("there are no decisions about task %s", task), "they are kept for tasks with mode: interactive, once the agent has started")
	}
	var decisions []orchestrator.Explanation
	if err == nil {
		err = json.Unmarshal(data, &decisions)
	}
	if err != nil {
		return fmt.Errorf("read decisions: %w", err)
	}
	if asJSON {
		return printJSON(s, decisions)
	}
	now := time.Now()
	millis := func(t time.Time) string { return dayClock(t, now) + t.Format(".000") }
	for _, d := range decisions {
		s.Printf("%s  %-8s %-12s %-8s %s\n", millis(d.Time), d.State, cmp.Or(d.Kind, "-"), d.By, d.Excerpt)
		if d.Times > 1 {
			s.Printf("                %d times, the last at %s\n", d.Times, millis(d.Last))
		}
		for _, c := range d.Claims {
			s.Printf("                %-8s says %s%s since %s\n", c.Source, c.State, suffix(" ", string(c.Kind)), millis(c.Since))
		}
		if d.Policy != "" {
			s.Printf("                policy   %s\n", d.Policy)
		}
	}
	return nil
}
