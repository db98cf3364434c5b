package adapters_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rooda/adapters"
	"rooda/pty"
	"rooda/pty/vt"
)

// Recordings that may be in the repository, and those that may not.
const (
	copied = "../pty/vt/testdata"
	shared = "../../shared/recordings"
)

var epoch = time.Unix(0, 0)

// recording is a cast in memory.
type recording struct {
	header pty.CastHeader
	events []pty.CastEvent
}

// openRecording skips the test when the recording is not on this machine.
func openRecording(t *testing.T, agent, name string) recording {
	t.Helper()
	var in io.Reader
	f, err := os.Open(filepath.Join(copied, agent, name+".cast.gz"))
	if err != nil {
		f, err = os.Open(filepath.Join("testdata", agent+"-"+name+".cast.gz"))
	}
	if err == nil {
		defer f.Close()
		if in, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	} else {
		f, err := os.Open(filepath.Join(shared, agent, name+".cast"))
		if err != nil {
			t.Skipf("recordings of %s may not be copied into the repository and are not on this machine", agent)
		}
		defer f.Close()
		in = f
	}
	cast, err := pty.ReadCast(in)
	if err != nil {
		t.Fatal(err)
	}
	r := recording{header: cast.Header}
	for event, err := range cast.Events() {
		if err != nil {
			t.Fatal(err)
		}
		r.events = append(r.events, event)
	}
	return r
}

// detectors are those that tests have asked for, which nobody changes.
var detectors sync.Map

func detector(t testing.TB, agent string, ignore ...adapters.Source) *adapters.Detector {
	t.Helper()
	key := fmt.Sprint(agent, ignore)
	if d, ok := detectors.Load(key); ok {
		return d.(*adapters.Detector)
	}
	signs, err := adapters.NewRegistry().Signs(agent)
	if err != nil {
		t.Fatal(err)
	}
	d, err := adapters.NewDetector(signs, ignore...)
	if err != nil {
		t.Fatal(err)
	}
	detectors.Store(key, d)
	return d
}

// replay returns the changes; cut says how many bytes come at once.
func (r recording) replay(d *adapters.Detector, cut func(left int) int) []adapters.Change {
	changes, _ := r.replayWithDrafts(d, cut)
	return changes
}

// replayWithDrafts is replay, and returns what stood in the composer, too.
func (r recording) replayWithDrafts(d *adapters.Detector, cut func(left int) int) ([]adapters.Change, []string) {
	var drafts []string
	screen := vt.New(vt.Options{Cols: r.header.Width, Rows: r.header.Height})
	w := adapters.NewWatcher(d, screen, epoch)
	var changes []adapters.Change
	now := epoch
	for _, event := range r.events {
		now = epoch.Add(event.Time)
		changes = append(changes, w.Advance(now)...)
		if draft := w.View().Draft; draft != "" && (len(drafts) == 0 || drafts[len(drafts)-1] != draft) {
			drafts = append(drafts, draft)
		}
		var cols, rows int
		if n, _ := fmt.Sscanf(event.Data, "%dx%d", &cols, &rows); event.Type == "r" && n == 2 {
			screen.Resize(cols, rows)
		}
		if event.Type == "i" && adapters.Typed(event.Data) {
			w.Input(now)
		}
		for data := event.Data; event.Type == "o" && data != ""; {
			n := cut(len(data))
			w.Write(now, []byte(data[:n]))
			data = data[n:]
		}
	}
	w.Exit(now, "end")
	return append(changes, w.Advance(now)...), drafts
}

func whole(left int) int { return left }

// at returns the state at a time, as condition or condition/kind.
func at(changes []adapters.Change, when time.Time) string {
	state := ""
	for _, c := range changes {
		if !c.At.After(when) && c.Condition != adapters.Exited {
			state = strings.TrimSuffix(string(c.Condition)+"/"+string(c.Kind), "/")
		}
	}
	return state
}

// rested stands for the two ways to be ready: a program that says that its
// turn is done, and one that is seen to be idle.
const rested = "done|idle"

// TestRecordings holds what is decided at each mark of the recordings against
// what a person saw there, and the drafts in the composer against what was typed. Marks that stand for a lasting state hold a little
// earlier, too.
func TestRecordings(t *testing.T) {
	common := map[string]string{
		"idle": rested, "done": rested, "ready": rested, "first": rested, "after-accept": rested, "slow-done": rested,
		"busy-early": "working", "busy": "working", "thinking": "working", "error-retrying": "working",
		"permission": "blocked/permission", "permission-2": "blocked/permission", "permission-write": "blocked/permission",
		"approved": rested, "rejected": "idle", "interrupted": "idle", "error-cancelled": "idle",
		"error": "idle/error", "after-error": rested,
		"trust": "blocked/trust", "auth": "blocked/auth", "api-key": "blocked/auth",
	}
	screenOnly := []adapters.Source{adapters.ByStatus, adapters.ByTitle}
	tests := []struct {
		agent, session string
		ignore         []adapters.Source
		differ         map[string]string
	}{
		{"claude", "first-run", nil, nil},
		{"claude", "first-run", screenOnly, nil},
		{"claude", "session", nil, map[string]string{"error-retrying": "idle/error"}}, // it had given up by then
		{"claude", "session", screenOnly[:1], map[string]string{"error-retrying": "idle/error"}},
		{"claude", "session", screenOnly, map[string]string{"error-retrying": "idle/error"}},
		{"claude", "start-no-replies", nil, nil},
		{"claude", "start-no-replies", screenOnly, nil},
		{"claude", "auto-approve", nil, map[string]string{"first": "blocked/trust"}},
		{"claude", "auto-approve", screenOnly, map[string]string{"first": "blocked/trust"}},
		{"codex", "first-run", nil, nil},
		{"codex", "first-run", screenOnly, map[string]string{"ready": "working"}},
		{"codex", "session", nil, nil},
		{"codex", "session", screenOnly[:1], nil},
		{"codex", "session", screenOnly, map[string]string{
			"idle": "starting", // nothing has ended yet, so three seconds of quiet are wanted
		}},
		{"codex", "start-no-replies", nil, nil},
		{"codex", "auto-approve", nil, nil},
		{"gemini", "first-run", nil, nil},
		{"gemini", "first-run", screenOnly, nil},
		{"gemini", "session", nil, nil},
		{"gemini", "session", screenOnly, nil},
		{"gemini", "start-no-replies", nil, nil},
		{"gemini", "auto-approve", nil, nil},
		{"opencode", "first-run", nil, nil},
		{"opencode", "session", nil, map[string]string{"error": "idle"}}, // the error is a message like any other
		{"opencode", "start-no-replies", nil, nil},
		{"opencode", "auto-approve", nil, nil},
		{"copilot", "first-run", nil, nil},
		{"copilot", "start-no-replies", nil, nil},
	}
	drafts, replayed := draftsRecorded(), 0
	for _, test := range tests {
		name := test.agent + "/" + test.session
		for _, source := range test.ignore {
			name += "-" + string(source)
		}
		if _, ok := drafts[name]; ok {
			replayed++
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := openRecording(t, test.agent, test.session)
			changes, typed := r.replayWithDrafts(detector(t, test.agent, test.ignore...), whole)
			if want, ok := drafts[name]; ok {
				if diff := cmp.Diff(want, typed); diff != "" {
					t.Errorf("drafts (-want +got):\n%s", diff)
				}
			}
			if name == "codex/session-osc7501-title" {
				streams(t, changes)
			}
			marks, questions := 0, 0
			for _, event := range r.events {
				mark, ok := strings.CutPrefix(event.Data, "snap ")
				if event.Type != "m" || !ok || mark == "exit-typed" || mark == "exited" {
					continue
				}
				marks++
				want := common[mark]
				if w, ok := test.differ[mark]; ok {
					want = w
				}
				if strings.HasPrefix(want, "blocked") {
					questions++
				}
				when := epoch.Add(event.Time - 1) // the next input has the mark's time
				if got := at(changes, when); !slices.Contains(strings.Split(want, "|"), got) {
					t.Errorf("%v %s: %s, want %s", event.Time, mark, got, want)
				}
				if lasting := strings.HasPrefix(mark, "permission") || strings.HasPrefix(mark, "busy") || mark == "thinking"; lasting {
					if got := at(changes, when.Add(-500*time.Millisecond)); got != want {
						t.Errorf("half a second before %v %s: %s, want %s", event.Time, mark, got, want)
					}
				}
			}
			if marks == 0 {
				t.Error("the recording has no marks")
			}
			for _, c := range changes {
				if c.Condition == adapters.Blocked {
					questions--
				}
			}
			if questions != 0 {
				t.Errorf("%d more questions were asked than told, or fewer when negative", questions)
			}
			if last := changes[len(changes)-1]; last.Condition != adapters.Exited {
				t.Errorf("it ends %s, want exited", last.Condition)
			}
		})
	}
	if replayed != len(drafts) {
		t.Errorf("%d of %d recordings with drafts are replayed", replayed, len(drafts))
	}
}

// A window of 60 columns, and one that changes under the agent.
func TestNarrowWindows(t *testing.T) {
	want := map[string]string{
		"idle": rested, "busy": "working", "busy-big": "working", "done": rested, "idle-small": rested,
		"permission": "blocked/permission", "permission-big": "blocked/permission", "approved": rested, "thinking": "working",
	}
	for _, agent := range []string{"codex", "gemini", "opencode"} {
		for _, ignore := range [][]adapters.Source{nil, {adapters.ByStatus, adapters.ByTitle}} {
			t.Run(fmt.Sprint(agent, " without ", ignore), func(t *testing.T) {
				t.Parallel()
				r := openRecording(t, agent, "narrow")
				changes := r.replay(detector(t, agent, ignore...), whole)
				for _, event := range r.events {
					mark, ok := strings.CutPrefix(event.Data, "snap ")
					if event.Type != "m" || !ok || want[mark] == "" {
						continue
					}
					allowed := want[mark]
					switch {
					case agent == "opencode" && (mark == "done" || mark == "idle-small"):
						allowed = "working" // it was slow that day
					case agent == "codex" && ignore != nil && mark == "idle":
						allowed = "starting"
					}
					if got := at(changes, epoch.Add(event.Time)); !slices.Contains(strings.Split(allowed, "|"), got) {
						t.Errorf("%v %s: %s, want %s", event.Time, mark, got, allowed)
					}
				}
				for _, c := range changes {
					if d := c.Dialog; d != nil && len(d.Options) != 3 {
						t.Errorf("a question with the options %+v", d.Options)
					}
				}
			})
		}
	}
}

// streams: while an answer streams, codex shows neither a busy mark nor anything
// but its composer, and works all the same.
func streams(t *testing.T, changes []adapters.Change) {
	t.Helper()
	for _, c := range changes {
		if since := c.At.Sub(epoch); since > 5*time.Second && since < 24*time.Second {
			t.Errorf("%v: %s in the middle of an answer of 20 s", since, c.Condition)
		}
	}
}

// However the bytes are cut, the same is decided at the same time.
func TestAnyChunking(t *testing.T) {
	for _, agent := range []string{"codex", "gemini", "opencode", "claude"} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			r := openRecording(t, agent, "auto-approve")
			d := detector(t, agent)
			want := r.replay(d, whole)
			for _, size := range []int{7, 64} {
				got := r.replay(d, func(left int) int { return min(left, size) })
				if diff := cmp.Diff(want, got, cmp.AllowUnexported(adapters.Dialog{})); diff != "" {
					t.Errorf("whole and by %d bytes differ:\n%s", size, diff)
				}
			}
		})
	}
}

func TestAnyChunkingOfASmallSession(t *testing.T) {
	clear := "\x1b[H\x1b[2J"
	screen := func(text string) string { return clear + strings.ReplaceAll(text, "\n", "\r\n") }
	r := recording{header: pty.CastHeader{Width: 100, Height: 30}}
	for i, data := range []string{
		"\x1b]0;✳ x\a" + screen(composer), "\x1b]7501;state=working\x1b\\\x1b]0;◐ x\a" + screen("…\n"+composer),
		"\x1b[?2026h" + screen(permitted) + "\x1b[?2026l\x1b]7501;state=blocked:kind=permission\a", screen("ok\n" + composer),
		"\x1b]7501;state=done\a\x1b]9;4;3\a\x1b]9;4;0\a", "\x1bc" + screen(permitted), screen(composer),
	} {
		r.events = append(r.events, pty.CastEvent{Time: time.Duration(i) * 1300 * time.Millisecond, Type: "o", Data: data})
	}
	d := detector(t, "claude")
	want := r.replay(d, whole)
	if len(want) < 6 {
		t.Fatalf("only %d changes", len(want))
	}
	rapid.Check(t, func(rt *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(1, 40), 1, 20).Draw(rt, "sizes")
		i := 0
		got := r.replay(d, func(left int) int { i++; return min(left, sizes[i%len(sizes)]) })
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(adapters.Dialog{})); diff != "" {
			rt.Fatalf("whole and cut differ:\n%s", diff)
		}
	})
}
