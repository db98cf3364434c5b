package cmd

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"rooda/internal/console"
	"rooda/session"
	"rooda/workflows"
)

// TestFollowedEnd: who follows hears what has become of that: it is over, nobody drives it, or a host has come
// after all, whose agents were not followed.
func TestFollowedEnd(t *testing.T) {
	tasks := func(status session.Status) map[string]*session.Task {
		return map[string]*session.Task{"a": {Stage: "s", Status: status}, "b": {Stage: "s", Status: session.Pending}}
	}
	for _, test := range []struct {
		name, task string
		status     session.Status
		outcome    session.Outcome
		comes      bool // a host, as soon as the end was found
		leaves     bool // whoever follows
		driven     bool
		over       bool
		want       string // of the error, empty for none
	}{
		{name: "over", outcome: session.Success, over: true},
		{name: "nobody goes on", want: ": nobody drives the session"},
		{name: "nobody goes on with the task", task: "a", want: "/a: nobody drives its session, and its agent was never started"},
		{name: "its task is over", task: "a", status: session.Done, over: true},
		{name: "its task is over, and others are not", task: "a", status: session.Error, driven: true, over: true},
		{name: "another host", comes: true, want: ": nobody drove the session for a while, and another rooda does now"},
		{name: "another host, for the task", task: "a", comes: true, want: "/a: nobody drove the session for a while, and another rooda does now"},
		{name: "Ctrl-C meanwhile", task: "a", leaves: true, want: context.Canceled.Error()},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			sessions := session.NewManager(t.TempDir())
			status := test.status
			if status == "" {
				status = session.Pending
			}
			definition := &workflows.Workflow{Name: "w", Stages: []workflows.Stage{{ID: "s", Tasks: []workflows.Task{{ID: "a"}, {ID: "b"}}}}}
			host, err := sessions.Create(session.Record{
				Workflow: session.Workflow{Name: "w", Definition: definition}, Workdir: "/", Outcome: test.outcome, Epoch: 1, Tasks: tasks(status),
			})
			if err != nil {
				t.Fatal(err)
			}
			id := host.ID()
			record := host.Record()
			if test.driven {
				defer host.Close()
			} else if err := host.Close(); err != nil {
				t.Fatal(err)
			}
			r := logReader{s: console.Streams{Out: io.Discard, Err: io.Discard}, sessions: sessions, dir: sessions.Dir(id), task: test.task, record: record}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			over, err := r.awaitEnd(ctx, func() {})
			if err != nil || over != test.over {
				t.Fatalf("over is %v, %v", over, err)
			}
			if test.comes {
				next, err := sessions.Open(id)
				if err != nil {
					t.Fatal(err)
				}
				defer next.Close()
			}
			if test.leaves {
				cancel()
			}
			if over {
				return
			}
			err = r.deserted(ctx)
			var code codedError
			switch {
			case err == nil || !strings.HasSuffix(err.Error(), test.want):
				t.Errorf("%v", err)
			case !test.leaves && (!errors.As(err, &code) || code.code != exitUnreachable):
				t.Errorf("its code is %d: %v", code.code, err)
			}
		})
	}
}
