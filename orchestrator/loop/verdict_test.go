package loop_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/orchestrator/loop"
)

func TestJudge(t *testing.T) {
	success, failure := loop.Signals{Success: true}, loop.Signals{Failure: true}
	both := loop.Signals{Success: true, Failure: true}
	tests := []struct {
		name    string
		ending  loop.Ending
		signals loop.Signals
		want    loop.Verdict
	}{
		{"0 none (ERR-16)", loop.Ending{}, loop.Signals{}, loop.Verdict{Outcome: loop.Continue}},
		{"0 SUCCESS (LOOP-02)", loop.Ending{}, success, loop.Verdict{Outcome: loop.Done, Promise: "SUCCESS"}},
		{"0 FAILURE (ERR-12)", loop.Ending{}, failure, loop.Verdict{Outcome: loop.Failure, Reason: "promise", Promise: "FAILURE"}},
		{"0 both (ERR-13)", loop.Ending{}, both, loop.Verdict{Outcome: loop.Failure, Reason: "promise", Promise: "FAILURE"}},
		{"1 none (ERR-15)", loop.Ending{ExitCode: 1}, loop.Signals{}, loop.Verdict{Outcome: loop.Failure, Reason: "exit_code"}},
		{"1 SUCCESS (ERR-14)", loop.Ending{ExitCode: 1}, success, loop.Verdict{Outcome: loop.Done, Promise: "SUCCESS"}},
		{"1 FAILURE", loop.Ending{ExitCode: 1}, failure, loop.Verdict{Outcome: loop.Failure, Reason: "promise", Promise: "FAILURE"}},
		{"1 both", loop.Ending{ExitCode: 1}, both, loop.Verdict{Outcome: loop.Failure, Reason: "promise", Promise: "FAILURE"}},
		{"crash none (ERR-17)", loop.Ending{ExitCode: 139, Signal: "SIGSEGV"}, loop.Signals{}, loop.Verdict{Outcome: loop.Failure, Reason: "signal"}},
		{"crash SUCCESS (LOOP-33)", loop.Ending{ExitCode: 139, Signal: "SIGSEGV"}, success, loop.Verdict{Outcome: loop.Done, Promise: "SUCCESS"}},
		{"timeout none (ERR-39)", loop.Ending{ExitCode: 143, Signal: "SIGTERM", TimedOut: true}, loop.Signals{}, loop.Verdict{Outcome: loop.Failure, Reason: "timeout"}},
		{"timeout SUCCESS (ERR-40)", loop.Ending{TimedOut: true}, success, loop.Verdict{Outcome: loop.Failure, Reason: "timeout", Promise: "SUCCESS"}},
		{"question none", loop.Ending{ExitCode: 143, Signal: "SIGTERM", Asked: true}, loop.Signals{}, loop.Verdict{Outcome: loop.Failure, Reason: "question"}},
		{"question SUCCESS", loop.Ending{Asked: true}, success, loop.Verdict{Outcome: loop.Failure, Reason: "question", Promise: "SUCCESS"}},
		{"question FAILURE", loop.Ending{Asked: true}, failure, loop.Verdict{Outcome: loop.Failure, Reason: "question", Promise: "FAILURE"}},
		{"0 none, inputs missing", loop.Ending{Unsent: true, Missed: true}, loop.Signals{}, loop.Verdict{Outcome: loop.Failure, Reason: "unsent"}},
		{"0 SUCCESS, inputs missing", loop.Ending{Unsent: true, Missed: true}, success, loop.Verdict{Outcome: loop.Failure, Reason: "unsent", Promise: "SUCCESS"}},
		{"crash SUCCESS, inputs missing", loop.Ending{ExitCode: 139, Signal: "SIGSEGV", Unsent: true, Missed: true}, success, loop.Verdict{Outcome: loop.Failure, Reason: "unsent", Promise: "SUCCESS"}},
		{"0 FAILURE, inputs missing", loop.Ending{Unsent: true, Missed: true}, failure, loop.Verdict{Outcome: loop.Failure, Reason: "promise", Promise: "FAILURE"}},
		{"0 SUCCESS, a text of a person missing", loop.Ending{Unsent: true}, success, loop.Verdict{Outcome: loop.Done, Promise: "SUCCESS"}},
		{"ended by rooda", loop.Ending{ExitCode: 143, Signal: "SIGTERM", Unjudged: true}, loop.Signals{}, loop.Verdict{Outcome: loop.Continue}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, loop.Judge(tt.ending, tt.signals)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestNext(t *testing.T) {
	c, f, d := loop.Continue, loop.Failure, loop.Done
	tests := []struct {
		name     string
		limits   loop.Limits
		outcomes []loop.Outcome
		want     loop.Status
		position loop.Position
	}{
		{"budget used up (LOOP-07)", loop.Limits{3, 3}, []loop.Outcome{c, c, c}, loop.MaxIters, loop.Position{3, 0}},
		{"success ends it", loop.Limits{3, 3}, []loop.Outcome{c, d}, loop.Success, loop.Position{2, 0}},
		{"threshold (ERR-26)", loop.Limits{10, 3}, []loop.Outcome{c, f, f, f}, loop.Aborted, loop.Position{4, 3}},
		{"reset by a good one (LOOP-16)", loop.Limits{10, 3}, []loop.Outcome{f, f, c, f, f}, loop.Running, loop.Position{5, 2}},
		{"threshold before limit", loop.Limits{3, 3}, []loop.Outcome{f, f, f}, loop.Aborted, loop.Position{3, 3}},
		{"one of one fails with threshold one", loop.Limits{1, 1}, []loop.Outcome{f}, loop.Aborted, loop.Position{1, 1}},
		{"last one fails below the threshold", loop.Limits{2, 3}, []loop.Outcome{c, f}, loop.MaxIters, loop.Position{2, 1}},
		{"no limit (LOOP-09)", loop.Limits{0, 3}, []loop.Outcome{c, c, c, c, c, c, c, c}, loop.Running, loop.Position{8, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var p loop.Position
			status := loop.Running
			for i, o := range tt.outcomes {
				if status != loop.Running {
					t.Fatalf("stopped with %s after %d iterations", status, i)
				}
				p, status = tt.limits.Next(p, o)
			}
			if status != tt.want || p != tt.position {
				t.Errorf("got %s at %+v, want %s at %+v", status, p, tt.want, tt.position)
			}
		})
	}
}

// LOOP-31: of the whole population, by the old and the new mean.
func TestStats(t *testing.T) {
	tests := []struct {
		seconds            []float64
		min, max, mean, sd string
	}{
		{nil, "0s", "0s", "0s", "0s"},
		{[]float64{7}, "7s", "7s", "7s", "0s"},
		{[]float64{42, 36}, "36s", "42s", "39s", "3s"},
		{[]float64{10, 20}, "10s", "20s", "15s", "5s"},
		{[]float64{45.2, 38.7, 52.1}, "38.7s", "52.1s", "45.3s", "5.5s"},
		{[]float64{42, 36, 37, 15, 12, 13}, "12s", "42s", "25.8s", "12.7s"},
	}
	for _, tt := range tests {
		var s loop.Stats
		for _, sec := range tt.seconds {
			s.Add(time.Duration(sec * float64(time.Second)))
		}
		round := func(d time.Duration) string { return d.Round(100 * time.Millisecond).String() }
		got := []string{round(s.Min), round(s.Max), round(s.Mean()), round(s.StdDev())}
		if diff := cmp.Diff([]string{tt.min, tt.max, tt.mean, tt.sd}, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.seconds, diff)
		}
	}
}

// LOOP-32: an iteration more takes no memory more.
func TestStatsTakeNoMemory(t *testing.T) {
	var s loop.Stats
	if n := testing.AllocsPerRun(10_000, func() { s.Add(time.Second) }); n != 0 {
		t.Errorf("%v allocations for each iteration", n)
	}
	if s.Count < 10_000 || s.Mean() != time.Second || s.StdDev() != 0 {
		t.Errorf("after %d iterations of 1s: mean %v, deviation %v", s.Count, s.Mean(), s.StdDev())
	}
}
