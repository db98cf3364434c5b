package rehearsal

import (
	"bufio"
	"fmt"
	"strings"
	"time"
)

// actor is one performance.
type actor struct {
	scenario  Scenario
	stage     Stage
	prompt    string
	task      string
	iteration int
	pace      float64
	out       *bufio.Writer
}

const (
	bold, dim, green, plain = "\x1b[1m", "\x1b[2m", "\x1b[32m", "\x1b[0m"
	clearLine               = "\r\x1b[K"
)

var frames = []rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")

// acts are the moves of the pretended work, in the order they are played.
var acts = []struct{ verb, tool, result string }{
	{"Reading AGENTS.md", "Read AGENTS.md", "84 lines"},
	{"Looking for the code in question", "Search \"func .*Config\"", "6 matches in 4 files"},
	{"Editing", "Edit internal/example/config.go", "+18 −5 (pretended)"},
	{"Running the tests", "Shell make test", "ok, 42 tests (pretended)"},
}

// greet shows who is talking and what arrived.
func (a *actor) greet() {
	fmt.Fprintf(a.out, "%s● rehearsal agent%s  %sno model, no cost, no file is touched%s\n", bold, plain, dim, plain)
	fmt.Fprintf(a.out, "%s  task %s, iteration %d, prompt of %d lines, %d bytes%s\n\n",
		dim, a.task, a.iteration, strings.Count(a.prompt, "\n")+1, len(a.prompt), plain)
}

// work greets and plays the first moves.
func (a *actor) work(moves int) {
	a.greet()
	a.move(0, moves)
}

// move plays the moves from one up to another.
func (a *actor) move(from, to int) {
	for _, act := range acts[from:min(to, len(acts))] {
		a.spin(act.verb, 600*time.Millisecond)
		fmt.Fprintf(a.out, "%s●%s %s%s%s\n  %s⎿ %s%s\n", green, plain, bold, act.tool, plain, dim, act.result, plain)
		a.pause(150 * time.Millisecond)
	}
	fmt.Fprintln(a.out)
}

// spin shows a spinner on one line for a while, and removes it.
func (a *actor) spin(what string, d time.Duration) {
	const frame = 100 * time.Millisecond
	for i := range int(d / frame) {
		fmt.Fprintf(a.out, "%s%c %s…", clearLine, frames[i%len(frames)], what)
		a.pause(frame)
	}
	fmt.Fprint(a.out, clearLine)
}

func (a *actor) say(text string) {
	fmt.Fprintln(a.out, text)
	a.pause(100 * time.Millisecond)
}

// promise ends the answer as the prompt asks for it: the tag on a line of its
// own, the explanation after it.
func (a *actor) promise(word, explanation string) int {
	fmt.Fprintf(a.out, "\n<promise>%s</promise>\n\n%s\n", word, explanation)
	return 0
}

func (a *actor) pause(d time.Duration) {
	a.out.Flush()
	if d = time.Duration(float64(d) * a.pace); d > 0 {
		a.stage.Sleep(d)
	}
}
