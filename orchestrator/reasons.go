package orchestrator

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"

	"rooda/adapters"
	"rooda/orchestrator/loop"
	"rooda/pty/shim"
	"rooda/workflows"
)

// reason says in a few words why a loop may stop here.
func reason(res Result, v loop.Verdict, failures int, spec workflows.Task) string {
	var cause string
	switch v.Reason {
	case "promise":
		cause = "the agent promised FAILURE"
	case "timeout":
		cause = "timeout after " + time.Duration(spec.IterationTimeout).String()
	case "signal":
		cause = "killed by " + res.Signal
	case "question":
		cause = unanswered(res.Question) + " within " + time.Duration(spec.InteractionTimeout).String()
	case "error":
		cause = "the agent's turn ended in an error"
	case "unsent":
		cause = withoutInputs(res, v)
	case "exit_code":
		cause = fmt.Sprintf("exit code %d", res.Exit.Code)
	}
	if last := lastLine(res, spec); cause != "" && last != "" {
		cause += ": " + last
	}
	if failures > 1 && cause != "" {
		return fmt.Sprintf("%d failures in a row, the last: %s", failures, cause)
	}
	return cause
}

// withoutInputs says of how many inputs an agent knew nothing when it exited.
func withoutInputs(res Result, v loop.Verdict) string {
	cause := "the agent"
	if v.Promise != "" {
		cause += " promised " + v.Promise + " and"
	}
	return fmt.Sprintf("%s exited with %d of its inputs unsent", cause, res.Unsent)
}

// completed says that somebody has ended the iteration, and what was left out, empty where nobody has. who is
// empty where the record does not say, as of before that.
func completed(res Result, who string) string {
	if res.EndedBy != endedByPerson && res.Left == 0 {
		return ""
	}
	if who == "" || who == shim.Human {
		who = "a person"
	}
	text := "completed by " + who
	if res.Left > 0 {
		text += fmt.Sprintf(" with %d of its inputs not given", res.Left)
	}
	return text
}

// unanswered says that nobody came, to a question of that kind or to an agent
// that asked nothing.
func unanswered(kind string) string {
	switch adapters.Kind(kind) {
	case adapters.Stuck, adapters.Unreadable:
		return "nobody looked after the agent (" + kind + ")"
	}
	return "nobody answered a question (" + kind + ")"
}

// longestLine is how many characters of an agent's last line are told, and helpLines how many may stand
// below an error: how the command is used, or where it happened.
const longestLine, helpLines = 120, 16

// mistake is a line that says of itself that it is an error.
var mistake = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(?:[\w.-]+: )?(?:(?:uncaught )?\w*error|fatal|panic)\b[^:]*: *\S`)
})

// lastLine is the last line with text in it that an agent printed, a promise
// alone excepted: most often it says why the agent gave up. Of one that exited with a code it is the last
// error, if that stands near. What a living
// interface ends with says little; of one it is what it says of its error.
func lastLine(res Result, spec workflows.Task) string {
	text := res.Tail
	switch {
	case res.EndedBy == endedByError:
		text = res.Complaint
	case res.EndedBy != "" && res.EndedBy != endedByExit, spec.Mode == workflows.Interactive && res.EndedBy == "":
		return ""
	}
	if text == "" && res.EndedBy == "" {
		text = res.Head
	}
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.Join(strings.Fields(line), " ")
		wordless := strings.IndexFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) < 0
		if line != "" && alone(line) == "" && !(wordless && res.EndedBy != "") {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	line := lines[len(lines)-1]
	if res.Exit.Code != 0 && !res.Signals.Failure {
		for _, l := range lines[max(0, len(lines)-helpLines):] {
			if mistake().MatchString(l) {
				line = l
			}
		}
	}
	if firstRunes(line, longestLine) != line {
		return firstRunes(line, longestLine-1) + "…"
	}
	return line
}

func endedBy(r Result) string {
	switch {
	case r.Err != nil:
		return "error"
	case r.TimedOut:
		return "timeout"
	case r.Stopped:
		return "stop"
	case r.EndedBy != "":
		return r.EndedBy
	}
	return "exit"
}

// warnings lists what a person should know although nothing stops for it.
func (x *WorkflowExecutor) warnings(at Event, res Result, v loop.Verdict, spec workflows.Task) []Event {
	var texts []string
	if v.Outcome == loop.Done && res.Signal != "" && !turnsOver(res.EndedBy) {
		texts = append(texts, "the agent promised SUCCESS and was then killed by "+res.Signal)
	} else if v.Outcome == loop.Done && res.Exit.Code != 0 && !turnsOver(res.EndedBy) {
		texts = append(texts, fmt.Sprintf("the agent promised SUCCESS and exited with code %d", res.Exit.Code))
	}
	if res.TimedOut && v.Promise != "" {
		texts = append(texts, "the output holds a promise of "+v.Promise+", which does not count after a timeout")
	}
	if v.Outcome == loop.Continue && res.Err == nil && !res.Stopped && (res.Size == 0 || res.Mute) {
		texts = append(texts, "the agent ended well without any answer")
	}
	if res.Unsent > 0 && v.Reason != "unsent" && res.Err == nil && !res.Stopped {
		texts = append(texts, withoutInputs(res, v))
	}
	if res.Left > 0 {
		texts = append(texts, completed(res, x.record.Tasks[at.Task].CompletedBy))
	}
	if res.Truncated {
		texts = append(texts, fmt.Sprintf("output of %d bytes exceeded the buffer of %d: its beginning was dropped from reports (the log has it)", res.Size, spec.MaxOutputBuffer))
	}
	if res.Exit.Unkillable {
		texts = append(texts, "the agent survived KILL and was given up")
	}
	if n := res.Exit.Unanswered; n > 0 {
		texts = append(texts, fmt.Sprintf("the agent asked its terminal on and on and did not read the answers: %d of them were dropped", n))
	}
	if res.Exit.LogErr != nil {
		texts = append(texts, fmt.Sprintf("the output log is incomplete: %v", res.Exit.LogErr))
	}
	var events []Event
	for _, text := range texts {
		events = append(events, with(at, Warning{text})...)
	}
	return events
}

func with(at Event, body Body) []Event {
	at.Body = body
	return []Event{at}
}
