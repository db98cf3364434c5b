package orchestrator

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/pty"
)

// TestAnAgentInAShellScript runs the example of docs/adapters/generic.md.
func TestAnAgentInAShellScript(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	page, err := os.ReadFile("../docs/adapters/generic.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```bash\n")
	script, _, found := strings.Cut(text, "```\n")
	if !found {
		t.Fatal("the page has no example")
	}
	file := filepath.Join(t.TempDir(), "agent.sh")
	if err := os.WriteFile(file, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	signs, err := adapters.NewRegistry().Signs("generic")
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	key := fmt.Sprintf("generic-test/%d", os.Getpid())
	it := Iteration{
		Key: key, Path: file, Dir: filepath.Dir(file), Timeout: 40 * time.Second, MaxOutput: 1 << 10,
		Launch: adapters.LaunchConfig{Argv: []string{file}, Paste: "Say something\nabout the weather.", Signs: signs},
		Env:    append(os.Environ(), pty.KeyVariable+"="+key), Prompt: "Say something\nabout the weather.",
		Interactive: &Interactive{
			Person: NewPerson(), Inputs: []string{"Go on."},
			Tell: func(said Talk) { told = append(told, describeTalk(said)) },
		},
	}
	res := AgentRunner{}.Run(t.Context(), t.Context(), it)
	if diff := cmp.Diff([]string{"sending 0", "sent 0", "sending 1", "sent 1", "ending idle"}, told); diff != "" || res.EndedBy != "idle" || res.Err != nil {
		t.Errorf("ended by %q (%v), told (-want +got):\n%s\n%s", res.EndedBy, res.Err, diff, res.Tail)
	}
}
