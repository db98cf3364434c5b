package bench

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkCreate is the time from a command until the agent that it starts
// runs, as that one notes it; nothing of the command is there before. Each
// agent is a Go program, whose own start is in every row.
func BenchmarkCreate(b *testing.B) {
	p := newPlace(b)
	row := func(name string, command func(agent []string) []string, after ...string) contestant {
		return contestant{name, func() figures { return p.created(command, after...) }}
	}
	rows := []contestant{row("bare", func(agent []string) []string {
		return append([]string{built(p, "bare")}, agent...)
	})}
	for _, rooda := range roodas(b) {
		session := func(flags ...string) func(agent []string) []string {
			return func(agent []string) []string {
				file := p.workflow("id: agent, prompt: Work., max_iterations: 1, ai_cmd: " + strconv.Quote(strings.Join(agent, " ")))
				return append([]string{rooda.path, "workflow", "run", file}, flags...)
			}
		}
		rows = append(rows,
			row(rooda.name+" shim", func(agent []string) []string {
				return append([]string{built(p, "keep"), rooda.path, p.socketFolder(), "1"}, agent...)
			}),
			row(rooda.name+" run", func(agent []string) []string {
				return []string{rooda.path, "run", "build", "-q", "-n", "1", "--ai-cmd", strings.Join(agent, " ")}
			}),
			row(rooda.name+" workflow run", session("-q")),
			row(rooda.name+" workflow run --detach", session("--detach"), rooda.path, "wait", "latest/agent", "--for", "done"))
	}
	for _, peer := range []struct {
		name    string
		command func(agent []string) []string
	}{
		{"tmux", func(agent []string) []string {
			return []string{"tmux", "-S", filepath.Join(p.socketFolder(), "tmux"), "-f", "/dev/null",
				"new-session", "-d", "-x", "80", "-y", "24", strings.Join(agent, " ")}
		}},
		{"dtach", func(agent []string) []string {
			return append([]string{"dtach", "-n", filepath.Join(p.socketFolder(), "dtach")}, agent...)
		}},
	} {
		if _, err := exec.LookPath(peer.name); err != nil {
			b.Logf("no row for %s: %v", peer.name, err)
			continue
		}
		rows = append(rows, row(peer.name, peer.command))
	}
	race(b, 20, "ms", rows...)
}

// socketFolder is a new folder with a short path, which a socket needs.
func (p place) socketFolder() string {
	p.Helper()
	dir, err := os.MkdirTemp("", "rooda")
	if err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// created runs a command that starts an agent of a moment, and after it,
// where it returns earlier than that, another one that waits for the end.
func (p place) created(command func(agent []string) []string, after ...string) figures {
	p.Helper()
	dir, err := os.MkdirTemp(p.dir, "stamps-")
	if err != nil {
		p.Fatal(err)
	}
	argv := command([]string{built(p, "stamp"), dir, "50ms"})
	cmd := p.command(argv...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	in, err := cmd.StdinPipe() // which ends the keeper of a shim
	if err != nil {
		p.Fatal(err)
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		p.Fatal(err)
	}
	for len(stamps(dir).started()) == 0 {
		if time.Since(began) > 20*time.Second {
			_ = cmd.Process.Kill()
			p.Fatalf("%s: no agent\n%s", argv, &out)
		}
		time.Sleep(time.Millisecond)
	}
	_ = in.Close()
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); !slices.Contains([]int{0, 2}, code) { // 2: a loop at its last iteration
		p.Fatalf("%s: exit %d\n%s", argv, code, &out)
	}
	if len(after) > 0 {
		p.run([]int{0, 2}, after...)
	}
	noted, err := os.ReadFile(stamps(dir).started()[0])
	if err != nil {
		p.Fatal(err)
	}
	at, err := strconv.ParseInt(strings.TrimSpace(string(noted)), 10, 64)
	if err != nil {
		p.Fatal(err)
	}
	return figures{"ms": ms(time.Duration(at - began.UnixNano()))}
}
