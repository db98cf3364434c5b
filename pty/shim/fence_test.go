package shim

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"rooda/pty/ptytest"
)

// upstartVariable makes the test binary somebody who says to a shim that it is the host of an epoch.
const upstartVariable = "SHIM_TEST_UPSTART"

// pretend sends requests of an epoch, and prints how each was answered.
func pretend() {
	socket, epoch, pretends := strings.Cut(os.Getenv(upstartVariable), " ")
	if !pretends {
		return
	}
	c := Dial(socket)
	for _, what := range []string{"POST /v1/input", "POST /v1/resize?cols=9&rows=9", "GET /v1/output", "GET /v1/hands", "GET /v1/screen", "GET /v1/task"} {
		method, path, _ := strings.Cut(what, " ")
		r, err := http.NewRequest(method, "http://shim"+path, strings.NewReader("x"))
		if err != nil {
			panic(err)
		}
		r.Header.Set(epochHeader, epoch)
		res, err := c.http.Do(r)
		if err != nil {
			panic(err)
		}
		res.Body.Close()
		os.Stdout.WriteString(strconv.Itoa(res.StatusCode) + " ")
	}
	os.Exit(0)
}

// upstart lets a process that an agent of a session has in its environment say that it is a host.
func upstart(t *testing.T, r Request, session, epoch string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", upstartVariable+"="+socketOf(t, r)+" "+epoch, sessionVariable+"="+session, taskVariable+"=sibling")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.TrimSpace(string(out))
}

// An agent does not become its session's host by saying so, whether it may type or not: what it is refused
// does nothing, what it may do is noted as its own, and the host goes on.
func TestAgentIsNoHost(t *testing.T) {
	if !ptyHasProc() {
		t.Skip("the system does not tell who calls")
	}
	for granted, want := range map[bool]string{false: "403 403 200 200 200 200", true: "204 204 200 200 200 200"} {
		r, tape := request(t, "echo")
		r.Spec.Env = append(r.Spec.Env, sessionVariable+"=one")
		r.Siblings = granted
		host := begin(t, r)
		tape.Await(t, "ready")
		for _, epoch := range []string{"1", "99"} { // the host's own, and a later one
			if got := upstart(t, r, "one", epoch); got != want {
				t.Errorf("granted %t, epoch %s: answered %s, want %s", granted, epoch, got, want)
			}
		}
		if task, err := host.client.Task(t.Context()); err != nil || task.Epoch != 1 {
			t.Errorf("granted %t: epoch %d, %v", granted, task.Epoch, err)
		}
		deeds, err := Deeds(r.Dir, 0)
		if err != nil || len(deeds) == 0 {
			t.Errorf("granted %t: deeds %v, %v", granted, deeds, err)
		}
		for _, d := range deeds {
			if d.By != "agent:sibling" {
				t.Errorf("granted %t: %+v", granted, d)
			}
		}
		if err := host.Input(t.Context(), []byte("\nquit\n")); err != nil {
			t.Errorf("granted %t: %v", granted, err)
		}
		ptytest.End(t, host)
	}
}

// A look is no take-over, and what is refused for another reason is none either.
func TestOnlyHostsTakeOver(t *testing.T) {
	r, tape := request(t, "echo")
	host := begin(t, r)
	tape.Await(t, "ready")
	c := Dial(r.Dir)
	defer c.Close()
	ask := func(epoch int64, method, path string, want int) {
		t.Helper()
		q, err := http.NewRequest(method, "http://shim"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set(epochHeader, strconv.FormatInt(epoch, 10))
		res, err := c.http.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		if res.Body.Close(); res.StatusCode != want {
			t.Errorf("%s %s: %s, want %d", method, path, res.Status, want)
		}
	}
	for _, path := range []string{"/v1/output", "/v1/screen", "/v1/hands", "/v1/nothing"} {
		want := http.StatusOK
		if path == "/v1/nothing" {
			want = http.StatusNotFound
		}
		ask(99, http.MethodGet, path, want)
	}
	if !host.Answers(t.Context()) {
		t.Error("the host was replaced by a look")
	}
	ask(2, http.MethodGet, "/v1/task", http.StatusOK)
	ask(1, http.MethodGet, "/v1/output", http.StatusConflict)
	ask(3, http.MethodPost, "/v1/resize?cols=9&rows=9", http.StatusNoContent)
	ask(2, http.MethodPost, "/v1/resize?cols=8&rows=8", http.StatusConflict)
	for _, path := range []string{"/v1/task", "/v1/screen"} { // no host can be above that
		ask(LastEpoch+1, http.MethodGet, path, http.StatusBadRequest)
	}
	ask(3, http.MethodPost, "/v1/resize?cols=9&rows=9", http.StatusNoContent)
	ask(LastEpoch, http.MethodGet, "/v1/task", http.StatusOK)
	var replaced *EpochError
	if _, err := host.Wait(t.Context()); !errors.As(err, &replaced) || replaced.Hint() == "" {
		t.Errorf("wait: %v", err)
	}
	next, err := Adopt(t.Context(), Adoption{Dir: r.Dir, RunDir: r.RunDir, Epoch: LastEpoch})
	if err != nil {
		t.Fatal(err)
	}
	next.Close()
}
