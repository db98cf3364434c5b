package crash

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"rooda/internal/rehearsal"
)

// agentVariable makes the test binary play an agent, which writes down for
// itself, in that folder, all that it prints.
const agentVariable = "ROODA_CRASH_AGENT"

// gateVariable names the gate that all agents wait for before their last line, empty for none.
const gateVariable = "ROODA_CRASH_GATE"

func TestMain(m *testing.M) {
	if dir := os.Getenv(agentVariable); dir != "" && os.Getenv("ROODA_TASK") != "" {
		os.Exit(playAgent(dir, os.Getenv("ROODA_TASK")))
	}
	os.Exit(run(m))
}

// built is the real binary, built once.
var built string

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "rooda-bin")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	built = filepath.Join(dir, "rooda")
	if out, err := exec.Command("go", "build", "-o", built, "rooda/cmd/rooda").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build rooda: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// playAgent plays the agent of a task, and keeps a copy of what it prints.
func playAgent(dir, task string) int {
	name := fmt.Sprintf("%s.%d", task, os.Getpid())
	own, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	both := io.MultiWriter(own, os.Stdout)
	if gate, scenario, named := strings.Cut(task, "-"); named || gate == "before" || gate == "after" {
		awaitGate(filepath.Join(filepath.Dir(dir), gate+".open"))
		return rehearse(scenario, both)
	}
	ending := func() {}
	if gate := os.Getenv(gateVariable); gate != "" {
		ending = func() { awaitGate(filepath.Join(filepath.Dir(dir), gate+".open")) }
	}
	return writeLines(name, both, ending)
}

// writeLines prints for about a second and a half, or as often as long as the
// pace of home says, in pieces of many sizes, and after ending promises SUCCESS.
func writeLines(name string, out io.Writer, ending func()) int {
	_, _ = io.Copy(io.Discard, os.Stdin) // the prompt
	pace, err := strconv.ParseFloat(os.Getenv("ROODA_REHEARSAL_PACE"), 64)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	const steps = 50
	for n := range steps {
		piece := fmt.Sprintf("\x1b[3%dm%s\x1b[0m line %03d of %s: ünï ─ %s\n", n%8, name, n, name, strings.Repeat("x", rand.IntN(60)))
		if n%10 == 9 {
			piece = strings.Repeat(piece, 200)
		}
		if _, err := io.WriteString(out, piece); err != nil {
			return 1
		}
		time.Sleep(time.Duration(pace * float64(15+rand.IntN(30)) * float64(time.Millisecond)))
	}
	ending()
	_, _ = io.WriteString(out, "<promise>SUCCESS</promise>\n")
	return 0
}

// awaitGate waits until a test lets agents go on.
func awaitGate(path string) {
	for {
		if _, err := os.Stat(path); err == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// rehearse plays a scenario, which the name of a task ends with: after its
// number, and with a dash instead of the colon. There is none in "before".
func rehearse(name string, out io.Writer) int {
	_, name, _ = strings.Cut(name, "-")
	if name == "" {
		name = "success"
	}
	scenario, err := rehearsal.ParseScenario(strings.Replace(name, "-", ":", 1))
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return rehearsal.Play(scenario, rehearsal.Stage{Prompt: os.Stdin, Out: out, Getenv: os.Getenv, Sleep: time.Sleep})
}

// ownCopies are what the agents of each task have written down, one for each
// process that ever was its agent.
func (h *home) ownCopies() map[string][][]byte {
	h.t.Helper()
	copies := map[string][][]byte{}
	files, err := filepath.Glob(filepath.Join(h.own, "*"))
	if err != nil {
		h.t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			h.t.Fatal(err)
		}
		task, _, _ := strings.Cut(filepath.Base(file), ".")
		// The terminal makes two bytes of each end of a line.
		copies[task] = append(copies[task], bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")))
	}
	return copies
}
