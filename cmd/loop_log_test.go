package cmd

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/orchestrator"
)

// TestLoopLogNotices: every step of ending an agent is in the log, also the one
// that no process can be made to need: it survived KILL (ERR-38, ERR-53, AI-31, LOOP-51).
func TestLoopLogNotices(t *testing.T) {
	var out bytes.Buffer
	l := &loopLog{log: newLogger(&out, logStyle{format: "text", timestamp: "none"}), timeout: time.Minute, command: "my agent", iteration: 1}
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
}
