package prompts

import (
	"errors"
	"fmt"
	"strings"
)

// Request describes the prompt of one iteration. Exactly one of Procedure and
// Text is set.
type Request struct {
	Procedure Procedure
	Text      string // an inline prompt, in place of a procedure's phases

	// Name and Display title the prompt; empty means the procedure's own.
	Name, Display string

	Iteration     int // 0-based
	MaxIterations int // 0 means no limit

	Goal    string    // optional: of the workflow, beside the procedure's own
	Context []Context // optional
	Notes   string    // optional: what the caller has to add about this run
}

func (r Request) inline() bool { return strings.TrimSpace(r.Text) != "" }

// Composer assembles prompts. The zero value is ready to use and safe for
// concurrent use.
type Composer struct {
	// Dir is where relative fragment files are looked up; empty means the
	// working directory.
	Dir string
}

// Compose returns the prompt: the preamble, then the goal, context and notes
// that the request has, then the phases that have text, or the inline task.
// It reads every fragment again, so that edits take effect in the next
// iteration, and reports all that it cannot read in one error.
func (c Composer) Compose(r Request) (string, error) {
	body, last, err := c.body(r)
	if err != nil {
		return "", fmt.Errorf("compose prompt: %w", err)
	}
	blocks := append([]string{preamble(r, last)}, circumstances(r)...)
	return strings.Join(append(blocks, body...), "\n\n") + "\n", nil
}

// body returns the blocks of the work, and the last phase among them.
func (c Composer) body(r Request) ([]string, Phase, error) {
	fragments := 0
	for _, phase := range Phases() {
		fragments += len(r.Procedure.Phase(phase))
	}
	switch {
	case r.Iteration < 0:
		return nil, "", fmt.Errorf("iteration %d is before the first", r.Iteration)
	case r.inline() && (fragments > 0 || r.Procedure.Name != ""):
		return nil, "", errors.New("the request has both a procedure and a text")
	case r.inline():
		return []string{block("TASK", strings.TrimSpace(r.Text))}, "", nil
	case fragments == 0 && r.Procedure.Name != "":
		return nil, "", fmt.Errorf("procedure %s has no fragments", r.Procedure.Name)
	case fragments == 0:
		return nil, "", errors.New("the request has neither a procedure nor a text")
	}
	return c.phases(r.Procedure)
}

func (c Composer) phases(p Procedure) (blocks []string, last Phase, err error) {
	var problems []error
	for i, phase := range Phases() {
		var texts []string
		for n, fragment := range p.Phase(phase) {
			text, err := fragment.Read(c.Dir)
			if err != nil {
				problems = append(problems, fmt.Errorf("%s fragment %d: %w", phase, n+1, err))
			}
			if text != "" {
				texts = append(texts, text)
			}
		}
		if len(texts) > 0 {
			head := fmt.Sprintf("PHASE %d: %s\n%s", i+1, phase.heading(), phase.instruction())
			last = phase
			blocks = append(blocks, block(head, strings.Join(texts, "\n\n")))
		}
	}
	if len(problems) == 0 && len(blocks) == 0 {
		problems = append(problems, fmt.Errorf("procedure %s has no text in any phase", p.Name))
	}
	return blocks, last, errors.Join(problems...)
}

// circumstances are the optional blocks between preamble and work.
func circumstances(r Request) []string {
	var blocks []string
	if goal := strings.TrimSpace(r.Goal); goal != "" {
		blocks = append(blocks, block("WORKFLOW GOAL", goal))
	}
	if len(r.Context) > 0 {
		texts := make([]string, len(r.Context))
		for i, c := range r.Context {
			texts[i] = strings.Trim(c.Text, "\r\n")
			if c.Source != "" {
				texts[i] = "Source: " + c.Source + "\n" + texts[i]
			}
		}
		blocks = append(blocks, block("CONTEXT", strings.Join(texts, "\n\n")))
	}
	if notes := strings.TrimSpace(r.Notes); notes != "" {
		blocks = append(blocks, block("NOTES", notes))
	}
	return blocks
}

const ruleWidth = 63

// block puts a heading between two rules above the text.
func block(heading, text string) string {
	rule := strings.Repeat("═", ruleWidth)
	return rule + "\n" + heading + "\n" + rule + "\n" + text
}
