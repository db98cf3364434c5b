// Package crash kills the process that hosts a session, at any moment, and
// holds what is on disk, and what a resume makes of it, against the promises
// of the session format. It also lets a hundred agents work at once and looks
// for what they leave behind. It owns no production code and needs no agent:
// the tasks are rehearsed, or played by the test binary.
//
//	go test ./e2e/crash                          # 50 rounds
//	go test ./e2e/crash -short                   # 8 rounds
//	go test ./e2e/crash -seed=42 -rounds=1 -v    # the first round of a failure, once more
package crash

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"rooda/session"
)

var (
	seedFlag   = flag.Uint64("seed", 0, "seed of the moments to kill at; 0 takes one from the clock")
	roundsFlag = flag.Int("rounds", 0, "rounds to play; 0 means 50, and 8 with -short")
)

// maxKills is how many hosts of one session are killed at the most.
const maxKills = 3

// totals is what all rounds together came to, for the log.
type totals struct {
	kills, before, after, between atomic.Int64
	adopted                       atomic.Int64 // agents that outlived their host and were taken over
}

// TestKillHostAndResume kills hosts with SIGKILL, resumes, and kills again.
// Whatever the moment: the record is whole, no agent that was started is lost,
// no step is done twice, and nothing stays behind (CORE-12, CORE-13).
func TestKillHostAndResume(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("needs /proc to find what a killed host left running")
	}
	seed, rounds := *seedFlag, *roundsFlag
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	if rounds == 0 {
		rounds = 50
		if testing.Short() {
			rounds = 8
		}
	}
	t.Logf("seed %d", seed)
	whole := undisturbed(t)
	t.Logf("an undisturbed run takes %s", whole.Round(time.Millisecond))

	var sum totals
	two := make(chan struct{}, 2)
	t.Run("rounds", func(t *testing.T) {
		for n := range rounds {
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				t.Parallel()
				two <- struct{}{}
				defer func() { <-two }()
				random := rand.New(rand.NewPCG(seed, uint64(n)))
				play(t, newHome(t), random, whole, &sum)
			})
		}
	})
	t.Logf("%d kills: %d before there was a session, %d between checkpoint and journal, %d after the last step; %d agents were taken over",
		sum.kills.Load(), sum.before.Load(), sum.between.Load(), sum.after.Load(), sum.adopted.Load())
}

// undisturbed runs the workflow once without a kill and returns how long that took.
func undisturbed(t *testing.T) time.Duration {
	t.Helper()
	h := newHome(t)
	began := time.Now()
	host := h.start(h.fresh()...)
	host.mustEnd(0)
	took := time.Since(began)
	var seen witness
	seen.hosts = append(seen.hosts, host.pid())
	seen.settled(t, h)
	return took
}

// play kills the first host of a session, and the next ones now and then,
// until one may run to the end.
func play(t *testing.T, h *home, random *rand.Rand, whole time.Duration, sum *totals) {
	var seen witness
	for n := 0; ; n++ {
		args := h.fresh()
		if id := h.session(); id != "" {
			args = []string{"session", "resume", id, "--quiet"}
		}
		finished := seen.record.Outcome == session.Success // the kill came too late
		if finished || n >= maxKills || n > 0 && random.IntN(2) == 0 {
			last := h.start(args...)
			last.mustEnd(0)
			if !finished {
				seen.hosts = append(seen.hosts, last.pid())
			}
			break
		}
		at := pick(random, whole)
		wait := at.prepare(t, h)
		host := h.start(args...)
		wait(host.ended)
		host.kill()
		t.Logf("killed process %d %s", host.pid(), at)
		seen.hosts = append(seen.hosts, host.pid())
		sum.kills.Add(1)
		seen.killed(t, h, sum)
	}
	seen.settled(t, h)
	sum.adopted.Add(int64(adoptions(t, h)))
}
