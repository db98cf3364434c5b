package session_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/session"
)

func wish(action, task string) session.Request {
	return session.Request{At: time.Unix(1700000000, 0).UTC(), By: "human", Action: action, Task: task}
}

func numbered(n int, r session.Request) session.Request {
	r.N = n
	return r
}

func checkPending(t *testing.T, manager *session.SessionManager, id string, want ...session.Request) {
	t.Helper()
	record, err := manager.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	got, err := manager.Pending(record)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("pending (%v, -want +got):\n%s", err, diff)
	}
}

// A request is kept until a checkpoint holds it; what is kept is that of one session's life, in its order.
func TestRequests(t *testing.T) {
	manager := session.NewManager(t.TempDir())
	id := closed(t, manager, fixture())
	checkPending(t, manager, id)
	handle := reopen(t, manager, id)
	for i, r := range []session.Request{wish("cancel", "code"), wish("stop", "")} {
		if n, err := handle.Keep(r); n != i+1 || err != nil {
			t.Fatalf("kept as %d, %v", n, err)
		}
	}
	if err := manager.Keep(id, wish("stop", "")); err == nil {
		t.Error("kept beside a host")
	}
	if err := handle.Close(); err != nil {
		t.Fatal(err)
	}
	both := []session.Request{numbered(1, wish("cancel", "code")), numbered(2, wish("stop", ""))}
	checkPending(t, manager, id, both...)
	if err := manager.Keep(id, wish("stop", "")); err != nil {
		t.Error(err)
	}
	checkPending(t, manager, id, both...)

	next := reopen(t, manager, id)
	if diff := cmp.Diff(both, next.Pending()); diff != "" {
		t.Errorf("the next host finds (-want +got):\n%s", diff)
	}
	record := next.Record()
	record.Requests = 1
	if err := next.Save(record); err != nil {
		t.Fatal(err)
	}
	checkPending(t, manager, id, both[1])
	record.Requests = 2
	if err := next.Save(record); err != nil {
		t.Fatal(err)
	}
	checkPending(t, manager, id)
	if err := next.Close(); err != nil {
		t.Fatal(err)
	}
	// The numbers go on although the room is made again.
	if err := reopen(t, manager, id).Close(); err != nil {
		t.Fatal(err)
	}
	if data := content(t, filepath.Join(manager.Dir(id), "requests.jsonl")); len(data) != 4096 || data[0] != '\n' {
		t.Errorf("the room was not made again: %d bytes", len(data))
	}
	if err := manager.Keep(id, wish("stop", "")); err != nil {
		t.Fatal(err)
	}
	checkPending(t, manager, id, numbered(3, wish("stop", "")))
}

// A session of an earlier rooda gets its room from the next host.
func TestRequestsWithoutRoom(t *testing.T) {
	manager := session.NewManager(t.TempDir())
	id := closed(t, manager, fixture())
	room := filepath.Join(manager.Dir(id), "requests.jsonl")
	if err := os.Remove(room); err != nil {
		t.Fatal(err)
	}
	checkPending(t, manager, id)
	if err := manager.Keep(id, wish("stop", "")); err != nil {
		t.Fatal(err)
	}
	checkPending(t, manager, id, numbered(1, wish("stop", "")))
	if err := os.Remove(room); err != nil {
		t.Fatal(err)
	}
	reopen(t, manager, id)
	if data := content(t, room); len(data) != 4096 {
		t.Errorf("%d bytes of room", len(data))
	}
}
