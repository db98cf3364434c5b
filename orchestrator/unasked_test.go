package orchestrator

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"rooda/adapters"
	"rooda/pty"
)

// counting counts the seconds below its composer until something is typed.
const counting = `stty -icanon -echo
printf '\e[?2004h'
line=────────────────────────────────────────
for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  printf '\e[H\e[Jhello\n\n%s\n❯ \n%s\n  session %ss\e[2A\r\e[2C' "$line" "$line" "$n"
  read -r -n1 -t1 _ && exec touch typed
done
`

// An agent that counts before anything was asked of it is given its text all the same.
func TestAnAgentThatCountsBeforeItIsAsked(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	file := filepath.Join(t.TempDir(), "agent.sh")
	if err := os.WriteFile(file, []byte(counting), 0o600); err != nil {
		t.Fatal(err)
	}
	signs, err := adapters.NewRegistry().Signs("generic")
	if err != nil {
		t.Fatal(err)
	}
	signs.IdleQuiet = 1500 * time.Millisecond
	key := fmt.Sprintf("counting-test/%d", os.Getpid())
	AgentRunner{}.Run(t.Context(), t.Context(), Iteration{
		Key: key, Path: bash, Dir: filepath.Dir(file), Timeout: 12 * time.Second, MaxOutput: 1 << 10,
		Launch: adapters.LaunchConfig{Argv: []string{bash, file}, Paste: "Go.", Signs: signs},
		Env:    append(os.Environ(), pty.KeyVariable+"="+key), Prompt: "Go.",
		Interactive: &Interactive{Person: NewPerson(), Tell: func(Talk) {}},
	})
	if _, err := os.Stat(filepath.Join(filepath.Dir(file), "typed")); err != nil {
		t.Errorf("nothing was typed: %v", err)
	}
}
