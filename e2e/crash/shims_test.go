package crash

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/pty/shim"
	"rooda/session"
)

const (
	// siege is for how long shims are killed in each round.
	siege = 2 * time.Second
	// spare is how often the shims of one folder are killed: a start is tried once more than that.
	spare = 2
)

// TestShimsAreKilled kills the shims of ten tasks at random moments, most of them as they start, and in half of
// the rounds their host as well. Whatever the moment: an agent that was begun is lost, says its folder as well as the
// journal, one that was not begun is started, no task fails of it, and nothing stays behind.
//
//	go test ./e2e/crash -run ShimsAreKilled -v
func TestShimsAreKilled(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("needs /proc to find shims")
	}
	rounds := 4
	if testing.Short() {
		rounds = 2
	}
	seed := *seedFlag
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", seed)
	for n := range rounds {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, uint64(n)))
			h := tenAtOnce(t)
			h.pace = "0.4"
			h.forgive()
			b := &besieger{home: h, random: random, seen: map[int]bool{}, killed: map[string]int{}}
			host := h.start(h.fresh10()...)
			if n%2 == 1 {
				b.besiege(time.Duration(random.Int64N(int64(siege))), host.ended)
				host.kill()
				b.besiege(50*time.Millisecond, nil)
				if h.session() == "" {
					t.Skip("killed before there was a session")
				}
				host = h.start("session", "resume", h.session(), "--quiet")
			}
			b.besiege(siege, host.ended)
			t.Log(b)
			host.mustEnd(0)
			settledLosses(t, h, n%2)
			if left, err := os.ReadDir(session.RunDir(h.state)); n%2 == 0 && (err != nil || len(left) > 0) {
				t.Errorf("left in the folder for sockets: %v, %v", left, err)
			}
		})
	}
}

// forgive lets tasks lose any number of agents.
func (h *home) forgive() {
	text, err := os.ReadFile(h.workflow)
	if err == nil {
		err = os.WriteFile(h.workflow, bytes.Replace(text, []byte("defaults: {"), []byte("defaults: {failure_threshold: 1000, "), 1), 0o600)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// besieger kills shims.
type besieger struct {
	home         *home
	random       *rand.Rand
	seen         map[int]bool
	killed       map[string]int // by folder
	early, begun int            // of those killed, by whether there was a record
}

func (b *besieger) String() string {
	return fmt.Sprintf("killed %d shims before they had begun with an agent, and %d after", b.early, b.begun)
}

// besiege goes on for that long, or until ended.
func (b *besieger) besiege(long time.Duration, ended <-chan struct{}) {
	for over := time.Now().Add(long); time.Now().Before(over); pause(time.Duration(b.random.IntN(10))*time.Millisecond, ended) {
		for _, pid := range b.home.shims() {
			fresh := !b.seen[pid]
			b.seen[pid] = true
			if fresh && b.random.IntN(2) == 0 || b.random.IntN(60) == 0 {
				if fresh {
					pause(time.Duration(b.random.Int64N(int64(4*time.Millisecond))), nil)
				}
				b.kill(pid)
			}
		}
		select {
		case <-ended:
			return
		default:
		}
	}
}

func (b *besieger) kill(pid int) {
	dir := b.home.keeps(pid)
	if dir == "" || b.killed[dir] == spare {
		return
	}
	b.killed[dir]++
	_, err := os.Lstat(filepath.Join(dir, shim.ShimFile))
	if syscall.Kill(pid, syscall.SIGKILL) != nil {
		return
	}
	if err == nil {
		b.begun++
	} else {
		b.early++
	}
}

// shims are the processes that keep, or are going to keep, a terminal of this home's.
func (h *home) shims() (pids []int) {
	entries, _ := filepath.Glob("/proc/[0-9]*")
	for _, entry := range entries {
		if pid, err := strconv.Atoi(filepath.Base(entry)); err == nil && h.keeps(pid) != "" && h.keeps(parent(pid)) == "" {
			pids = append(pids, pid) // and no agent that its shim is just starting
		}
	}
	return pids
}

// parent is 0 for a process that is gone.
func parent(pid int) (above int) {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	fmt.Sscanf(string(stat[bytes.LastIndexByte(stat, ')')+1:]), " %c %d", new(rune), &above)
	return above
}

// keeps is the folder that a process is the shim of, if it is one of this home's.
func (h *home) keeps(pid int) (dir string) {
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	argv := strings.Split(string(line), "\x00")
	if len(argv) < 3 || argv[1] != shim.Command || !strings.HasPrefix(argv[2], h.sessions()) {
		return ""
	}
	return argv[2]
}

// settledLosses holds the folders against the journal: each agent that was begun has an end, counted once, or is
// lost, told once; each task has one end, and its output is what that agent wrote. A host that was killed may leave a
// folder of a task in which no agent was begun.
func settledLosses(t *testing.T, h *home, killed int) {
	t.Helper()
	record, err := h.manager.Load(h.session())
	if err != nil {
		t.Fatal(err)
	}
	if record.Outcome != session.Success {
		t.Errorf("outcome %q, want success", record.Outcome)
	}
	told := map[string]map[string]int{}
	for event, err := range session.ReadEvents(h.manager.Dir(record.ID), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if told[event.Task] == nil {
			told[event.Task] = map[string]int{}
		}
		told[event.Task][event.Type]++
	}
	own := h.ownCopies()
	for id, task := range record.Tasks {
		found := map[shim.State]int{}
		dirs, err := filepath.Glob(filepath.Join(h.manager.Dir(record.ID), "tasks", id, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, dir := range dirs {
			state, err := shim.Probe(t.Context(), dir)
			if err != nil {
				t.Error(err)
			}
			found[state]++
			if state != shim.Finished {
				continue
			}
			log, err := os.ReadFile(filepath.Join(dir, session.OutputLog))
			if err != nil || !slices.ContainsFunc(own[id], func(copied []byte) bool { return bytes.Equal(copied, log) }) {
				t.Errorf("task %s: none of its %d agents wrote the %d bytes that were kept (%v)", id, len(own[id]), len(log), err)
			}
		}
		if task.Status != session.Done || found[shim.Finished] != 1 || told[id]["iteration_finished"] != 1 {
			t.Errorf("task %s: %s, %d agents ended, %d ends told; want DONE and one of each", id, task.Status, found[shim.Finished], told[id]["iteration_finished"])
		}
		if lost := found[shim.Lost]; lost != told[id]["agent_lost"] || found[shim.Never] > killed || lost+found[shim.Never]+found[shim.Finished] != len(dirs) {
			t.Errorf("task %s: %d agents were lost, and %d are told of; of %d folders it is %v", id, lost, told[id]["agent_lost"], len(dirs), found)
		}
		if n := len(own[id]); n > len(dirs) {
			t.Errorf("task %s: %d processes were its agent, in %d folders", id, n, len(dirs))
		}
	}
}
