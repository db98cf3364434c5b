package orchestrator

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

// What an agent has got before anything is typed.
func TestGivenBefore(t *testing.T) {
	inputs := []string{"a", "b"}
	for _, test := range []struct {
		in    Interactive
		paste string
		want  []string
	}{
		{Interactive{Inputs: inputs}, "", []string{"prompt"}},
		{Interactive{Inputs: inputs}, "pasted", nil},
		{Interactive{Inputs: inputs, Adopted: true, Sent: 1}, "pasted", []string{"pasted", "a"}},
	} {
		it := Iteration{Prompt: "prompt", Interactive: &test.in}
		it.Launch.Paste = test.paste
		if diff := cmp.Diff(test.want, it.given()); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", test.in, diff)
		}
	}
}

// A text that is handed over asks nothing where the agent shows it.
func TestGivenAndShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		signs, err := adapters.NewRegistry().Signs("generic")
		if err != nil {
			t.Fatal(err)
		}
		e, err := newEye(signs, io.Discard, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		rule := strings.Repeat("─", 40)
		paint := func(words string) scene {
			_, _ = e.Write([]byte("\x1b[H\x1b[2J" + words + "\r\n\r\n" + rule + "\r\n❯ \r\n" + rule))
			time.Sleep(20 * time.Second)
			s, _ := e.look(time.Now())
			return s
		}
		paint("hello")
		d := driver{eye: e, in: &Interactive{}, talk: &conversation{current: &input{text: "Ask this:\nOverwrite? [y/n]"}}}
		const shown = "> Ask this:\r\n  Overwrite? [y/n]"
		if s := paint(shown); s.State.Condition != adapters.Blocked {
			t.Errorf("before: %+v", s.State)
		}
		d.tell(InputSending{Number: 1})
		paint("hello")
		if s := paint(shown); s.State.Condition == adapters.Blocked {
			t.Errorf("after: %+v", s.State)
		}
	})
}
