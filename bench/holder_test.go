package bench

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// holder is something that keeps agents' terminals while nobody looks.
type holder interface {
	name() string
	// keep runs the command n times, each in a terminal of 80x24.
	keep(n int, command string)
	// servers are the processes that keep the terminals.
	servers() []int
	end()
}

// holders are those that are installed here, rooda first. DTACH names the
// program where it is not in PATH.
func holders(p place) []holder {
	var all []holder
	for _, rooda := range roodas(p) {
		all = append(all, &shims{place: p, rooda: rooda})
	}
	if _, err := exec.LookPath("tmux"); err == nil {
		all = append(all, &tmuxServer{place: p})
	} else {
		p.Log("no row for tmux:", err)
	}
	dtach := os.Getenv("DTACH")
	if dtach == "" {
		dtach = "dtach"
	}
	if path, err := exec.LookPath(dtach); err == nil {
		all = append(all, &dtaches{place: p, program: path})
	} else {
		p.Log("no row for dtach:", err)
	}
	return all
}

// shims are rooda's.
type shims struct {
	place
	rooda  program
	folder string
	host   *exec.Cmd
	stop   func() error
	pids   []int
}

func (s *shims) name() string { return s.rooda.name + " shim" }

func (s *shims) keep(n int, command string) {
	s.Helper()
	folder, err := os.MkdirTemp("", "rooda") // a short path for sockets
	if err != nil {
		s.Fatal(err)
	}
	s.folder, s.pids = folder, nil
	s.host = exec.Command(built(s, "keep"), append([]string{s.rooda.path, folder, strconv.Itoa(n)}, strings.Fields(command)...)...)
	s.host.Env, s.host.Dir, s.host.Stderr = s.env, s.dir, os.Stderr
	in, err := s.host.StdinPipe()
	if err != nil {
		s.Fatal(err)
	}
	out, err := s.host.StdoutPipe()
	if err != nil {
		s.Fatal(err)
	}
	if err := s.host.Start(); err != nil {
		s.Fatal(err)
	}
	s.stop = in.Close
	for lines := bufio.NewScanner(out); lines.Scan() && lines.Text() != "ready"; {
		var agent, shim int
		if _, err := fmt.Sscan(lines.Text(), &agent, &shim); err != nil {
			s.Fatal(err)
		}
		s.pids = append(s.pids, shim)
	}
	if len(s.pids) != n {
		s.Fatalf("%d shims, want %d", len(s.pids), n)
	}
}

func (s *shims) servers() []int { return s.pids }

func (s *shims) end() {
	s.Helper()
	s.stop()
	if err := s.host.Wait(); err != nil {
		s.Error(err)
	}
	os.RemoveAll(s.folder)
}

// tmuxServer is one server for all, without configuration.
type tmuxServer struct {
	place
	servings int
	socket   string
}

func (t *tmuxServer) name() string { return "tmux" }

func (t *tmuxServer) tmux(args ...string) string {
	t.Helper()
	cmd := exec.Command("tmux", append([]string{"-S", t.socket, "-f", "/dev/null"}, args...)...)
	cmd.Env = t.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("tmux %s: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (t *tmuxServer) keep(n int, command string) {
	t.Helper()
	t.servings++ // a server that ends takes its socket away, when it gets round to it
	t.socket = filepath.Join(t.dir, "tmux"+strconv.Itoa(t.servings))
	for i := range n {
		t.tmux("new-session", "-d", "-s", strconv.Itoa(i), "-x", "80", "-y", "24", command)
	}
}

func (t *tmuxServer) servers() []int {
	pid, err := strconv.Atoi(t.tmux("display-message", "-p", "#{pid}"))
	if err != nil {
		t.Fatal(err)
	}
	return []int{pid}
}

func (t *tmuxServer) end() { t.tmux("kill-server") }

// dtaches are one process for each agent, which keep no screen.
type dtaches struct {
	place
	program string
	pids    []int
}

func (d *dtaches) name() string { return "dtach" }

func (d *dtaches) socket(i int) string { return filepath.Join(d.dir, "dtach"+strconv.Itoa(i)) }

func (d *dtaches) keep(n int, command string) {
	d.Helper()
	d.pids = nil
	for i := range n {
		cmd := exec.Command(d.program, append([]string{"-n", d.socket(i)}, strings.Fields(command)...)...)
		cmd.Env, cmd.Dir = d.env, d.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			d.Fatalf("dtach: %v\n%s", err, out)
		}
		d.pids = append(d.pids, d.find(d.socket(i)))
	}
}

// find returns the process that has this in its command line.
func (d *dtaches) find(socket string) int {
	d.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, file := range files {
			if text, err := os.ReadFile(file); err == nil && bytes.HasPrefix(text, []byte(d.program+"\x00-n\x00"+socket+"\x00")) {
				pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
				if err == nil && exists(socket) {
					return pid
				}
			}
		}
	}
	d.Fatal("dtach does not start")
	return 0
}

func (d *dtaches) servers() []int { return d.pids }

func (d *dtaches) end() {
	for i, pid := range d.pids {
		if server, err := os.FindProcess(pid); err == nil {
			_ = server.Kill() // it may have ended with its agent
		}
		_ = os.Remove(d.socket(i))
	}
}
