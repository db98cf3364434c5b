package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// BenchmarkCrowd lets 100 agents talk at once, each a megabyte.
func BenchmarkCrowd(b *testing.B) {
	const n = 100
	p := newPlace(b)
	argv := p.talkers(n)
	race(b, 3, "s", contestant{strconv.Itoa(n) + " agents", func() figures {
		took := p.watched([]int{0}, argv...)
		p.allHeard(n)
		return figures{"s": took.wall.Seconds(), "host-peak-MB": took.peak}
	}})
}

// TestCrowd is the same with fewer.
func TestCrowd(t *testing.T) {
	const n = 20
	p := newPlace(t, "ROODA_REHEARSAL_PACE=0")
	p.run([]int{0}, p.talkers(n)...)
	p.allHeard(n)
}

// talkers is a command that runs n rehearsal agents at once, each of which
// writes a megabyte of numbered lines and then promises SUCCESS.
func (p place) talkers(n int) []string {
	var tasks []string
	for i := range n {
		tasks = append(tasks, fmt.Sprintf("id: t%d, prompt: Talk., ai_cmd: rehearsed, max_iterations: 3", i))
	}
	return []string{built(p, "rooda"), "workflow", "run", p.workflow(tasks...), "-q", "--rehearse=chatty:1"}
}

// allHeard fails unless every agent was judged by its promise in its only
// iteration and all that it printed is there.
func (p place) allHeard(n int) {
	p.Helper()
	cmd := exec.Command(built(p, "rooda"), "session", "show", "latest", "--json")
	cmd.Env = p.env
	data, err := cmd.Output()
	if err != nil {
		p.Fatal(err)
	}
	var session struct {
		State, Folder string
		Tasks         map[string]struct {
			Status        string
			Iteration     int
			LastIteration struct {
				Outcome, Promise string
				Bytes            int
			} `json:"last_iteration"`
		}
	}
	if err := json.Unmarshal(data, &session); err != nil {
		p.Fatal(err)
	}
	if session.State != "success" || len(session.Tasks) != n {
		p.Errorf("state %s, %d tasks, want success, %d", session.State, len(session.Tasks), n)
	}
	for id, task := range session.Tasks {
		last := task.LastIteration
		if task.Status != "DONE" || task.Iteration != 1 || last.Outcome != "success" || last.Promise != "SUCCESS" {
			p.Errorf("%s was misjudged: %+v", id, task)
		}
		p.allLines(filepath.Join(session.Folder, "tasks", id, "1", "output.log"), last.Bytes)
	}
}

// allLines fails unless a log has that many bytes and every numbered line.
func (p place) allLines(log string, size int) {
	p.Helper()
	data, err := os.ReadFile(log)
	if err != nil {
		p.Fatal(err)
	}
	lines := regexp.MustCompile(`test case (\d+) passed, \d+ assertions\r\n`).FindAllSubmatch(data, -1)
	for i, line := range lines {
		if string(line[1]) != strconv.Itoa(i) {
			p.Fatalf("%s: line %d has the number %s", log, i, line[1])
		}
	}
	if len(data) != size || size < 1<<20 || len(lines) < 10_000 || !bytes.Contains(data, []byte("\n<promise>SUCCESS</promise>\r\n")) {
		p.Errorf("%s: %d bytes with %d numbered lines, %d bytes were read from the agent", log, len(data), len(lines), size)
	}
}
