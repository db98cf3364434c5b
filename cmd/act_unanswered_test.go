package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rooda/internal/api"
	"rooda/internal/console"
	"rooda/internal/localsock"
	"rooda/orchestrator"
	"rooda/session"
	"rooda/workflows"
)

// TestHostEndsInTheMiddle: who asked it for something is told whether that is on record, and how to go on.
func TestHostEndsInTheMiddle(t *testing.T) {
	requested := func(action string) session.Event {
		data, err := json.Marshal(orchestrator.Requested{Deed: orchestrator.Deed{By: "human"}, Action: action})
		if err != nil {
			t.Fatal(err)
		}
		return session.Event{Time: time.Now(), Type: "requested", Task: "a", Data: data}
	}
	for name, tt := range map[string]struct {
		verb   string
		before string // what had been wanted before
		keep   func(*session.Handle, session.Record) error
		lives  bool
		want   string
		hint   string
	}{
		"cancel": {verb: "cancel", want: "ended before it answered; that is not on record", hint: "rooda session resume ID"},
		"a cancel of before": {verb: "cancel", before: "cancel",
			want: "ended before it answered; that is not on record", hint: "rooda session resume ID"},
		"journaled cancel": {verb: "cancel", want: "ended before it answered; that is on record, and holds", hint: "rooda session resume ID goes on with that",
			keep: func(h *session.Handle, r session.Record) error {
				e := requested("cancel")
				e.Seq = r.LastSeq + 1
				return h.Append([]session.Event{e})
			}},
		"saved cancel": {verb: "cancel", want: "ended before it answered; that is on record, and holds", hint: "rooda session resume ID goes on with that",
			keep: func(h *session.Handle, r session.Record) error {
				e := requested("cancel")
				e.Seq = r.LastSeq + 1
				r.LastSeq, r.Outbox = e.Seq, []session.Event{e}
				return h.Save(r)
			}},
		"kept cancel": {verb: "cancel", want: "ended before it answered; that is on record, and holds", hint: "rooda session resume ID goes on with that",
			keep: func(h *session.Handle, _ session.Record) error {
				_, err := h.Keep(session.Request{Action: "cancel", Task: "a", By: "human"})
				return err
			}},
		"complete": {verb: "complete", want: "that is not on record", hint: "rooda session resume ID"},
		"approve":  {verb: "approve", want: "whether the answer was typed is not on record", hint: "rooda session resume ID"},
		"an approval of which nothing was typed": {verb: "approve", want: "whether the answer was typed is not on record", hint: "rooda session resume ID",
			keep: func(h *session.Handle, r session.Record) error {
				e := requested("approve")
				e.Seq = r.LastSeq + 1
				return h.Append([]session.Event{e})
			}},
		"an approval that was typed": {verb: "approve", want: "that is on record, and holds", hint: "rooda session resume ID goes on with that",
			keep: func(h *session.Handle, r session.Record) error {
				return h.Append([]session.Event{{Seq: r.LastSeq + 1, Time: time.Now(), Type: "input_typed", Task: "a", Data: []byte(`{"by":"human","bytes":2}`)}})
			}},
		"it lives": {verb: "cancel", lives: true, want: "broke the connection off before it answered; that is not on record", hint: "rooda session show ID"},
	} {
		t.Run(name, func(t *testing.T) {
			home := shortHome(t)
			s := console.Streams{Environ: []string{"ROODA_STATE_HOME=" + home}, Out: io.Discard, Err: io.Discard}
			sessions, err := newSessions(s)
			if err != nil {
				t.Fatal(err)
			}
			definition := &workflows.Workflow{Name: "w", Stages: []workflows.Stage{{ID: "s", Tasks: []workflows.Task{{ID: "a"}}}}}
			record := session.Record{Workflow: session.Workflow{Name: "w", Definition: definition}, Workdir: "/", Epoch: 1, Tasks: map[string]*session.Task{
				"a": {Stage: "s", Status: session.WaitingForUser, Interaction: &session.Interaction{Kind: "question", Since: time.Now()}},
			}}
			host, err := sessions.Create(record)
			if err != nil {
				t.Fatal(err)
			}
			record = host.Record()
			if tt.before != "" {
				e := requested(tt.before)
				e.Seq, record.LastSeq = record.LastSeq+1, record.LastSeq+1
				if err := errors.Join(host.Append([]session.Event{e}), host.Save(record)); err != nil {
					t.Fatal(err)
				}
			}
			listenAs(t, filepath.Join(home, "run"), host.Dir(), api.Session{API: api.API, Record: record}, func() {
				if tt.keep != nil {
					if err := tt.keep(host, record); err != nil {
						t.Error(err)
					}
				}
				if !tt.lives {
					host.Close()
				}
			})
			do := map[string]func(*api.Client, context.Context, string) error{"approve": (*api.Client).Approve, "cancel": (*api.Client).Cancel, "complete": (*api.Client).Complete}[tt.verb]
			err = deed{tt.verb, tt.verb, do}.run(t.Context(), s, host.ID(), false)
			if tt.lives {
				host.Close()
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "EOF") {
				t.Fatalf("%v, want %q", err, tt.want)
			}
			var advice hinter
			hint := strings.ReplaceAll(tt.hint, "ID", shortID(host.ID()))
			if !errors.As(err, &advice) || !strings.Contains(advice.Hint(), hint) {
				t.Errorf("%v, want the hint %q", err, hint)
			}
			if got := exitCode(err); got != exitUnreachable {
				t.Errorf("exit code %d, want %d", got, exitUnreachable)
			}
		})
	}
}

// TestHostEndsAsALossIsSettled: the word on a lost agent can be given again, to whoever takes the session up.
func TestHostEndsAsALossIsSettled(t *testing.T) {
	home := shortHome(t)
	s := console.Streams{Environ: []string{"ROODA_STATE_HOME=" + home}, Out: io.Discard, Err: io.Discard}
	dir := filepath.Join(home, "session")
	definition := &workflows.Workflow{Name: "w", Stages: []workflows.Stage{{ID: "s", Tasks: []workflows.Task{{ID: "a"}}}}}
	record := session.Record{ID: "01a201fc-8679-7000-8000-000000000000", Workflow: session.Workflow{Definition: definition}, Tasks: map[string]*session.Task{
		"a": {Stage: "s", Status: session.WaitingForUser, Interaction: &session.Interaction{Kind: orchestrator.KindLost, Options: []string{"retry", "fail"}}},
	}}
	listenAs(t, filepath.Join(home, "run"), dir, api.Session{API: api.API, Record: record}, func() {})
	settled, err := settleLost(t.Context(), s, dir, record.ID, "retry")
	if !settled || !errors.Is(err, api.ErrEnded) || exitCode(err) != exitUnreachable {
		t.Errorf("%t, %v; want that the host ended, and exit code %d", settled, err, exitUnreachable)
	}
	var advice hinter
	if want := "rooda session resume 01a201fc-8679 --lost retry goes on with it"; !errors.As(err, &advice) || advice.Hint() != want {
		t.Errorf("%v, want the hint %q", err, want)
	}
}

// shortHome is a state folder below which sockets have room.
func shortHome(t *testing.T) string {
	t.Helper()
	home, err := os.MkdirTemp("", "h")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(home) })
	return home
}

// listenAs plays the host of the session in dir: it tells what the session is, and breaks off whatever is wanted of
// it, after end.
func listenAs(t *testing.T, runDir, dir string, now api.Session, end func()) {
	t.Helper()
	path, err := localsock.Path(runDir, dir)
	if err == nil {
		err = localsock.EnsureDir(runDir)
	}
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			if err := json.NewEncoder(w).Encode(now); err != nil {
				t.Error(err)
			}
			return
		}
		end()
		panic(http.ErrAbortHandler)
	}))
	server.Listener.Close()
	server.Listener = listener
	server.Start()
	t.Cleanup(server.Close)
}
