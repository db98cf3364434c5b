package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/orchestrator/loop"
)

// fake is an iteration whose agent is the test binary, in a process of its own.
func fake(t *testing.T, part string) Iteration {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	key := fmt.Sprintf("%d/%s/%s", os.Getpid(), t.Name(), part) // other runs sweep by theirs
	return Iteration{
		Key: key, Path: self, Dir: t.TempDir(), MaxOutput: 1 << 20, Prompt: "the prompt",
		Launch: adapters.LaunchConfig{Argv: []string{"agent", "--run"}, StdinPipe: true, Stdin: []byte("the prompt")},
		Env:    []string{fakeVariable + "=" + part, "ROODA_ITERATION_KEY=" + key, "GORACE=atexit_sleep_ms=0", "GOCOVERDIR=" + t.TempDir()},
	}
}

func run(t *testing.T, it Iteration) Result {
	t.Helper()
	return AgentRunner{}.Run(t.Context(), t.Context(), it)
}

func TestRunEndings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		part    string
		ending  loop.Ending
		output  string
		signals loop.Signals
	}{
		{"says hello\n", loop.Ending{}, "hello\n", loop.Signals{}},
		{"says no line end", loop.Ending{}, "no line end", loop.Signals{}},
		{"says done <promise>SUCCESS</promise>", loop.Ending{}, "done <promise>SUCCESS</promise>", loop.Signals{Success: true}},
		{"exits 5", loop.Ending{ExitCode: 5}, "bye\n", loop.Signals{}},
		{"crashes <promise>FAILURE</promise>", loop.Ending{ExitCode: 139, Signal: "SIGSEGV"}, "<promise>FAILURE</promise>\n", loop.Signals{Failure: true}},
	}
	for _, tt := range tests {
		t.Run(tt.part, func(t *testing.T) {
			res := run(t, fake(t, tt.part))
			if res.Err != nil || res.Stopped || res.TimedOut {
				t.Errorf("error %v, stopped %t, timed out %t; want an ending of its own", res.Err, res.Stopped, res.TimedOut)
			}
			if diff := cmp.Diff(tt.ending, res.Ending()); diff != "" {
				t.Errorf("ending (-want +got):\n%s", diff)
			}
			if res.Output() != tt.output || res.Signals != tt.signals {
				t.Errorf("output %q with %+v, want %q with %+v", res.Output(), res.Signals, tt.output, tt.signals)
			}
			if res.Duration <= 0 || res.Command != "agent --run" {
				t.Errorf("took %s as %q", res.Duration, res.Command)
			}
		})
	}
}

func TestRunCannotStart(t *testing.T) {
	t.Parallel()
	it := fake(t, "says hello")
	it.Path = filepath.Join(it.Dir, "missing")
	res := run(t, it)
	if !errors.Is(res.Err, fs.ErrNotExist) || !strings.Contains(res.Err.Error(), "start agent") {
		t.Errorf("error %v, want the missing program", res.Err)
	}
	if res.Command != "agent --run" {
		t.Errorf("command %q is not in the report (ERR-58)", res.Command)
	}
	it = fake(t, "says hello")
	it.Launch.Decode = "rot13"
	if res := run(t, it); res.Err == nil || !strings.Contains(res.Err.Error(), "rot13") {
		t.Errorf("error %v, want the unknown decoder", res.Err)
	}
}

// TestRunStandardInput: unattended, standard input is a pipe that ends, with
// the prompt or with nothing; the rest is a terminal.
func TestRunStandardInput(t *testing.T) {
	t.Parallel()
	it := fake(t, "reports")
	if got, want := run(t, it).Output(), `prompt "the prompt" terminals false true true`; got != want {
		t.Errorf("prompt by standard input: %s, want %s", got, want)
	}
	it.Launch.Argv, it.Launch.StdinPipe, it.Launch.Stdin = []string{"agent", it.Prompt}, false, nil
	it.Timeout = 5 * time.Second
	res := run(t, it)
	if want := `prompt "" terminals false true true`; res.Output() != want {
		t.Errorf("prompt by argument: %s, want %s", res.Output(), want)
	}
	if res.Command != "agent <prompt>" {
		t.Errorf("command %q shows the prompt", res.Command)
	}
}

// TestRunMasksTheEcho: an agent that prints its prompt promises nothing by that.
func TestRunMasksTheEcho(t *testing.T) {
	t.Parallel()
	const prompt = "Work on the parser until all of it is done.\nWhen the goal is reached write <promise>SUCCESS</promise> on a line of its own.\nWhen it cannot be reached write <promise>FAILURE</promise> and give the reason.\n"
	for answer, want := range map[string]loop.Signals{
		"Still at it.\n":                        {Echoes: 2},
		"Done.\n<promise>SUCCESS</promise>\nOK": {Success: true, Echoes: 2},
	} {
		it := fake(t, "repeats "+answer)
		it.Prompt, it.Launch.Stdin = prompt, []byte(prompt)
		res := run(t, it)
		if res.Signals != want {
			t.Errorf("answer %q: %+v, want %+v\n%s", answer, res.Signals, want, res.Output())
		}
	}
}

func TestRunDecodes(t *testing.T) {
	t.Parallel()
	it := fake(t, `says {"type":"assistant","message":{"content":[{"type":"text","text":"All done.\n<promise>SUCCESS</promise>"}]}}`+"\n"+`{"type":"user","message":{"content":[{"type":"text","text":"<promise>FAILURE</promise>"}]}}`+"\n"+
		`{"type":"assistant","message":{"content":[{"type":"text","text":"And no line end."}]}}`)
	it.Launch.Decode = "cursor-stream-json"
	res := run(t, it)
	if want := "All done.\n<promise>SUCCESS</promise>\nAnd no line end."; strings.TrimSpace(res.Output()) != want || res.Signals != (loop.Signals{Success: true}) {
		t.Errorf("output %q with %+v, want %q", res.Output(), res.Signals, want)
	}
}

// TestRunOutput: the callback sees the cleaned output as it comes, the log has
// the raw output, and the result keeps the last of it (ERR-67).
func TestRunOutput(t *testing.T) {
	t.Parallel()
	const lines = 5000
	it := fake(t, "floods 5000")
	it.MaxOutput = 24
	it.Log = filepath.Join(t.TempDir(), "output.log")
	var seen strings.Builder
	it.Output = func(p []byte) { seen.Write(p) }
	res := run(t, it)
	size := lines * len("line 000000\n")
	if !res.Truncated || res.Size != int64(size) || res.Output() != "line 004998\nline 004999\n" {
		t.Errorf("truncated %t, %d bytes, the last are %q", res.Truncated, res.Size, res.Output())
	}
	if seen.Len() != size || strings.Contains(seen.String(), "\x1b") {
		t.Errorf("the callback saw %d bytes, want %d without an escape", seen.Len(), size)
	}
	if !strings.HasPrefix(res.Head, "line 000000\nline 000001\n") || !strings.HasSuffix(res.Tail, "line 004999\n") {
		t.Errorf("excerpts %q and %q", res.Head, res.Tail)
	}
	info, err := os.Stat(it.Log)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() != res.Exit.Bytes || info.Mode().Perm() != 0o600 || res.Exit.LogErr != nil {
		t.Errorf("log of %d bytes, mode %v (%v), want %d bytes for the user only", info.Size(), info.Mode(), res.Exit.LogErr, res.Exit.Bytes)
	}
}

func TestRunHearsTheProgramStatus(t *testing.T) {
	t.Parallel()
	it := fake(t, "says a\x1b]7501;state=blocked:kind=permission:id=7\x1b\\b\x1b]7501;?\ac\x1b]0;state=blocked\ad\x1b]7501;app=x:state=working\x1b\\e")
	var mu sync.Mutex
	var got []ProgramStatus
	it.Status = func(s ProgramStatus) {
		mu.Lock()
		defer mu.Unlock()
		got = append(got, s)
	}
	res := run(t, it)
	want := []ProgramStatus{{State: "blocked", Kind: "permission", ID: "7"}, {State: "working"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
	if res.Output() != "abcde" {
		t.Errorf("output %q, want the records gone from it", res.Output())
	}
}

// ready returns an Output callback, and a context that ends with the first output.
func ready(t *testing.T) (func([]byte), context.Context) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return func([]byte) { cancel() }, ctx
}
