package modelserver

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const answerText = "Ünïcode and\nlines. <promise>SUCCESS</promise>"

func say(steps ...Step) Script { return func(Turn) []Step { return steps } }

// onAll runs a test on every wire, with a stream and without.
func onAll(t *testing.T, test func(t *testing.T, d dialect, stream bool)) {
	t.Helper()
	for _, d := range dialects() {
		for _, stream := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s stream=%v", d.name, stream), func(t *testing.T) { test(t, d, stream) })
		}
	}
}

func TestTextArrivesWhole(t *testing.T) {
	ends := map[string]string{"anthropic": "end_turn", "responses": "completed", "chat": "stop", "gemini": "STOP"}
	onAll(t, func(t *testing.T, d dialect, stream bool) {
		s := Start(t, say(Text(answerText)))
		events, got := d.ask(t, s, "hello", stream, true)
		want := heard{text: answerText, end: ends[d.name]}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(heard{})); diff != "" {
			t.Error(diff)
		}
		if stream && len(events) < 5 {
			t.Errorf("%d events: the text did not come in pieces", len(events))
		}
	})
}

func TestShellIsCalled(t *testing.T) {
	ends := map[string]string{"anthropic": "tool_use", "responses": "completed", "chat": "tool_calls", "gemini": "STOP"}
	onAll(t, func(t *testing.T, d dialect, stream bool) {
		s := Start(t, say(Text("First this. "), Shell(`echo "a b" && ls`)))
		_, got := d.ask(t, s, "hello", stream, true)
		want := heard{text: "First this. ", commands: []string{`echo "a b" && ls`}, end: ends[d.name]}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(heard{})); diff != "" {
			t.Error(diff)
		}
	})
}

func TestWithoutAShellTheModelGivesUp(t *testing.T) {
	onAll(t, func(t *testing.T, d dialect, stream bool) {
		s := Start(t, say(Shell("ls")))
		if _, got := d.ask(t, s, "hello", stream, false); !strings.Contains(got.text, "<promise>FAILURE</promise>") {
			t.Errorf("answer %q", got.text)
		}
	})
}

func TestStatusIsAnErrorOfTheWire(t *testing.T) {
	onAll(t, func(t *testing.T, d dialect, stream bool) {
		s := Start(t, say(Status(http.StatusTooManyRequests)))
		resp := post(t, s, d.path(stream), d.body("hello", stream, true))
		data, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") != "1" {
			t.Errorf("status %d, Retry-After %q", resp.StatusCode, resp.Header.Get("Retry-After"))
		}
		if got := d.failure(decode(string(data))); got != "scripted status 429" {
			t.Errorf("message %q", got)
		}
	})
}

func TestCutBreaksTheStreamOff(t *testing.T) {
	for name, last := range map[string]Step{"cut": Cut{}, "late status": Status(500)} {
		for _, d := range dialects() {
			t.Run(d.name+" "+name, func(t *testing.T) {
				s := Start(t, say(Text("half an "), last, Text("answer")))
				resp := post(t, s, d.path(true), d.body("hello", true, true))
				data, err := io.ReadAll(resp.Body)
				if err == nil {
					t.Errorf("the answer came to an end: %s", data)
				}
				if !strings.Contains(string(data), "half") {
					t.Errorf("what came before the cut is lost: %q", data)
				}
			})
		}
	}
}

func TestPauseHoldsTheAnswerBack(t *testing.T) {
	const pause = 60 * time.Millisecond
	s := Start(t, say(Pause(pause), Text("late")))
	began := time.Now()
	_, got := chatDialect().ask(t, s, "hello", true, true)
	if took := time.Since(began); took < pause || got.text != "late" {
		t.Errorf("%q after %s, want it after %s", got.text, took, pause)
	}
}

// The subtest's end closes the server; goleak and the test's deadline tell if it waited for the pause.
func TestTheEndInterruptsAPause(t *testing.T) {
	began := time.Now()
	t.Run("paused", func(t *testing.T) {
		s := Start(t, say(Text("one "), Pause(time.Hour)))
		resp := post(t, s, "/v1/chat/completions", chatDialect().body("hello", true, true))
		if _, err := resp.Body.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
	})
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("closing took %s", took)
	}
}

func TestSideRequestsDoNotReachTheScript(t *testing.T) {
	json := `{"type":"object","required":["model"],"properties":{"model":{"enum":["small","large"]}}}`
	for _, c := range []struct{ name, path, body, want string }{
		{"a title", "/v1/chat/completions", `{"messages":[{"role":"system","content":"You write a title."},{"role":"user","content":"hi"}]}`, "A short title"},
		{"anthropic in JSON", "/v1/messages", `{"messages":[{"role":"user","content":"hi"}],"output_config":{"format":{"schema":` + json + `}}}`, `{\"model\":\"small\"}`},
		{"responses in JSON", "/v1/responses", `{"input":"hi","text":{"format":{"type":"json_schema","schema":` + json + `}}}`, `{\"model\":\"small\"}`},
		{"chat in JSON", "/v1/chat/completions", `{"messages":[],"response_format":{"type":"json_schema","json_schema":{"schema":` + json + `}}}`, `{\"model\":\"small\"}`},
		{"gemini in JSON", "/v1beta/models/m:generateContent", `{"contents":[],"generationConfig":{"responseMimeType":"application/json","responseJsonSchema":` + json + `}}`, `{\"model\":\"small\"}`},
		{"JSON without a schema", "/v1/chat/completions", `{"messages":[],"response_format":{"type":"json_object"}}`, `"{}"`},
		{"a tool for the answer", "/v1/messages", `{"messages":[],"tools":[{"name":"structured_output","input_schema":` + json + `}]}`, `"input":{"model":"small"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := Start(t, func(Turn) []Step {
				t.Error("the script was asked")
				return nil
			})
			data, err := io.ReadAll(post(t, s, c.path, c.body).Body)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(data), c.want) {
				t.Errorf("answer %s, want %s in it", data, c.want)
			}
			if got := s.Requests(); len(got) != 1 || !got[0].Side {
				t.Errorf("recorded %+v, want one side request", got)
			}
		})
	}
}

func TestTheRest(t *testing.T) {
	s := Start(t, say(Text("never")))
	for _, c := range []struct {
		path, body string
		status     int
		want       string
	}{
		{"/v1/messages/count_tokens", `{}`, 200, `"input_tokens":120`},
		{"/v1beta/models/m:countTokens", `{}`, 200, `"totalTokens":120`},
		{"/v1/telemetry", `{}`, 404, `nothing at /v1/telemetry`},
		{"/v1/messages", `not JSON`, 400, `invalid character`},
	} {
		resp := post(t, s, c.path, c.body)
		data, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode != c.status || !strings.Contains(string(data), c.want) {
			t.Errorf("%s: %d %s, want %d with %s", c.path, resp.StatusCode, data, c.status, c.want)
		}
	}
}

func TestRequestsAreRecorded(t *testing.T) {
	s := Start(t, say(Text("yes")))
	for _, d := range dialects() {
		d.ask(t, s, "remember me", true, true)
	}
	var got []string
	for _, r := range s.Requests() {
		got = append(got, fmt.Sprintf("%s %s %v %s %s", r.Wire, r.Model, r.Stream, r.Turn.Prompt, r.Turn.Tools[0].Name))
	}
	want := []string{
		"anthropic m true remember me Bash", "responses m true remember me shell",
		"chat m true remember me bash", "gemini m true remember me run_shell_command",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
