package prompts

import (
	"cmp"
	"fmt"
	"strings"
)

// The two promises, exactly as an agent writes them (SIG-01).
const (
	successTag = "<promise>SUCCESS</promise>"
	failureTag = "<promise>FAILURE</promise>"
)

// preamble tells the agent what it is part of, what for, and how to end. last
// is the last phase that has text, empty for an inline task.
func preamble(r Request, last Phase) string {
	kind, role := "Procedure", procedureRole
	if r.inline() {
		kind, role = "Task", taskRole
	}
	head := fmt.Sprintf("%s: %s\nIteration: %s", kind, title(r), position(r))
	if !r.inline() {
		head += "\nGoal: " + r.Procedure.goal() + "."
	}
	text := strings.Join([]string{head, role, memory, signalling(r, last)}, "\n\n")
	return block("ROODA "+strings.ToUpper(kind)+" EXECUTION", text)
}

const procedureRole = `You are carrying out a procedure, not reading a template. Do the work below with your tools, phase by phase, and leave the result that its goal names, done and not described.
Work on your own. Do not stop to ask or to announce what comes next; where something is open, take the safest reading, write the assumption down and go on.`

const taskRole = `You are carrying out a task, not reading a template. Do what it says with your tools and leave concrete results.
Unless the task asks for a conversation, work on your own. Do not stop to ask or to announce what comes next; where something is open, take the safest reading, write the assumption down and go on.`

const memory = `You start without memory. What earlier iterations did is in the files, the tracker and the history; what the next one needs to know must be there when you stop.`

func title(r Request) string {
	name := cmp.Or(r.Name, r.Procedure.Name, "unnamed")
	display := cmp.Or(r.Display, r.Procedure.Display)
	if display == "" || display == name {
		return name
	}
	return fmt.Sprintf("%s (%s)", name, display)
}

func position(r Request) string {
	if r.MaxIterations > 0 {
		return fmt.Sprintf("%d of %d", r.Iteration+1, r.MaxIterations)
	}
	return fmt.Sprintf("%d (unlimited)", r.Iteration+1)
}

// signalling states the rules of SIG-01 to SIG-05 for this very procedure.
// Words stand before and after every tag: a promise scanner tells an agent's
// own promise from an echo of this prompt by the text around it.
func signalling(r Request, last Phase) string {
	end := "at the end of " + last.heading()
	if r.inline() {
		end = "when all work is done"
	}
	rules := r.Procedure.Signals.or(generalSignals(r.inline()))
	return fmt.Sprintf(signallingText, successTag, rules.Success, failureTag, rules.Failure, rules.Continue, end)
}

const signallingText = `How to end: rooda looks for two exact strings in your output.

%s
says that the goal is reached, and stops the loop. Use it only when this is true: %s.

%s
says that this iteration could not do its work; several in a row stop the loop. Use it when this is true: %s. Then leave out the work that remains, and release what you claimed.

Neither of the two
says that there is more to do; the next iteration continues. Use it when this is true: %s.

Write at most one, once, %s, alone on its own line, with nothing added inside the tag. The reason follows on the lines after it, and that is the last block of your output. Write neither string anywhere else in your output, not in a plan, a quotation or a remark about it; say "the success signal" instead.`

// generalSignals are the rules where a procedure has none of its own.
func generalSignals(inline bool) Signals {
	s := Signals{
		Success:  "the goal of the whole procedure is reached, not only this iteration's share of it",
		Continue: "this iteration made progress, and something is left",
		Failure:  "an input, service, permission or decision is missing that you cannot supply",
	}
	if inline {
		s.Success = "everything that the task's text asks for is fully done, and you have checked it"
		s.Continue = "part of what the task's text asks for is left"
	}
	return s
}
