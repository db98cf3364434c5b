package loop_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rooda/orchestrator/loop"
)

const prompt = `Work on the next task of the plan until nothing is left.

When the goal is reached, print this line by itself:

<promise>SUCCESS</promise>

and when you are blocked, print this one and say why below it:

<promise>FAILURE</promise>

Say neither while work remains.`

func scan(prompt string, pieces ...string) loop.Signals {
	s := loop.NewScanner(prompt)
	for _, p := range pieces {
		fmt.Fprint(s, p)
	}
	return s.Signals()
}

func TestScan(t *testing.T) {
	framed := "│ " + strings.ReplaceAll(prompt, "\n", " │\n│ ") + " │\n"
	wrapped := strings.ReplaceAll(prompt, " of the", "\n  of the")
	tests := []struct {
		name, prompt, output string
		want                 loop.Signals
	}{
		{"nothing", prompt, "still at it\n", loop.Signals{}},
		{"own line", prompt, "done\n<promise>SUCCESS</promise>\n", loop.Signals{Success: true}},
		{"inside prose (AI-25)", prompt, "all green <promise>SUCCESS</promise> - bye", loop.Signals{Success: true}},
		{"both (LOOP-04)", "", "<promise>SUCCESS</promise>\n<promise>FAILURE</promise>", loop.Signals{Success: true, Failure: true}},
		{"no newline at the end", "", "<promise>FAILURE</promise>", loop.Signals{Failure: true}},
		{"lower case (ERR-20)", "", "<promise>success</promise>", loop.Signals{}},
		{"upper-case tag", "", "<PROMISE>SUCCESS</PROMISE>", loop.Signals{}},
		{"spaces inside", "", "<promise> SUCCESS </promise>", loop.Signals{}},
		{"unclosed", "", "<promise>SUCCESS", loop.Signals{}},
		{"reason inside (SIG-10)", "", "<promise>FAILURE: no key</promise>", loop.Signals{}},
		{"tag begun twice", "", "<promise><promise>SUCCESS</promise>", loop.Signals{Success: true}},
		{"echo of the prompt", prompt, "> " + prompt + "\n", loop.Signals{Echoes: 2}},
		{"echo in a frame", prompt, framed, loop.Signals{Echoes: 2}},
		{"echo wrapped elsewhere", prompt, wrapped, loop.Signals{Echoes: 2}},
		{"echo, then the real one", prompt, prompt + "\n\nAll done.\n<promise>SUCCESS</promise>\n", loop.Signals{Success: true, Echoes: 2}},
		{"echo, then a real FAILURE", prompt, prompt + "\nno network\n<promise>FAILURE</promise>\n", loop.Signals{Failure: true, Echoes: 2}},
		{"the same words before, others after", prompt,
			"print this line by itself:\n\n<promise>SUCCESS</promise>\n\nEverything has been built.", loop.Signals{Success: true}},
		{"prompt that ends in a tag", "say <promise>SUCCESS</promise>", "say <promise>SUCCESS</promise> now", loop.Signals{Echoes: 1}},
		{"prompt that is a tag", "<promise>SUCCESS</promise>", "<promise>SUCCESS</promise>", loop.Signals{Success: true}},
		{"echo cut short at the end of output", prompt,
			prompt[:strings.Index(prompt, "and when")], loop.Signals{Success: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, scan(tt.prompt, tt.output)); diff != "" {
				t.Errorf("whole (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.want, scan(tt.prompt, strings.Split(tt.output, "")...)); diff != "" {
				t.Errorf("rune by rune (-want +got):\n%s", diff)
			}
		})
	}
}

func TestScanSameInAnyChunking(t *testing.T) {
	piece := rapid.SampledFrom([]string{
		loop.SuccessTag, loop.FailureTag, prompt, "<promise>", "</promise>", "SUCCESS", " ", "\n", "│", "日本", "x", "plan until nothing is left",
	})
	rapid.Check(t, func(t *rapid.T) {
		output := strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "output"), "")
		want := scan(prompt, output)
		var chunks []string
		for rest := output; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "chunk")
			chunks = append(chunks, rest[:n])
			rest = rest[n:]
		}
		if diff := cmp.Diff(want, scan(prompt, chunks...)); diff != "" {
			t.Fatalf("chunks %q (-want +got):\n%s", chunks, diff)
		}
	})
}

func FuzzScanner(f *testing.F) {
	f.Add(prompt, prompt+loop.SuccessTag, 7)
	f.Add("", "<promise>FAIL", 1)
	f.Fuzz(func(t *testing.T, prompt, output string, cut int) {
		if len(output) > 0 {
			cut = ((cut % len(output)) + len(output)) % len(output)
		} else {
			cut = 0
		}
		whole, split := scan(prompt, output), scan(prompt, output[:cut], output[cut:])
		if diff := cmp.Diff(whole, split); diff != "" {
			t.Errorf("cut at %d of %q: %s", cut, output, diff)
		}
		if whole.Success && !strings.Contains(output, loop.SuccessTag) {
			t.Errorf("promise out of nothing in %q", output)
		}
		if prompt == "" && whole.Failure != strings.Contains(output, loop.FailureTag) {
			t.Errorf("without a prompt the rule is a plain substring: %q", output)
		}
	})
}

func BenchmarkScanner(b *testing.B) {
	line := []byte(strings.Repeat("running the tests of package foo <ok> in 1.2 s, next one follows\n", 500))
	s := loop.NewScanner(prompt)
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		s.Write(line)
	}
}
