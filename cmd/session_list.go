package cmd

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/session"
)

func newSessionList(s console.Streams) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the sessions, newest first",

		SuggestFor: []string{"status", "ps", "ls"},
		Long:       "List the sessions, newest first.\n\n" + stateHelp,
		Args:       noArguments(""),
		RunE:       func(c *cobra.Command, _ []string) error { return runSessionList(c.Context(), s, asJSON) },
	}
	addJSON(c, &asJSON)
	return c
}

// listed is one session of the list, as JSON.
type listed struct {
	ID        string    `json:"id"`
	Workflow  string    `json:"workflow,omitempty"`
	State     string    `json:"state"`
	Outcome   string    `json:"outcome,omitempty"`
	Stage     string    `json:"stage,omitempty"`
	Done      int       `json:"tasks_done"`
	Tasks     int       `json:"tasks"`
	Goal      string    `json:"goal,omitempty"`
	Workdir   string    `json:"workdir,omitempty"`
	Rehearsal string    `json:"rehearsal,omitempty"`
	CreatedAt time.Time `json:"created_at,omitzero"`
	UpdatedAt time.Time `json:"updated_at,omitzero"`
	Error     string    `json:"error,omitempty"`
	Troubles  []string  `json:"troubles,omitempty"`
	// KeptAlive are the tasks that are over and whose agents still run.
	KeptAlive []string `json:"kept_alive,omitempty"`
	// Waits say which agents wait for a person, since when, and for what.
	Waits []string `json:"waits,omitempty"`
	// Losses say which agents of current iterations were lost, and when.
	Losses []string `json:"losses,omitempty"`
	// LastHeard is the last sign of life of a host that is gone, or hangs.
	LastHeard time.Time `json:"last_heard_at,omitzero"`

	host string
}

func runSessionList(ctx context.Context, s console.Streams, asJSON bool) error {
	sessions, err := newSessions(s)
	if err != nil {
		return err
	}
	summaries, err := sessions.List()
	if err != nil {
		return err
	}
	list := make([]listed, len(summaries))
	var asking sync.WaitGroup
	for i, summary := range summaries {
		asking.Go(func() {
			var now presence
			if summary.Err == nil {
				now = present(ctx, s, sessions, summary.Record, summary.Running)
				summary.Record = now.record
			}
			list[i] = newListed(summary, now.state)
			list[i].Troubles, list[i].KeptAlive, list[i].Losses = now.troubled, now.kept, lossesOf(now.record, time.Now())
			list[i].Waits = now.waits(time.Now())
			list[i].LastHeard = now.heard
			if host := now.host(time.Now()); host != "" {
				list[i].host = host + "; " + now.resume() + " goes on"
			}
		})
	}
	asking.Wait()
	if asJSON {
		return printJSON(s, list)
	}
	if len(list) == 0 {
		s.Notef("no sessions yet; start one with: rooda workflow run plan-then-build --rehearse\n")
		return nil
	}
	const unlimited = math.MaxInt // of a pipe
	fit := listFit{workflow: unlimited, folder: unlimited, goal: unlimited, started: "2006-01-02 15:04"}
	if s.OutTerminal {
		fit = fitList(s.Width())
	}
	var rows [][]string
	for _, l := range list {
		if l.Error != "" {
			rows = append(rows, []string{l.ID, "?", "unreadable", "", "", "", l.Error})
			continue
		}
		about := console.OneLine(l.Goal)
		if l.Rehearsal != "" {
			about = "(rehearsal) " + about
		}
		if len(l.Troubles) > 0 {
			about = console.CutMiddle("! "+l.Troubles[0], fit.goal)
		}
		rows = append(rows, []string{
			shortID(l.ID), firstChars(l.Workflow, fit.workflow), l.marked(), fmt.Sprintf("%d/%d", l.Done, l.Tasks),
			fit.time(l.CreatedAt, time.Now()), console.CutMiddle(console.OneLine(fit.place(atHome(s, l.Workdir))), fit.folder), firstChars(about, fit.goal),
		})
	}
	err = console.CutTable(s, []string{"SESSION", "WORKFLOW", "STATE", "DONE", "STARTED", "FOLDER", "GOAL"}, rows)
	for _, l := range list {
		if l.marked() != l.State {
			s.Notef("%s\n", whileAlive(l.ID, l.KeptAlive))
		}
		if l.host != "" {
			s.Notef("%s: host %s\n", shortID(l.ID), l.host)
		}
		for _, text := range slices.Concat(l.Waits, l.Losses) {
			s.Notef("%s/%s\n", shortID(l.ID), text)
		}
	}
	return err
}

// listFit is how much room the columns of the list have.
type listFit struct {
	workflow, folder, goal int
	started                string // format of a time
	bare                   bool   // of a folder only its name
}

// fitList keeps the time, and before it the state, on a narrow terminal.
func fitList(width int) listFit {
	switch {
	case width < 80:
		return listFit{max(width/6, 8), max(width/4, 12), 50, "01-02", true}
	case width < 100:
		return listFit{width / 5, width / 5, 50, "01-02 15:04", true}
	}
	return listFit{width / 4, width / 4, max(50, width/3), "2006-01-02 15:04", false}
}

// time is when a session began: where there is room for no more than its day, the time of one of today.
func (f listFit) time(t, now time.Time) string {
	if text := dayTime(t, now); len(text) == len(f.started) {
		return text
	}
	return t.Local().Format(f.started)
}

// place is a folder as far as there is room for it.
func (f listFit) place(folder string) string {
	if f.bare && folder != "" {
		return filepath.Base(folder)
	}
	return folder
}

// atHome is a path with the home folder as ~.
func atHome(s console.Streams, path string) string {
	home := s.Getenv("HOME")
	if rest, ok := strings.CutPrefix(path, home); ok && len(home) > 1 && (rest == "" || rest[0] == '/') {
		return "~" + rest
	}
	return path
}

func newListed(summary session.Summary, state string) listed {
	r := summary.Record
	l := listed{ID: summary.ID}
	if summary.Err != nil {
		l.State, l.Error = "unreadable", console.OneLine(summary.Err.Error())
		return l
	}
	l.Workflow, l.Goal, l.Workdir, l.Rehearsal = r.Workflow.Name, r.Goal, r.Workdir, r.Rehearsal
	l.State, l.Outcome = state, string(r.Outcome)
	l.CreatedAt, l.UpdatedAt, l.Tasks = r.CreatedAt, r.UpdatedAt, len(r.Tasks)
	for _, t := range r.Tasks {
		if t.Status == session.Done {
			l.Done++
		}
	}
	if stages := r.Workflow.Definition.Stages; r.CurrentStageIndex < len(stages) {
		l.Stage = stages[r.CurrentStageIndex].ID
	}
	return l
}

func firstChars(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	return string(runes[:n-1]) + "…"
}
