package session_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rooda/internal/statefile"
	"rooda/session"
)

// A host can die between the checkpoint and the journal, or anywhere in it.
func TestOutboxReachesTheJournalOnce(t *testing.T) {
	tests := []struct {
		name            string
		journal, outbox []session.Event
		torn            string
	}{
		{"died before the journal", events(1, 2), events(3, 5), ""},
		{"died in its second line", events(1, 3), events(3, 5), `{"seq":4,"ti`},
		{"died in a long line", events(1, 4), events(5, 5), `{"seq":5,"data":"` + strings.Repeat("x", 4096)},
		{"died after the journal", events(1, 5), events(3, 5), ""},
		{"died at the first checkpoint", nil, events(1, 5), ""},
		{"power lost: zeros", events(1, 4), events(3, 5), "\x00\x00\x00\x00"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			manager := session.NewManager(t.TempDir())
			handle := create(t, manager, fixture())
			if err := handle.Append(test.journal); err != nil {
				t.Fatal(err)
			}
			record := handle.Record()
			record.LastSeq, record.Outbox = 5, test.outbox
			if err := handle.Save(record); err != nil {
				t.Fatal(err)
			}
			if err := handle.Close(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(handle.Dir(), "events.jsonl")
			write(t, path, content(t, path)+test.torn)
			for range 2 { // the second time there is nothing to mend
				again := reopen(t, manager, handle.ID())
				if diff := cmp.Diff(events(1, 5), journaled(t, again.Dir(), 0)); diff != "" {
					t.Errorf("journal (-want +got):\n%s", diff)
				}
				if !strings.HasSuffix(content(t, path), "}\n") {
					t.Error("a torn line is still there")
				}
				if err := again.Close(); err != nil {
					t.Fatal(err)
				}
			}
			again := reopen(t, manager, handle.ID())
			if err := again.Append(events(6, 6)); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(events(4, 6), journaled(t, again.Dir(), 3)); diff != "" {
				t.Errorf("events after 3 (-want +got):\n%s", diff)
			}
		})
	}
}

func TestJournalAheadOfTheCheckpoint(t *testing.T) {
	manager := session.NewManager(t.TempDir())
	handle := create(t, manager, fixture())
	if err := handle.Append(events(1, 7)); err != nil {
		t.Fatal(err)
	}
	if err := handle.Close(); err != nil {
		t.Fatal(err)
	}
	if got := reopen(t, manager, handle.ID()).Record().LastSeq; got != 7 {
		t.Errorf("last_seq %d: the next event would take a number twice", got)
	}
}

// Wherever a writer is killed, what is read is a beginning of what it wrote,
// and the next host goes on after it.
func TestJournalCutAnywhere(t *testing.T) {
	manager := session.NewManager(t.TempDir())
	handle := create(t, manager, fixture())
	if err := handle.Append(events(1, 6)); err != nil {
		t.Fatal(err)
	}
	if err := handle.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(handle.Dir(), "events.jsonl")
	whole := content(t, path)
	rapid.Check(t, func(rt *rapid.T) {
		cut := rapid.IntRange(0, len(whole)).Draw(rt, "cut")
		write(t, path, whole[:cut])
		n := uint64(strings.Count(whole[:cut], "\n"))
		if diff := cmp.Diff(events(1, n), journaled(t, handle.Dir(), 0)); diff != "" {
			rt.Fatalf("before mending (-want +got):\n%s", diff)
		}
		again, err := manager.Open(handle.ID())
		if err != nil {
			rt.Fatal(err)
		}
		defer again.Close()
		if err := again.Append(events(n+1, n+1)); err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(events(1, n+1), journaled(t, handle.Dir(), 0)); diff != "" {
			rt.Fatalf("after mending (-want +got):\n%s", diff)
		}
	})
}

func TestAppendRefuses(t *testing.T) {
	handle := create(t, session.NewManager(t.TempDir()), fixture())
	if err := handle.Append(events(1, 3)); err != nil {
		t.Fatal(err)
	}
	large := events(5, 5)
	large[0].Data = []byte(`"` + strings.Repeat("x", 1<<20) + `"`)
	broken := events(5, 5)
	broken[0].Data = []byte(`{`)
	for name, list := range map[string][]session.Event{
		"a number again": events(3, 4), "falling numbers": append(events(5, 5), events(4, 4)...),
		"too large": append(events(4, 4), large...), "not JSON": append(events(4, 4), broken...),
	} {
		if err := handle.Append(list); err == nil {
			t.Errorf("%s: appended", name)
		}
	}
	if diff := cmp.Diff(events(1, 3), journaled(t, handle.Dir(), 0)); diff != "" {
		t.Errorf("journal (-want +got):\n%s", diff)
	}
}

func TestDamagedJournal(t *testing.T) {
	manager := session.NewManager(t.TempDir())
	id := closed(t, manager, fixture())
	path := filepath.Join(manager.Dir(id), "events.jsonl")
	good := `{"seq":1,"time":"2026-11-21T08:00:00Z","type":"a"}` + "\n"
	for name, text := range map[string]string{
		"a line of another program": good + "hello\n",
		"no number":                 good + "{}\n",
		"no line end":               good + strings.Repeat("x", 3<<20),
	} {
		t.Run(name, func(t *testing.T) {
			write(t, path, text)
			var corrupt *statefile.CorruptError
			if _, err := manager.Open(id); !errors.As(err, &corrupt) || corrupt.Path != path {
				t.Errorf("open: %v", err)
			}
			var last error
			count := 0
			for _, err := range session.ReadEvents(manager.Dir(id), 0) {
				count++
				last = err
			}
			if count != 2 || !errors.As(last, &corrupt) {
				t.Errorf("read %d values, last error %v", count, last)
			}
			if content(t, path) != text {
				t.Error("the journal was changed")
			}
		})
	}
}

func TestReadEventsStopsEarly(t *testing.T) {
	handle := create(t, session.NewManager(t.TempDir()), fixture())
	if err := handle.Append(events(1, 3)); err != nil {
		t.Fatal(err)
	}
	for event, err := range session.ReadEvents(handle.Dir(), 1) {
		if err != nil || event.Seq != 2 {
			t.Errorf("first is %d, %v", event.Seq, err)
		}
		break
	}
	if got := journaled(t, t.TempDir(), 0); got != nil {
		t.Errorf("a folder without a journal has %v", got)
	}
}

func FuzzReadEvents(f *testing.F) {
	f.Add([]byte(`{"seq":1,"time":"2026-11-21T08:00:00Z","type":"a"}` + "\n" + `{"seq":2`))
	f.Add([]byte("\n\n"))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, "events.jsonl"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		failed := false
		for event, err := range session.ReadEvents(dir, 0) {
			if failed {
				t.Fatal("a value after the error")
			}
			failed = err != nil
			if err == nil && event.Seq == 0 {
				t.Fatal("an event without a number")
			}
		}
	})
}

// Whoever wants what is newest reads the end of a journal only, in which a line may be longer than what is read at once.
func TestNewestEvents(t *testing.T) {
	const piece = 64 << 10 // what is read at once
	for _, sizes := range [][]int{nil, {0}, {0, 1, 2}, {piece}, {5, 3 * piece, 7}, {piece - 30, piece - 29, piece - 28, piece - 27, piece - 26, piece - 25}} {
		for _, torn := range []string{"", "{", strings.Repeat("x", piece), strings.Repeat("x", piece+1)} {
			dir := t.TempDir()
			var journal strings.Builder
			for i, size := range sizes {
				fmt.Fprintf(&journal, `{"seq":%d,"data":"%s"}`+"\n", i+1, strings.Repeat("x", size))
			}
			write(t, filepath.Join(dir, session.EventsFile), journal.String()+torn)
			var got []session.Event
			for event, err := range session.NewestEvents(dir) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, event)
			}
			slices.Reverse(got)
			if want := journaled(t, dir, 0); !reflect.DeepEqual(got, want) || len(want) != len(sizes) {
				t.Errorf("sizes %d, %d bytes torn: %d events of %d", sizes, len(torn), len(got), len(want))
			}
		}
	}
}

// What cannot be read of a journal ends the reading there, after what is newer.
func TestNewestEventsOfDamaged(t *testing.T) {
	for name, before := range map[string]string{"no event": "{}\n", "long line": strings.Repeat("x", 2<<20) + "\n", "long beginning": strings.Repeat("x", 2<<20)} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, session.EventsFile), before+"\n"+`{"seq":9}`+"\n")
		var read []uint64
		var corrupt *statefile.CorruptError
		for event, err := range session.NewestEvents(dir) {
			if err == nil {
				read = append(read, event.Seq)
			} else if !errors.As(err, &corrupt) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if !slices.Equal(read, []uint64{9}) || corrupt == nil {
			t.Errorf("%s: read %d, %v", name, read, corrupt)
		}
	}
	for range session.NewestEvents(t.TempDir()) {
		t.Error("an event without a journal")
	}
}
