package loop_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

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

// hostile has a tag among what JSON escapes.
var hostile = "a \\ b\\\n\t\"quoted\" \\n \\u00e9 \\u12 é 😀 " + strings.Repeat("═", 400) + "\n<promise>FAILURE</promise>\n\\t then \x7f\u2028 \\\\ \"é\"\n"

// jsonText is text as a JSON string, escaped to ASCII or not.
func jsonText(text string, ascii bool) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text)
	out := strings.TrimSuffix(b.String(), "\n")
	if !ascii {
		return out
	}
	b.Reset()
	for _, r := range out {
		if r < 0x80 {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, "\\u%04X", unit)
		}
	}
	return b.String()
}

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
		{"echo quoted line by line", prompt, "> " + strings.ReplaceAll(prompt, "\n", "\n> "), loop.Signals{Echoes: 2}},
		{"echo in JSON", prompt, `{"type":"user","text":` + jsonText(prompt, false) + "}", loop.Signals{Echoes: 2}},
		{"echo in JSON within JSON", prompt, `{"line":` + jsonText(`{"text":`+jsonText(prompt, true)+"}", false) + "}", loop.Signals{Echoes: 2}},
		{"echo in JSON, then the real one", prompt, `{"text":` + jsonText(prompt, false) + "}\n" + `{"text":"All done.\n\n<promise>SUCCESS</promise>"}`,
			loop.Signals{Success: true, Echoes: 2}},
		{"a prompt with all that JSON escapes", hostile, `{"text":` + jsonText(hostile, true) + "}", loop.Signals{Echoes: 1}},
		{"nothing but marks around it", `"<promise>SUCCESS</promise>"`, `{"text":"\"<promise>SUCCESS</promise>\""}`, loop.Signals{Success: true}},
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
		`\n`, `\\`, `\u00e9`, `\u12`, strings.Repeat(`\u2550`, 150), strings.Repeat("─ ", 400), strings.Repeat("word ", 300), jsonText(prompt, true),
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

// An echo is one in any dress, and a promise stays one.
func TestScanSameInAnyDress(t *testing.T) {
	piece := rapid.SampledFrom([]string{
		loop.SuccessTag, loop.FailureTag, "When the goal is reached, print this line by itself:", "word", " ", "\n", "\\", `\n`, `\u00e9`, `\u12`, "u00e9",
		`"`, "é", "😀", "\t", "<promise>", "日本語", "/", "'", "\x00", "and when you are blocked, print this one",
	})
	text := rapid.Custom(func(t *rapid.T) string {
		return "w" + strings.Join(rapid.SliceOfN(piece, 0, 20).Draw(t, "pieces"), "") + "w"
	})
	dresses := map[string]func(string) string{
		"quoted": func(s string) string { return "> " + strings.ReplaceAll(s, "\n", "\n> ") },
		"json":   func(s string) string { return `{"a":` + jsonText(s, false) + `,"b":1}` },
		"ascii":  func(s string) string { return `{"a":` + jsonText(s, true) + "}" },
		"twice":  func(s string) string { return `{"a":` + jsonText(`{"b":`+jsonText(s, true)+"}", false) + "}" },
	}
	rapid.Check(t, func(t *rapid.T) {
		asked := text.Draw(t, "prompt")
		tags := strings.Count(asked, loop.SuccessTag) + strings.Count(asked, loop.FailureTag)
		answer := text.Draw(t, "answer")
		want := scan(prompt, answer)
		for name, dress := range dresses {
			if diff := cmp.Diff(loop.Signals{Echoes: tags}, scan(asked, dress(asked))); diff != "" {
				t.Fatalf("echo, %s (-want +got):\n%s", name, diff)
			}
			got := scan(prompt, dress(answer))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("answer, %s (-want +got):\n%s", name, diff)
			}
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
