package crash

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/session"
)

// limit is far more than a whole run needs, even on a busy machine.
const limit = time.Minute

// home is a user of rooda who has nothing else.
type home struct {
	t        *testing.T
	rooda    string // the binary, under a name of its own
	dir      string // HOME
	state    string // ROODA_STATE_HOME
	tmp      string // TMPDIR
	manager  *session.SessionManager
	workflow string
	pace     string // of the rehearsal
	own      string // where agents write down what they print; "" for rehearsed ones
	gate     string // agents with a copy end only when it is open; "" for those that do not wait
}

func newHome(t *testing.T) *home {
	t.Helper()
	root := t.TempDir()
	h := &home{
		t: t, rooda: filepath.Join(root, "rooda"), dir: filepath.Join(root, "home"), state: filepath.Join(root, "state"),
		tmp: filepath.Join(root, "tmp"), workflow: filepath.Join(root, "three-stages.yml"), pace: "0.03",
	}
	h.manager = session.NewManager(h.state)
	for _, dir := range []string{h.dir, h.tmp, h.sessions()} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(built, h.rooda); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(h.workflow, []byte(threeStages()), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.endSurvivors)
	return h
}

func (h *home) sessions() string { return filepath.Join(h.state, "sessions") }

// session returns the id of the session, or none.
func (h *home) session() string {
	h.t.Helper()
	entries, err := os.ReadDir(h.sessions())
	if err != nil {
		h.t.Fatal(err)
	}
	id := ""
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue // on its way in when its host was killed
		}
		if id != "" {
			h.t.Fatalf("two sessions: %s and %s", id, entry.Name())
		}
		id = entry.Name()
	}
	return id
}

// fresh is the command line that begins a session.
func (h *home) fresh() []string {
	return []string{"workflow", "run", h.workflow, "--rehearse=" + cast(), "--quiet"}
}

func (h *home) command(args ...string) *exec.Cmd {
	cmd := exec.Command(h.rooda, args...)
	cmd.Dir = h.dir
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + h.dir, "ROODA_STATE_HOME=" + h.state, "TMPDIR=" + h.tmp,
		"ROODA_REHEARSAL_PACE=" + h.pace,
		"GORACE=atexit_sleep_ms=0", // agents would take a second longer to end
	}
	if h.own != "" {
		cmd.Env = append(cmd.Env, agentVariable+"="+h.own, gateVariable+"="+h.gate)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// ask runs a command that must succeed and returns its standard output.
func (h *home) ask(args ...string) []byte {
	h.t.Helper()
	cmd := h.command(args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		h.t.Errorf("rooda %s: %v\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	return out
}

// host is a rooda process that drives a session.
type host struct {
	t     *testing.T
	cmd   *exec.Cmd
	said  bytes.Buffer  // both streams
	ended chan struct{} // closed once the process is reaped
}

func (h *home) start(args ...string) *host {
	h.t.Helper()
	p := &host{t: h.t, cmd: h.command(args...), ended: make(chan struct{})}
	p.cmd.Stdout, p.cmd.Stderr = &p.said, &p.said
	p.cmd.WaitDelay = 2 * time.Second // for what may hold the pipe
	if err := p.cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	go func() {
		defer close(p.ended)
		_ = p.cmd.Wait() // ProcessState tells
	}()
	h.t.Cleanup(p.kill)
	return p
}

func (p *host) pid() int { return p.cmd.Process.Pid }

// kill ends the process, and nothing but it, and waits until it is gone.
func (p *host) kill() {
	_ = p.cmd.Process.Kill() // it may have ended by itself
	<-p.ended
}

func (p *host) mustEnd(code int) {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-time.After(limit):
		p.t.Fatalf("process %d did not end within %s", p.pid(), limit)
	}
	if got := p.cmd.ProcessState.ExitCode(); got != code {
		p.t.Fatalf("process %d ended with %v, want exit code %d\n%s", p.pid(), p.cmd.ProcessState, code, p.said.String())
	}
}
