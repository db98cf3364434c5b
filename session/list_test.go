package session_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/session"
)

const (
	oldest = "01939b1c-0000-7000-8000-000000000001"
	middle = "01939b1c-0000-7000-8000-000000000002"
	newest = "01949b1c-0000-7000-8000-000000000003"
)

func three(t *testing.T) (*session.SessionManager, map[string]*session.Handle) {
	t.Helper()
	manager := session.NewManager(t.TempDir())
	handles := map[string]*session.Handle{}
	for _, id := range []string{middle, newest, oldest} {
		record := fixture()
		record.ID = id
		handles[id] = create(t, manager, record)
	}
	return manager, handles
}

func TestListGoesOnPastBrokenSessions(t *testing.T) {
	manager, handles := three(t)
	for _, id := range []string{oldest, middle} {
		if err := handles[id].Close(); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(manager.Dir(middle), "session.json"), "{")
	sessions := filepath.Dir(manager.Dir(middle))
	for _, name := range []string{"notes.txt", ".part-01939b1c-0000-7000-8000-000000000009/host.lock", "backup/session.json"} {
		write(t, filepath.Join(sessions, name), "")
	}
	list, err := manager.List()
	if err != nil {
		t.Fatal(err)
	}
	type line struct {
		ID, Name    string
		Running, OK bool
	}
	var got []line
	for _, s := range list {
		got = append(got, line{s.ID, s.Record.Workflow.Name, s.Running, s.Err == nil})
	}
	want := []line{{newest, "plan-then-build", true, true}, {middle, "", false, false}, {oldest, "plan-then-build", false, true}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}
	if id, here, err := manager.Latest("/src"); err != nil || id != newest || !here {
		t.Errorf("latest %s, %v, %v", id, here, err)
	}
}

func TestLatestOfAFolder(t *testing.T) {
	manager := session.NewManager(t.TempDir())
	for id, dir := range map[string]string{newest: "/there", middle: "/here", oldest: "/here"} {
		record := fixture()
		record.ID, record.Workdir = id, dir
		create(t, manager, record)
	}
	for _, test := range []struct {
		dir, want string
		here      bool
	}{{"/here", middle, true}, {"/there", newest, true}, {"/nowhere", newest, false}} {
		if id, here, err := manager.Latest(test.dir); err != nil || id != test.want || here != test.here {
			t.Errorf("latest of %s: %s, %v, %v; want %s, %v", test.dir, id, here, err, test.want, test.here)
		}
	}
}

func TestListOfNothing(t *testing.T) {
	manager := session.NewManager(filepath.Join(t.TempDir(), "none"))
	if list, err := manager.List(); err != nil || len(list) != 0 {
		t.Errorf("list %v, %v", list, err)
	}
	var none *session.NotFoundError
	if _, _, err := manager.Latest("/src"); !errors.As(err, &none) {
		t.Errorf("latest: %v", err)
	}
	if removed, err := manager.Prune(0, time.Time{}, nil); err != nil || len(removed) != 0 {
		t.Errorf("prune %v, %v", removed, err)
	}
}

func TestResolve(t *testing.T) {
	manager, _ := three(t)
	invalid, missing, ambiguous := new(*session.InvalidIDError), new(*session.NotFoundError), new(*session.AmbiguousError)
	tests := []struct {
		text, want string
		as         any
	}{
		{newest, newest, nil},
		{"0194", newest, nil},
		{"01949B1C-0", newest, nil},
		{"01939b1c-0000-7000-8000-000000000002", middle, nil},
		{"01939b1c", "", ambiguous},
		{"01999", "", missing},
		{"01949b1c-0000-7000-8000-000000000009", "", missing},
		{"019", "", invalid},
		{"", "", invalid},
		{"../../x", "", invalid},
		{"0194/../0194", "", invalid},
		{"0194\x00", "", invalid},
		{"0194*", "", invalid},
		{"latest", "", invalid},
		{newest + "0", "", invalid},
	}
	for _, test := range tests {
		got, err := manager.Resolve(test.text)
		if got != test.want || (err == nil) != (test.as == nil) || test.as != nil && !errors.As(err, test.as) {
			t.Errorf("%q: got %q, %v, want %q, %T", test.text, got, err, test.want, test.as)
		}
	}
	_, err := manager.Resolve("0193")
	if !errors.As(err, ambiguous) {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{middle, oldest}, (*ambiguous).Candidates); diff != "" {
		t.Errorf("candidates (-want +got):\n%s", diff)
	}
}

// What is no id is refused before any path is made of it.
func TestStrangeIDs(t *testing.T) {
	home := t.TempDir()
	manager := session.NewManager(home)
	closed(t, manager, fixture())
	write(t, filepath.Join(home, "x", "session.json"), "{}")
	write(t, filepath.Join(home, "x", "host.lock"), "")
	var invalid *session.InvalidIDError
	for _, id := range []string{"../../x", "../x", "x", "", ".", "01939b1c", "01939B1C-0000-7000-8000-000000000001", "{01939b1c-0000-7000-8000-000000000001}"} {
		_, openErr := manager.Open(id)
		_, loadErr := manager.Load(id)
		for _, err := range []error{openErr, loadErr, manager.Remove(id)} {
			if !errors.As(err, &invalid) || invalid.Hint() == "" {
				t.Errorf("%q: got %v", id, err)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(home, "x", "session.json")); err != nil {
		t.Error(err)
	}
}

func TestRemove(t *testing.T) {
	manager, handles := three(t)
	victim := filepath.Join(t.TempDir(), "precious")
	write(t, filepath.Join(victim, "file"), "keep")
	dir, err := handles[oldest].IterationDir("code", 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(victim, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := handles[oldest].Close(); err != nil {
		t.Fatal(err)
	}
	if err := manager.Remove(oldest); err != nil {
		t.Fatal(err)
	}
	if content(t, filepath.Join(victim, "file")) != "keep" {
		t.Error("a link was followed")
	}
	var missing *session.NotFoundError
	if err := manager.Remove(oldest); !errors.As(err, &missing) {
		t.Errorf("again: %v", err)
	}
	stranger := filepath.Join(filepath.Dir(manager.Dir(middle)), "01939b1c-0000-7000-8000-00000000000f")
	write(t, filepath.Join(stranger, "thesis.tex"), "keep")
	if err := manager.Remove(filepath.Base(stranger)); err == nil {
		t.Error("removed a folder that is no session")
	}
	if content(t, filepath.Join(stranger, "thesis.tex")) != "keep" {
		t.Error("its content is gone")
	}
}

func TestRemoveOfABrokenSession(t *testing.T) {
	manager := session.NewManager(t.TempDir())
	id := closed(t, manager, fixture())
	write(t, filepath.Join(manager.Dir(id), "session.json"), "{")
	if err := manager.Remove(id); err != nil {
		t.Fatal(err)
	}
}

// TestRemoveUnless: what is to be removed is looked at while nobody can host it.
func TestRemoveUnless(t *testing.T) {
	manager := session.NewManager(t.TempDir())
	id := closed(t, manager, fixture())
	alive := errors.New("alive")
	err := manager.RemoveUnless(id, func() error {
		if _, err := manager.Open(id); !errors.Is(err, session.ErrRunning) {
			t.Errorf("meanwhile: %v", err)
		}
		return alive
	})
	if !errors.Is(err, alive) {
		t.Errorf("removed: %v", err)
	}
	if h, err := manager.Open(id); err != nil {
		t.Error(err)
	} else if err := h.Close(); err != nil {
		t.Error(err)
	}
	called := false
	held := create(t, manager, fixture())
	if err := manager.RemoveUnless(held.Record().ID, func() error { called = true; return nil }); !errors.Is(err, session.ErrRunning) || called {
		t.Errorf("a session that runs: %v, asked %t", err, called)
	}
}

func TestPrune(t *testing.T) {
	manager := session.NewManager(t.TempDir())
	var finished []string
	for _, outcome := range []session.Outcome{session.Success, session.Aborted, "", session.Interrupted, session.MaxIters} {
		record := fixture()
		record.Outcome = outcome
		if id := closed(t, manager, record); outcome != "" && outcome != session.Interrupted {
			finished = append(finished, id)
		}
	}
	record := fixture()
	record.Outcome = session.Success
	create(t, manager, record) // still held: a viewer may be attached

	half := filepath.Join(filepath.Dir(manager.Dir(finished[0])), ".part-01939b1c-0000-7000-8000-000000000009")
	write(t, filepath.Join(half, "host.lock"), "")

	check := func(keep int, before time.Time, want ...string) {
		t.Helper()
		got, err := manager.Prune(keep, before, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("keep %d, before %v (-want +got):\n%s", keep, before, diff)
		}
	}
	check(0, time.Now().Add(-time.Hour))
	check(2, time.Time{}, finished[0])
	check(0, time.Now().Add(time.Hour), finished[2], finished[1])
	if _, err := os.Stat(half); err == nil {
		t.Error("what a killed run left is still there")
	}
	if list, err := manager.List(); err != nil || len(list) != 3 {
		t.Errorf("%d sessions stay, %v, want 3", len(list), err)
	}
}

// TestPruneLooksAgain: a session that is taken up again between the look and the removal stays,
// also when nobody drives it any more by then.
func TestPruneLooksAgain(t *testing.T) {
	for name, meanwhile := range map[string]func(t *testing.T, manager *session.SessionManager, id string){
		"untouched": func(*testing.T, *session.SessionManager, string) {},
		"resumed and killed": func(t *testing.T, manager *session.SessionManager, id string) {
			h := reopen(t, manager, id)
			record := h.Record()
			record.Outcome = ""
			if err := errors.Join(h.Save(record), h.Close()); err != nil {
				t.Fatal(err)
			}
		},
		"resumed and over again": func(t *testing.T, manager *session.SessionManager, id string) {
			h := reopen(t, manager, id)
			if err := errors.Join(h.Save(h.Record()), h.Close()); err != nil {
				t.Fatal(err)
			}
		},
		"an agent was left": nil,
	} {
		t.Run(name, func(t *testing.T) {
			manager := session.NewManager(t.TempDir())
			record := fixture()
			record.Outcome = session.Aborted
			id := closed(t, manager, record)
			looks := 0
			removed, err := manager.Prune(0, time.Time{}, func(session.Record) bool {
				if looks++; looks == 1 && meanwhile != nil {
					meanwhile(t, manager, id)
				}
				return looks > 1 && meanwhile == nil
			})
			want := 0
			if name == "untouched" {
				want = 1
			}
			if err != nil || len(removed) != want {
				t.Errorf("removed %v, %v, want %d", removed, err, want)
			}
			if _, err := manager.Load(id); (err == nil) != (want == 0) {
				t.Errorf("load: %v", err)
			}
		})
	}
}

func TestHome(t *testing.T) {
	tests := []struct {
		env  []string
		want string
	}{
		{[]string{"ROODA_STATE_HOME=/r/", "XDG_STATE_HOME=/x", "HOME=/h"}, "/r"},
		{[]string{"XDG_STATE_HOME=/x", "HOME=/h"}, "/x/rooda"},
		{[]string{"ROODA_STATE_HOME=", "XDG_STATE_HOME=rel", "HOME=/h"}, "/h/.local/state/rooda"},
		{[]string{"HOME=/a", "HOME=/h"}, "/h/.local/state/rooda"},
		{[]string{"ROODA_STATE_HOME=rel", "HOME=/h"}, ""},
		{nil, ""},
	}
	for _, test := range tests {
		got, err := session.Home(test.env)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%v: got %q, %v", test.env, got, err)
		}
	}
}

// The id that people are shown is that of one session, however many begin at once, in several processes, too:
// managers share nothing.
func TestShortIDsDiffer(t *testing.T) {
	home := t.TempDir()
	const hosts, each = 8, 10
	var work sync.WaitGroup
	for range hosts {
		work.Go(func() {
			m := session.NewManager(home)
			for range each {
				handle, err := m.Create(fixture())
				if err != nil {
					t.Error(err)
					return
				}
				if err := handle.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	work.Wait()
	m := session.NewManager(home)
	all, err := m.List()
	if err != nil || len(all) != hosts*each {
		t.Fatalf("%d sessions, %v", len(all), err)
	}
	for _, s := range all {
		if id, err := m.Resolve(session.ShortID(s.ID)); err != nil || id != s.ID {
			t.Errorf("%s is found as %q, %v", session.ShortID(s.ID), id, err)
		}
	}
}
