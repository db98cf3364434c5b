package cmd_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf16"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// fakeAgent performs its arguments in order and returns the exit code. It
// reads its prompt to the end first, as agents do, unless told not to.
func fakeAgent(args []string) int {
	agent := fake{}
	if len(args) > 0 && args[0] == "deaf" {
		args = args[1:]
	} else {
		agent.prompt, _ = io.ReadAll(os.Stdin)
	}
	for _, arg := range args {
		verb, object, _ := strings.Cut(arg, ":")
		if agent.skip && verb != "iteration" && verb != "always" {
			continue
		}
		act, ok := fakeActs()[verb]
		if !ok {
			fmt.Fprintf(os.Stderr, "fake-agent: what is %q?\n", arg)
			return 64
		}
		act(&agent, object)
	}
	return 0
}

// quoted is text as a JSON string. Go alone escapes angle brackets in it.
func quoted(text []byte, ascii bool) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(string(text))
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
			fmt.Fprintf(&b, "\\u%04x", unit)
		}
	}
	return b.String()
}

type fake struct {
	prompt []byte
	skip   bool
}

func fakeActs() map[string]func(*fake, string) {
	return map[string]func(*fake, string){
		"say":   func(_ *fake, text string) { fmt.Println(unescape(text)) },
		"print": func(_ *fake, text string) { fmt.Print(unescape(text)) },
		"repeat": func(_ *fake, object string) {
			n, text, _ := strings.Cut(object, ":")
			fmt.Print(strings.Repeat(text, atoi(n)))
		},
		"close":   func(*fake, string) { os.Stdin.Close() },
		"promise": func(_ *fake, word string) { fmt.Printf("<promise>%s</promise>\n", word) },
		"prompt":  func(a *fake, _ string) { os.Stdout.Write(a.prompt) },
		// json prints the line with the prompt as a JSON string in it, as
		// agents that stream events do; ascii escapes all that is not ASCII.
		"json":  func(a *fake, line string) { fmt.Println(strings.Replace(line, "PROMPT", quoted(a.prompt, false), 1)) },
		"ascii": func(a *fake, line string) { fmt.Println(strings.Replace(line, "PROMPT", quoted(a.prompt, true), 1)) },
		"megabytes": func(_ *fake, n string) {
			line := strings.Repeat("x", 1023) + "\n"
			for range atoi(n) << 10 {
				fmt.Print(line)
			}
		},

		// What follows is done in that iteration only, or again in all.
		"iteration": func(a *fake, n string) { a.skip = os.Getenv("ROODA_ITERATION") != n },
		"always":    func(a *fake, _ string) { a.skip = false },

		// note appends a line to a file; file:text.
		"note": func(_ *fake, object string) {
			file, text, _ := strings.Cut(object, ":")
			appendLine(file, os.Expand(text, os.Getenv))
		},
		"process":   func(_ *fake, file string) { appendLine(file, strconv.Itoa(os.Getpid())) },
		"arguments": func(_ *fake, file string) { appendLine(file, strings.Join(os.Args[1:], " ")) },
		"await":     func(_ *fake, file string) { awaitFile(file) },
		"cwd": func(*fake, string) {
			dir, _ := os.Getwd()
			fmt.Println(dir)
		},
		"terminals": func(*fake, string) {
			fmt.Printf("stdin %t stdout %t stderr %t\n", term.IsTerminal(0), term.IsTerminal(1), term.IsTerminal(2))
		},

		// status reports by OSC 7501; ask does so, too, with a text to show, and
		// then waits for a line on the terminal: report;text.
		"status": func(_ *fake, report string) { fmt.Printf("\x1b]7501;%s\x1b\\", report) },
		"ask": func(_ *fake, object string) {
			report, text, _ := strings.Cut(object, ";")
			if report != "" {
				fmt.Printf("\x1b]7501;%s\x1b\\", report)
			}
			fmt.Print(text)
			readTerminal()
		},

		"sleep":  func(_ *fake, d string) { time.Sleep(duration(d)) },
		"exit":   func(_ *fake, code string) { os.Exit(atoi(code)) },
		"signal": func(_ *fake, name string) { die(name) },
		"ignore": func(_ *fake, name string) { signal.Ignore(unix.SignalNum("SIG" + name)) },
		// onterm makes TERM write a file, after some work, and then exit.
		"onterm": func(_ *fake, file string) {
			caught := make(chan os.Signal, 1)
			signal.Notify(caught, syscall.SIGTERM)
			go func() {
				<-caught
				time.Sleep(300 * time.Millisecond)
				appendLine(file, "saved")
				os.Exit(0)
			}()
		},
		// siblings notes how many other children rooda has, dead ones too.
		"siblings": func(_ *fake, file string) { appendLine(file, strconv.Itoa(siblings())) },
		// hold leaves a process behind that keeps the terminal open; flee one
		// that has left the agent's session as well. Each writes its pid.
		"hold": func(_ *fake, file string) { leave(file, &syscall.SysProcAttr{}, os.Stdout) },
		"flee": func(_ *fake, file string) { leave(file, &syscall.SysProcAttr{Setsid: true}, nil) },
	}
}

// readTerminal waits for a line from whoever sits at the terminal.
func readTerminal() {
	tty, err := os.Open("/dev/tty")
	if err == nil {
		defer tty.Close()
		_, err = tty.Read(make([]byte, 1))
	}
	if err != nil {
		fmt.Println("fake-agent:", err)
		os.Exit(64)
	}
}

// siblings needs a Linux; elsewhere it finds none.
func siblings() int {
	n := 0
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		stat, _ := os.ReadFile(file) // gone is no sibling
		_, fields, _ := strings.Cut(string(stat), ") ")
		var state string
		var parent int
		if _, err := fmt.Sscan(fields, &state, &parent); err == nil && parent == os.Getppid() {
			n++
		}
	}
	return n - 1
}

func leave(file string, attr *syscall.SysProcAttr, out io.Writer) {
	c := exec.Command("/bin/sh", "-c", `trap "" HUP INT TERM; echo $$ >"$0.part"; mv "$0.part" "$0"; sleep 60`, file)
	c.SysProcAttr, c.Stdout = attr, out
	if err := c.Start(); err != nil {
		fmt.Println("fake-agent:", err)
		os.Exit(64)
	}
	awaitFile(file)
}

// die ends this process by a real signal. Go's runtime would turn most into
// exit codes, so a shell takes the process over first.
func die(name string) {
	os.Stdout.Sync()
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
	panic(syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -" + name + " $$"}, os.Environ()))
}

func appendLine(file, text string) {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		fmt.Println("fake-agent:", err)
		os.Exit(64)
	}
	fmt.Fprintln(f, text)
	f.Close()
}

// awaitFile gives up after a while with an exit code that no test wants.
func awaitFile(file string) {
	for range 2000 {
		if _, err := os.Stat(file); err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	fmt.Println("fake-agent: nobody made", file)
	os.Exit(65)
}

// unescape reads \e, \a, \b, \n, \t and \r.
func unescape(text string) string {
	return strings.NewReplacer(`\e`, "\x1b", `\a`, "\a", `\b`, "\b", `\n`, "\n", `\t`, "\t", `\r`, "\r").Replace(text)
}

func atoi(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return n
}

func duration(text string) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil {
		panic(err)
	}
	return d
}
