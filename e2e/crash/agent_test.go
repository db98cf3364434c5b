package crash

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// agentVariable makes the test binary play an agent, which writes down for
// itself, in that folder, all that it prints.
const agentVariable = "ROODA_CRASH_AGENT"

func TestMain(m *testing.M) {
	if dir := os.Getenv(agentVariable); dir != "" && os.Getenv("ROODA_TASK") != "" {
		os.Exit(playAgent(dir))
	}
	os.Exit(m.Run())
}

// playAgent prints for about a second and a half, or as often as long as the
// pace of home says, in pieces of many sizes, and then promises SUCCESS.
func playAgent(dir string) int {
	_, _ = io.Copy(io.Discard, os.Stdin) // the prompt
	name := fmt.Sprintf("%s.%d", os.Getenv("ROODA_TASK"), os.Getpid())
	own, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	both := io.MultiWriter(own, os.Stdout)
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
		if _, err := io.WriteString(both, piece); err != nil {
			return 1
		}
		time.Sleep(time.Duration(pace * float64(15+rand.IntN(30)) * float64(time.Millisecond)))
	}
	_, _ = io.WriteString(both, "<promise>SUCCESS</promise>\n")
	return 0
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
