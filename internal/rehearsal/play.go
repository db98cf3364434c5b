package rehearsal

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// Stage is what a scenario plays on.
type Stage struct {
	// Prompt is where the prompt is read from, to its end.
	Prompt io.Reader
	// Out is the agent's terminal.
	Out io.Writer
	// Getenv reads ROODA_TASK and ROODA_ITERATION, which rooda sets for
	// every agent, and ROODA_REHEARSAL_PACE, a factor on all pauses (0 for
	// none, 1 when it is unset or unreadable).
	Getenv func(string) string
	// Sleep waits; time.Sleep in a real agent.
	Sleep func(time.Duration)
}

// Play performs a scenario and returns the exit code. A crash or a hang does
// not return.
func Play(s Scenario, st Stage) int {
	prompt, err := io.ReadAll(st.Prompt)
	if err != nil {
		fmt.Fprintln(st.Out, "rehearsal agent: read prompt:", err)
		return 1
	}
	a := &actor{scenario: s, stage: st, prompt: string(prompt), out: bufio.NewWriter(st.Out), pace: pace(st.Getenv)}
	a.task = st.Getenv("ROODA_TASK")
	a.iteration, _ = strconv.Atoi(st.Getenv("ROODA_ITERATION"))
	defer a.out.Flush()
	return scenarios()[s.Name].play(a)
}

func pace(getenv func(string) string) float64 {
	if f, err := strconv.ParseFloat(getenv("ROODA_REHEARSAL_PACE"), 64); err == nil && f >= 0 {
		return f
	}
	return 1
}

func (a *actor) success() int {
	a.work(len(acts))
	return a.done()
}

func (a *actor) done() int {
	a.say("Everything that this task asked for is in place.")
	return a.promise("SUCCESS", "Nothing was changed: this was a rehearsal.")
}

func (a *actor) continues() int {
	a.work(3)
	if a.iteration > max(a.scenario.Arg, 1) {
		a.say("That was the last open item.")
		return a.promise("SUCCESS", "Nothing was changed: this was a rehearsal.")
	}
	a.say("One item is finished; more are open, so no promise yet.")
	return 0
}

func (a *actor) fail() int {
	a.work(2)
	a.say("This cannot go on.")
	return a.promise("FAILURE", "The rehearsal was told to be blocked: a prerequisite is missing.")
}

func (a *actor) echo() int {
	a.say("user")
	fmt.Fprintln(a.out, a.prompt)
	a.say("assistant")
	return a.success()
}

func (a *actor) crash() int {
	a.work(1)
	a.say("Linking the native module")
	a.out.Flush()
	err := dieOfSegfault()
	fmt.Fprintln(a.out, "rehearsal agent: crash:", err)
	return 1
}

func (a *actor) hang() int {
	a.work(1)
	a.say("Waiting for the model")
	a.out.Flush()
	for {
		a.stage.Sleep(time.Hour)
	}
}

func (a *actor) slow() int {
	seconds := a.scenario.Arg
	if seconds == 0 {
		seconds = 30
	}
	a.greet()
	for i := range seconds {
		a.spin(fmt.Sprintf("Thinking hard (%ds of %ds)", i+1, seconds), time.Second)
	}
	a.move(0, len(acts))
	return a.done()
}

func (a *actor) chatty() int {
	megabytes := a.scenario.Arg
	if megabytes == 0 {
		megabytes = 4
	}
	a.greet()
	for line, written := 0, 0; written < megabytes<<20; line++ {
		n, err := fmt.Fprintf(a.out, "\x1b[32mok\x1b[0m  \x1b[2m%07d\x1b[0m pkg/module_%03d  test case %d passed, %d assertions\n", line, line%400, line, line%7+1)
		if err != nil {
			return 1
		}
		written += n
	}
	a.move(0, len(acts))
	return a.done()
}

// asks talks to the terminal itself, as agents do whose standard input is a
// pipe, and reports its state by OSC 7501 so that a supervisor need not guess.
func (a *actor) asks() int {
	a.work(2)
	a.out.Flush()
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		fmt.Fprintln(a.out, "rehearsal agent: open terminal:", err)
		return 1
	}
	defer tty.Close()
	const question = "Delete the old fixtures before going on?"
	fmt.Fprintf(tty, "\x1b]7501;app=rehearsal:state=blocked:kind=question:msg=%s\x1b\\", base64.StdEncoding.EncodeToString([]byte(question)))
	fmt.Fprintf(tty, "\x1b[1m? %s\x1b[0m (y or n, then Enter) ", question)
	answer, err := bufio.NewReader(tty).ReadString('\n')
	yes := strings.HasPrefix(strings.ToLower(answer), "y")
	word := "no"
	if yes {
		word = "yes"
	}
	// What is typed need not be echoed, and the log is read without the keys.
	fmt.Fprintf(tty, "\x1b]7501;app=rehearsal:state=working\x1b\\%s\r\n", word)
	if err != nil {
		fmt.Fprintln(a.out, "rehearsal agent: read answer:", err)
		return 1
	}
	if !yes {
		return a.promise("FAILURE", "The question was answered with no.")
	}
	a.move(2, len(acts))
	return a.done()
}
