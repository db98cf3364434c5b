package shim

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestAgentGoesFirst(t *testing.T) {
	r, tape := request(t, "deaf")
	term := begin(t, r)
	tape.Await(t, "ready")
	if score, err := os.ReadFile(fmt.Sprintf("/proc/%d/oom_score_adj", term.Pid())); err == nil && strings.TrimSpace(string(score)) != firstToGo {
		t.Errorf("oom_score_adj %q", score)
	}
}
