package orchestrator

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

// TestDriverBeside: a question above a composer that stays gets neither a paste nor an
// Enter of rooda's, but what a person answers.
func TestDriverBeside(t *testing.T) {
	t.Parallel()
	generic := func(signs *adapters.Signs) {
		var err error
		if *signs, err = adapters.NewRegistry().Signs("generic"); err != nil {
			t.Error(err)
		}
		signs.ExitInput = "/exit"
	}
	says := func(key string) func(*Person) {
		return func(p *Person) {
			if err := p.ask(context.Background(), request{who: "human", approve: true}); !errors.Is(err, ErrNoPlainYes) {
				t.Errorf("approve: %v", err)
			}
			_ = p.ask(context.Background(), request{who: "human", keys: []byte(key)})
		}
	}
	const asked = "needed permission: Command: make test Allow? [y/n]"
	surprise := strings.Replace(asked, "test", "surprise", 1)
	complete := func(p *Person) { _ = p.ask(context.Background(), request{who: "human", complete: true}) }
	for _, tt := range []struct {
		name  string
		stage stage
		noted []string
		told  []string
		ends  string
	}{
		{"a person answers", stage{prompt: "Go. [shell]", in: Interactive{Inputs: []string{"more"}}, when: map[string]func(*Person){"interaction_needed": says("n")}},
			[]string{"submit Go. [shell]", `question gets "n"`, "submit more", "submit /exit", "exit"},
			[]string{asked, "typed by human", "resolved by human", "sending 1", "sent 1"}, endedByIdle},
		{"a person says that it is done", stage{prompt: "Go. [shell]", in: Interactive{Inputs: []string{"more"}}, when: map[string]func(*Person){"interaction_needed": complete}},
			[]string{"submit Go. [shell]"},
			[]string{asked, "complete by human"}, endedByPerson},
		{"nobody comes", stage{prompt: "Go. [shell]", in: Interactive{Inputs: []string{"more"}, Patience: time.Second, AutoApprove: true}},
			[]string{"submit Go. [shell]"},
			[]string{asked, "resolved by exit"}, endedByQuestion},
		{"it comes after the paste", stage{args: []string{"-ambush", "above"}, prompt: "Go.", in: Interactive{Inputs: []string{"more"}}, when: map[string]func(*Person){"interaction_needed": says("n")}},
			[]string{"submit Go.", `question gets "n"`, "submit more", "submit /exit", "exit"},
			[]string{"sending 1", surprise, "typed by human", "resolved by human", "sent 1"}, endedByIdle},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			st := tt.stage
			st.args = append([]string{"-above", "Allow? [y/n]", "-status", "never"}, st.args...)
			st.signs = generic
			note := ""
			st.heard = func(said Talk) {
				if n, ok := said.(InteractionNeeded); ok {
					note = n.Note
				}
			}
			noted, told, res := st.play(t, "beside "+tt.name)
			if res.Err != nil || res.EndedBy != tt.ends {
				t.Errorf("ended by %q (%v)\n%s", res.EndedBy, res.Err, res.Tail)
			}
			if diff := cmp.Diff(tt.told, told); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.noted, noted); diff != "" {
				t.Errorf("noted (-want +got):\n%s", diff)
			}
			if !strings.Contains(note, "rooda types nothing beside it") {
				t.Errorf("told with the note %q", note)
			}
		})
	}
}
