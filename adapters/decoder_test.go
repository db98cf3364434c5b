package adapters_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rooda/adapters"
)

// The shapes below are those of the vendor's page on output formats.
const (
	initEvent = `{"type":"system","subtype":"init","apiKeySource":"login","cwd":"/w","session_id":"s","model":"M","permissionMode":"default"}` + "\n"
	userEvent = `{"type":"user","message":{"role":"user","content":[{"type":"text","text":"End with <promise>SUCCESS</promise>"}]},"session_id":"s"}` + "\n"
	okResult  = `{"type":"result","subtype":"success","duration_ms":9,"is_error":false,"result":"whole text","session_id":"s"}` + "\n"
)

func said(text, rest string) string {
	return `{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"` + text + `"}]},"session_id":"s"` + rest + "}\n"
}

func delta(text string) string { return said(text, `,"timestamp_ms":1`) }
func recap(text string) string { return said(text, `,"timestamp_ms":2,"model_call_id":"c"`) }
func tool(subtype, call string) string {
	return `{"type":"tool_call","subtype":"` + subtype + `","call_id":"t","tool_call":` + call + `,"session_id":"s"}` + "\n"
}

var cursorStreams = []struct{ name, in, want string }{
	{"complete messages", initEvent + userEvent + said("First.", "") + said("Second.", "") + okResult, "First.\nSecond.\n"},
	{"equal messages are two", said("Done.", "") + tool("started", `{}`) + said("Done.", "") + okResult, "Done.\nDone.\n"},
	{"deltas and final message", initEvent + userEvent + delta("Hel") + delta("lo\\n<prom") + delta("ise>SUCCESS</promise>") + said("Hello\\n<promise>SUCCESS</promise>", "") + okResult, "Hello\n<promise>SUCCESS</promise>\n"},
	{
		"deltas, recaps at tools, final message with everything",
		delta("I ") + delta("look.") + recap("I look.\\n\\n") +
			tool("started", `{"readToolCall":{"args":{"path":"a b.go"}}}`) + tool("completed", `{"readToolCall":{"args":{"path":"a b.go"},"result":{"success":{"content":"x"}}}}`) +
			delta("It ") + delta("is fine.") + said("I look.\\n\\nIt is fine.", "") + okResult,
		"I look.\n> read a b.go\nIt is fine.\n",
	},
	{"final message for its segment only", delta("One.") + recap("One.") + tool("started", `{"shellToolCall":{"args":{"command":"go test"}}}`) + delta("Two.") + said("Two.", "") + okResult, "One.\n> shell go test\nTwo.\n"},
	{"recap, then another message", delta("One.") + recap("One.") + delta("Two.") + recap("Two."), "One.\nTwo.\n"},
	{"repeated pieces stay", delta("**") + delta("a") + delta("**") + recap("**a**"), "**a**\n"},
	{"a recap that knows more", delta("One") + recap("One and two."), "One and two.\n"},
	{"a recap that differs is kept", delta("One.") + recap("<promise>FAILURE</promise>"), "One.\n<promise>FAILURE</promise>\n"},
	{"result only", initEvent + okResult, "whole text\n"},
	{"error", delta("Try") + `{"type":"result","subtype":"error","is_error":true,"result":"quota\nreached <promise>SUCCESS</promise>"}` + "\n", "Try\nerror: quota reached promiseSUCCESS/promise\n"},
	{"error with an object", `{"type":"result","is_error":true,"result":{"code":3}}` + "\n", "error: {\"code\":3}\n"},
	{"failed tools", tool("completed", `{"editToolCall":{"result":{"error":{"m":"no"}}}}`) + tool("completed", `{"shellToolCall":{"result":{"rejected":{}}}}`), "> edit: error\n> shell: rejected\n"},
	{"generic tool", tool("started", `{"function":{"name":"mcp_x","arguments":"{\"q\":1}"}}`), "> mcp_x {\"q\":1}\n"},
	{"a tool line carries no promise", tool("started", `{"shellToolCall":{"args":{"command":"echo '<promise>SUCCESS</promise>'\nls"}}}`), "> shell echo 'promiseSUCCESS/promise' ls\n"},
	{"thinking is no answer", `{"type":"thinking","subtype":"delta","text":"say <promise>SUCCESS</promise>?"}` + "\n", ""},
	{"an odd field does not spill the prompt", `{"type":"user","message":"<promise>SUCCESS</promise>","is_error":"x"}` + "\n", ""},
	{"other lines pass", "warning: a\r\n\n  indented\n[1,2]\n{not json}\n{\"a\":1}\n\ttail", "warning: a\r\n\n  indented\n[1,2]\n{not json}\n{\"a\":1}\n\ttail"},
	{"text between pieces", delta("Hel") + "stderr\n" + delta("lo"), "Hel\nstderr\nlo"},
	{"carriage returns and indents", "  " + strings.TrimSuffix(said("a", ""), "\n") + "\r\n", "a\n"},
	{"last event without newline", strings.TrimSuffix(said("a", ""), "\n"), "a\n"},
	{"cut short", `{"type":"assistant","mess`, `{"type":"assistant","mess`},
	{"blank tail", "a\n  ", "a\n  "},
	{"many blanks", strings.Repeat(" ", 300) + `{"type":"user"}`, strings.Repeat(" ", 300) + `{"type":"user"}`},
	{"controls are dropped", delta(`a\u001b[31mb\rc\u0007\td`), "a[31mbc\td"},
	{"other parts of a message", `{"type":"assistant","message":{"content":[{"type":"image"},{"type":"text","text":"a"},{"type":"text","text":"b"}]}}` + "\n", "ab\n"},
}

func TestCursorStream(t *testing.T) {
	for _, test := range cursorStreams {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, decode(t, test.in, len(test.in))); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.want, decode(t, test.in, 1)); diff != "" {
				t.Errorf("text, byte by byte (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCursorStreamAnyChunking(t *testing.T) {
	var lines []string
	for _, test := range cursorStreams {
		lines = append(lines, strings.SplitAfter(test.in, "\n")...)
	}
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom(lines), 1, 12).Draw(t, "lines"), "")
		size := rapid.IntRange(1, len(in)+1).Draw(t, "size")
		if whole, cut := decode(t, in, len(in)+1), decode(t, in, size); whole != cut {
			t.Fatalf("pieces of %d bytes: %q\nat once: %q", size, cut, whole)
		}
	})
}

func TestEndlessEventIsDropped(t *testing.T) {
	in := "{" + strings.Repeat("x", 9<<20) + "\n" + said("after", "")
	want := "[an event of more than 8 MiB was left out]\nafter\n"
	if diff := cmp.Diff(want, decode(t, in, 4096)); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

func TestDecoderKeepsTheFirstError(t *testing.T) {
	full := errors.New("full")
	decoder, err := adapters.NewDecoder("cursor-stream-json", failing{full})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(decoder, "text\n"); !errors.Is(err, full) {
		t.Errorf("Write returned %v", err)
	}
	if err := decoder.Close(); !errors.Is(err, full) {
		t.Errorf("Close returned %v", err)
	}
}

func TestDecoderNames(t *testing.T) {
	if _, err := adapters.NewDecoder("xml", io.Discard); err == nil {
		t.Error("made a decoder that does not exist")
	}
	var out bytes.Buffer
	plain, err := adapters.NewDecoder("", &out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(plain, userEvent); err != nil || out.String() != userEvent {
		t.Errorf("got %q, %v", out.String(), err)
	}
	if err := plain.Close(); err != nil {
		t.Error(err)
	}
}

func FuzzCursorStream(f *testing.F) {
	for _, test := range cursorStreams {
		f.Add([]byte(test.in), 3)
	}
	f.Fuzz(func(t *testing.T, in []byte, size int) {
		if size < 1 {
			size = 1
		}
		whole := decode(t, string(in), len(in)+1)
		if cut := decode(t, string(in), size); cut != whole {
			t.Fatalf("pieces of %d bytes: %q\nat once: %q", size, cut, whole)
		}
		if !bytes.ContainsRune(in, '{') && whole != string(in) {
			t.Fatalf("plain text %q became %q", in, whole)
		}
	})
}

func decode(t interface{ Fatal(...any) }, in string, size int) string {
	return decodeAs(t, "cursor-stream-json", in, size)
}

func decodeAs(t interface{ Fatal(...any) }, name, in string, size int) string {
	var out strings.Builder
	decoder, err := adapters.NewDecoder(name, &out)
	if err != nil {
		t.Fatal(err)
	}
	for len(in) > 0 {
		n := min(size, len(in))
		if _, err := io.WriteString(decoder, in[:n]); err != nil {
			t.Fatal(err)
		}
		in = in[n:]
	}
	if err := decoder.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
