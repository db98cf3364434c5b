package shim

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"rooda/internal/statefile"
	"rooda/pty"
	"rooda/pty/ptytest"
)

// get asks the shim as any program could.
func get(t testing.TB, c *Client, path string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://x"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.http.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

func TestWire(t *testing.T) {
	r, tape := request(t, "echo")
	r.Spec.Size = pty.Size{Cols: 60, Rows: 12}
	term := begin(t, r)
	tape.Await(t, "ready\r\n")
	c := Dial(r.Dir)
	defer c.Close()
	tests := []struct {
		path   string
		status int
		want   string // in the answer
	}{
		{"/v1/screen", 200, "ready\n"},
		{"/v1/screen?format=text", 200, "ready\n"},
		{"/v1/screen?format=ansi", 200, "\x1b[1Hready"},
		{"/v1/screen?format=json", 200, `"lines":[{"text":"ready"}`},
		{"/v1/screen?format=snapshot", 200, `"styled":"`},
		{"/v1/screen?format=png", 400, `"code":"query"`},
		{"/v1/screen?history=x", 400, `history: \"x\" is no number`},
		{"/v1/output", 200, "ready\r\n"},
		{"/v1/output?from=2", 200, "ady\r\n"},
		{"/v1/output?from=7", 200, ""},
		{"/v1/output?from=8", 416, `"code":"offset"`},
		{"/v1/output?from=8&follow=1", 416, "past the end of the output, which is 7"},
		{"/v1/attach?from=8", 416, `"code":"offset"`},
		{"/v1/output?from=-1", 400, "no number"},
		{"/v1/output?from=99999999999999999999", 400, "no number"},
		{"/v1/hands", 200, `{"type":"hands"`},
		{"/v1/task", 200, `"state":"running"`},
		{"/v1/attach", 426, `"code":"upgrade"`},
		{"/v1/attach?cols=70000", 400, "no number that fits"},
		{"/v1/nothing", 404, `"code":"path"`},
		{"/v1/stop", 404, `"code":"path"`}, // only POST does that
	}
	for _, tt := range tests {
		if status, body := get(t, c, tt.path); status != tt.status || !strings.Contains(body, tt.want) {
			t.Errorf("%s: %d %q, want %d with %q", tt.path, status, body, tt.status, tt.want)
		}
	}
	task, err := c.Task(t.Context())
	if err != nil || task.Pid != term.Pid() || task.Dir != r.Dir || task.Cols != 60 || task.Rows != 12 || task.Offset != 7 || task.Epoch != 1 || task.Argv[0] != "agent" {
		t.Errorf("task %+v, %v", task, err)
	}
	if err := c.Resize(t.Context(), pty.Size{}); err == nil {
		t.Error("no size is a size")
	}
	if err := c.Signal(t.Context(), 999); err == nil {
		t.Error("999 is a signal")
	}
	var out bytes.Buffer
	if next, err := c.Output(t.Context(), 8, true, &out); !errors.Is(err, ErrPastEnd) || next != 8 {
		t.Errorf("output past the end: next %d, %v", next, err)
	}
	if next, err := c.Output(t.Context(), 1, false, &out); err != nil || next != 7 || out.String() != "eady\r\n" {
		t.Errorf("output %q, next %d, %v", out.String(), next, err)
	}
}

// What is pasted cannot be a key.
func TestPaste(t *testing.T) {
	for _, bracketed := range []bool{false, true} {
		r, tape := request(t, "")
		setup, count := "", "22"
		want := "a b\tc d~[31m e\r f\r"
		if bracketed {
			setup, want = `\033[?2004h`, "\x1b[200~a b\tc d~[31m e\n f\n\x1b[201~"
		}
		count = map[bool]string{false: "18", true: "30"}[bracketed]
		r.Spec.Path, r.Spec.Argv = "/bin/sh", []string{"sh", "-c", `stty raw -echo; printf "` + setup + `ready"; head -c ` + count + ` | od -An -c | tr -d ' \n'`}
		term := begin(t, r)
		tape.Await(t, "ready")
		c := Dial(r.Dir)
		if err := c.Input(t.Context(), []byte("a b\tc\x1b d\x7f~\x1b[31m e\r\n\x03 f\n"), InputOptions{Paste: true}); err != nil {
			t.Fatal(err)
		}
		c.Close()
		ptytest.End(t, term)
		_, got, _ := strings.Cut(tape.String(), "ready")
		if wanted := od(want); got != wanted {
			t.Errorf("bracketed %t: got %q, want %q", bracketed, got, wanted)
		}
	}
}

func od(s string) string {
	cmd := exec.Command("sh", "-c", `od -An -c | tr -d ' \n'`)
	cmd.Stdin = strings.NewReader(s)
	out, err := cmd.Output()
	if err != nil {
		panic(err)
	}
	return string(out)
}

// A program that wants to type waits until nobody types.
func TestQuietInput(t *testing.T) {
	r, tape := request(t, "echo")
	begin(t, r)
	tape.Await(t, "ready")
	c := Dial(r.Dir)
	defer c.Close()
	person := attach(t, r.Dir, AttachOptions{})
	if err := person.Input([]byte("hu")); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it has been typed", func() bool {
		task, err := c.Task(t.Context())
		return err == nil && task.Typed != nil
	})
	before := time.Now()
	done := make(chan error, 1)
	go func() { done <- c.Input(t.Context(), []byte("program\n"), InputOptions{Quiet: 400 * time.Millisecond}) }()
	time.Sleep(200 * time.Millisecond)
	if err := person.Input([]byte("man\n")); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil || time.Since(before) < 550*time.Millisecond {
		t.Errorf("typed after %v, %v", time.Since(before), err)
	}
	tape.Await(t, "got 5 human")
	tape.Await(t, "got 7 program")
	// What another program typed, whoever for, is no person at the keys.
	input := func() error {
		return c.Input(t.Context(), []byte("x\n"), InputOptions{Who: "human", Quiet: 2 * time.Second})
	}
	if err := input(); err != nil {
		t.Fatal(err)
	}
	before = time.Now()
	if err := input(); err != nil || time.Since(before) > 1800*time.Millisecond {
		t.Errorf("the second took %v, %v", time.Since(before), err)
	}
}

// A host that has been replaced can do nothing.
func TestEpoch(t *testing.T) {
	r, tape := request(t, "echo")
	old := begin(t, r)
	tape.Await(t, "ready")
	next, err := Adopt(t.Context(), Adoption{Dir: r.Dir, RunDir: r.RunDir, Epoch: 3})
	if err != nil {
		t.Fatal(err)
	}
	var replaced *EpochError
	if _, err := old.Wait(t.Context()); !errors.As(err, &replaced) || replaced.Epoch != 1 || replaced.Current != 3 || replaced.Hint() == "" {
		t.Errorf("wait: %v", err)
	}
	for name, act := range map[string]func() error{
		"input":  func() error { return old.Input(t.Context(), []byte("late\n")) },
		"resize": func() error { return old.Resize(t.Context(), pty.Size{Cols: 9, Rows: 9}) },
		"signal": func() error { return old.Signal(t.Context(), 15) },
		"adopt": func() error {
			_, err := Adopt(t.Context(), Adoption{Dir: r.Dir, RunDir: r.RunDir, Epoch: 2})
			return err
		},
	} {
		if err := act(); !errors.As(err, &replaced) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := old.Close(); err != nil && !errors.As(err, &replaced) {
		t.Errorf("close: %v", err)
	}
	if err := next.Input(t.Context(), []byte("quit\n")); err != nil {
		t.Error(err)
	}
	if exit := ptytest.End(t, next); exit.Killed || strings.Contains(tape.String(), "late") {
		t.Errorf("exit %+v, output %q", exit, tape.String())
	}
	next.Close()
}

// An agent may not type into a terminal of its own session.
func TestAgentsMayNotAct(t *testing.T) {
	t.Parallel()
	for _, granted := range []bool{false, true} {
		r, tape := request(t, "echo")
		r.Spec.Env = append(r.Spec.Env, sessionVariable+"=one")
		r.Siblings = granted
		begin(t, r)
		tape.Await(t, "ready")
		for _, session := range []string{"one", "two"} {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", pokeVariable+"="+r.Dir, sessionVariable+"="+session, taskVariable+"=sibling")
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			refused := strings.Contains(string(out), ErrRefused.Error())
			if want := session == "one" && !granted && ptyHasProc(); refused != want {
				t.Errorf("granted %t, session %s: refused %t: %s", granted, session, refused, out)
			}
			if !strings.Contains(string(out), "looked <nil>") {
				t.Errorf("session %s: %s", session, out)
			}
		}
	}
}

func ptyHasProc() bool {
	_, err := os.Stat("/proc/self/environ")
	return err == nil
}

func TestFromTheFuture(t *testing.T) {
	r, tape := request(t, "polite")
	term := begin(t, r)
	tape.Await(t, "ready")
	term.Release()
	edit := func(change func(map[string]any)) {
		t.Helper()
		var fields map[string]any
		if err := load(r.Dir, ShimFile, &fields); err != nil {
			var future *VersionError
			if !errors.As(err, &future) {
				t.Fatal(err)
			}
		}
		data, err := os.ReadFile(r.Dir + "/" + ShimFile)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &fields); err != nil {
			t.Fatal(err)
		}
		change(fields)
		if err := store(r.Dir, ShimFile, fields); err != nil {
			t.Fatal(err)
		}
	}
	edit(func(f map[string]any) { f["colour"] = "blue" })
	if state, err := Probe(t.Context(), r.Dir); state != Running || err != nil {
		t.Errorf("a field more: %s, %v", state, err)
	}
	edit(func(f map[string]any) { f["api"] = API + 1 })
	var future *VersionError
	if _, err := Probe(t.Context(), r.Dir); !errors.As(err, &future) || future.API != API+1 || future.Hint() == "" {
		t.Errorf("probe: %v", err)
	}
	if _, err := Adopt(t.Context(), Adoption{Dir: r.Dir, Epoch: 2}); !errors.As(err, &future) {
		t.Errorf("adopt: %v", err)
	}
	if _, err := Dial(r.Dir).Task(t.Context()); !errors.As(err, &future) {
		t.Errorf("task: %v", err)
	}
	edit(func(f map[string]any) { f["api"] = API })
	if err := os.WriteFile(r.Dir+"/"+ExitFile, []byte("{half"), 0o600); err != nil {
		t.Fatal(err)
	}
	var corrupt *statefile.CorruptError
	if _, err := Probe(t.Context(), r.Dir); !errors.As(err, &corrupt) {
		t.Errorf("probe: %v", err)
	}
	os.Remove(r.Dir + "/" + ExitFile)
	next, err := Adopt(t.Context(), Adoption{Dir: r.Dir, Epoch: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := next.Close(); err != nil {
		t.Error(err)
	}
}
