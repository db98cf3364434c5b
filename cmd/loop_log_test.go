package cmd

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/orchestrator/loop"
)

// TestLoopLogNotices: every step of ending an agent is in the log, also the one
// that no process can be made to need: it survived KILL (ERR-38, ERR-53, AI-31, LOOP-51).
func TestLoopLogNotices(t *testing.T) {
	var out bytes.Buffer
	l := &loopLog{log: console.NewLogger(&out, console.LogStyle{Format: "text", Timestamp: "none"}), timeout: time.Minute, command: "my agent", iteration: 1}
	for _, n := range []orchestrator.Notice{
		{Action: "sending_sigterm", Cause: orchestrator.CauseTimeout, Pid: 7},
		{Action: "sending_sigterm", Cause: orchestrator.CauseQuestion, Question: "auth", Pid: 7},
		{Action: "sending_sigterm", Cause: orchestrator.CauseInterrupt, Pid: 7},
		{Action: "sending_sigkill", Cause: orchestrator.CauseTimeout, Pid: 7},
		{Action: "giving_up", Cause: orchestrator.CauseInterrupt, Pid: 7},
	} {
		l.Notice(n)
	}
	want := `WARN AI CLI exceeded timeout timeout=60.0s iteration=2 pid=7 command="my agent" action=sending_sigterm
WARN AI CLI asks a question that nobody can answer kind=auth iteration=2 pid=7 command="my agent" action=sending_sigterm hint="give the AI command the flag that lets it act without asking"
INFO Killing AI CLI process iteration=2 pid=7 command="my agent" action=sending_sigterm
WARN AI CLI did not terminate gracefully iteration=2 pid=7 command="my agent" action=sending_sigkill
WARN AI CLI survived SIGKILL iteration=2 pid=7 command="my agent" action=giving_up
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	out.Reset() // who looks at it can press a key
	l.streams.ErrTerminal = true
	l.Notice(orchestrator.Notice{Action: "sending_sigterm", Cause: orchestrator.CauseInterrupt, Pid: 7})
	if want := "action=sending_sigterm hint=\"a second Ctrl-C ends it at once\"\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("log %q, want at its end %q", &out, want)
	}
}

// TestLoopLogStatus: below the line that an iteration starts is not the last one's progress.
func TestLoopLogStatus(t *testing.T) {
	var out bytes.Buffer
	status := console.NewStatusLine(&out, func() int { return 80 })
	l := &loopLog{log: console.NewLogger(status, console.LogStyle{Format: "text", Timestamp: "none"}), status: status, limits: loop.Limits{MaxIterations: 4}}
	l.Starting(0, "agent", "prompt")
	if strings.Contains(out.String(), "\r") {
		t.Errorf("a status line in a log that has none: %q", &out)
	}
	status.Set(l.progress())
	out.Reset()
	l.Starting(1, "agent", "prompt")
	if got := out.String(); !strings.HasSuffix(got, "iteration 2/4  0s  ") || strings.Contains(got, "1/4") {
		t.Errorf("log and status %q, want 2/4 in both", got)
	}
}
