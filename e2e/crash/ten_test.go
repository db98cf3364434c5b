package crash

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/pty/shim"
)

const (
	// agents work at once in these tests.
	agents = 10
	// promptly is how long a resume may take until all agents have a host again.
	promptly = 200 * time.Millisecond
	// crowded is the same for 95 % of them. Half of the hosts die while they
	// start agents; what they had begun then competes with the next host, and so
	// does whatever else a machine under test does. crowdedRace is that with the race detector.
	crowded, crowdedRace = 500 * time.Millisecond, time.Second
)

// within95 is how long 95 % of the resumes may take.
func within95() time.Duration {
	info, ok := debug.ReadBuildInfo()
	if ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		return crowdedRace
	}
	return crowded
}

// tenAtOnce is a home whose workflow has one stage of that many tasks, each
// of one iteration of about a second and a half.
func tenAtOnce(t *testing.T) *home {
	t.Helper()
	h := newHome(t)
	h.pace, h.own = "1", filepath.Join(h.dir, "own")
	if err := os.Mkdir(h.own, 0o700); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "name: ten\ndefaults: {ai_cmd: %q, max_iterations: 1}\nstages:\n  - id: s\n    tasks:\n", self)
	for n := range agents {
		fmt.Fprintf(&b, "      - {id: t%d, prompt: Do your part.}\n", n)
	}
	if err := os.WriteFile(h.workflow, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return h
}

// fresh10 is the command line that begins the session of tenAtOnce.
func (h *home) fresh10() []string {
	return []string{"workflow", "run", h.workflow, "--quiet"}
}

// TestTenAgentsOutliveTheirHost kills the host of ten agents at random moments,
// those between the steps of their start included. The next one has all of them at once;
// none is lost, none is there twice, and nothing that they wrote is missing.
//
//	go test ./e2e/crash -run Ten -v
func TestTenAgentsOutliveTheirHost(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("needs /proc to find what a killed host left running")
	}
	rounds := 20
	if testing.Short() {
		rounds = 4
	}
	seed := *seedFlag
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", seed)
	var times []time.Duration
	// A host that dies before it has agents shows nothing of their resume.
	for n := 0; len(times) < rounds && !t.Failed(); n++ {
		if n == 3*rounds {
			t.Fatalf("in %d of %d rounds only a host was killed while agents worked", len(times), n)
		}
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, uint64(n)))
			h := tenAtOnce(t)
			host := h.start(h.fresh10()...)
			if n%2 == 0 {
				pause(time.Duration(random.Int64N(int64(1500*time.Millisecond))), host.ended)
			} else {
				h.amidStarts(1+random.IntN(2*agents), host.ended)
				pause(time.Duration(random.Int64N(int64(2*time.Millisecond))), host.ended)
			}
			host.kill()
			if h.session() == "" {
				t.Skip("killed before there was a session")
			}
			alive := h.alive()
			began := time.Now()
			next := h.start("session", "resume", h.session(), "--quiet")
			for _, dir := range alive {
				awaitHost(t, dir, 2)
			}
			if took := time.Since(began); len(alive) > 0 {
				t.Logf("%d agents had a host again after %s", len(alive), took.Round(time.Millisecond/10))
				times = append(times, took)
			}
			next.mustEnd(0)
			settledTen(t, h)
		})
	}
	if t.Failed() {
		return
	}
	slices.Sort(times)
	median, most := times[len(times)/2], times[(len(times)*95+99)/100-1]
	t.Logf("from the start of session resume until all agents have a host: median %s, 95%% within %s, at most %s, of %d",
		median.Round(time.Millisecond/10), most.Round(time.Millisecond/10), times[len(times)-1].Round(time.Millisecond/10), len(times))
	if limit := within95(); median > promptly || most > limit {
		t.Errorf("the median is %s, want at most %s; 95%% are within %s, want %s", median, promptly, most, limit)
	}
}

// TestTakeOverOfAStoppedHost: the agents of a host that was suspended go on
// under another, and the old one cannot come back.
func TestTakeOverOfAStoppedHost(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("needs /proc")
	}
	h := tenAtOnce(t)
	h.gate = "taken"
	host := h.start(h.fresh10()...)
	for len(h.alive()) < agents {
		pause(5*time.Millisecond, host.ended)
	}
	if err := syscall.Kill(host.pid(), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	next := h.start("session", "resume", h.session(), "--take-over", "--quiet")
	pause(lifetime, host.ended)
	h.open(h.gate)
	next.mustEnd(0)
	<-host.ended
	if status := host.cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGKILL {
		t.Errorf("the old host ended with %v", host.cmd.ProcessState)
	}
	settledTen(t, h)
}

// amidStarts waits until the starts of agents have come so far: of each, a plan
// is on disk first, and when it was told to go, its shim's record.
func (h *home) amidStarts(steps int, ended <-chan struct{}) {
	for {
		plans, _ := filepath.Glob(filepath.Join(h.sessions(), "*", "tasks", "*", "*", shim.SpecFile))
		records, _ := filepath.Glob(filepath.Join(h.sessions(), "*", "tasks", "*", "*", shim.ShimFile))
		if len(plans)+len(records) >= steps {
			return
		}
		select {
		case <-ended:
			return
		case <-time.After(200 * time.Microsecond):
		}
	}
}

// alive are the folders of the agents that run.
func (h *home) alive() (dirs []string) {
	h.t.Helper()
	if h.session() == "" {
		return nil
	}
	all, err := filepath.Glob(filepath.Join(h.manager.Dir(h.session()), "tasks", "*", "*"))
	if err != nil {
		h.t.Fatal(err)
	}
	for _, dir := range all {
		if state, err := shim.Probe(h.t.Context(), dir); err == nil && state == shim.Running {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// awaitHost waits until a host of that epoch has an agent, or it has ended.
func awaitHost(t *testing.T, dir string, epoch int) {
	t.Helper()
	c := shim.Dial(dir)
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), lifetime)
	defer cancel()
	for {
		task, err := c.Task(ctx)
		if ctx.Err() != nil {
			t.Fatalf("%s has no host within %s: %v", dir, lifetime, err)
		}
		if err == nil && (task.Epoch >= epoch || task.State == shim.Finished) {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
