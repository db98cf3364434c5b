package orchestrator

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/term"

	"rooda/internal/faketui"
	"rooda/pty/shim"
)

// fakeVariable makes the test binary play an agent: the name of the part,
// then its argument.
const fakeVariable = "ROODA_RUNNER_FAKE"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == shim.Command {
		syscall.Exit(shim.Main(os.Stderr))
	}
	if part, argument, _ := strings.Cut(os.Getenv(fakeVariable), " "); part != "" {
		if part == "tui" {
			os.Exit(faketui.Main(os.Args[1:], os.Stdin, os.Stdout))
		}
		fakes()[part](argument)
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

func fakes() map[string]func(argument string) {
	return map[string]func(string){
		"says": func(text string) { fmt.Print(text) },
		"exits": func(code string) {
			fmt.Println("bye")
			n, _ := strconv.Atoi(code)
			os.Exit(n)
		},
		"crashes": func(text string) { // Go's own handler would make it exit 2
			fmt.Println(text)
			panic(syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -SEGV $$"}, nil))
		},
		"hangs": func(text string) {
			fmt.Println(text)
			time.Sleep(time.Minute)
		},
		"polite": func(string) { // ends on TERM with a last word and a code
			c := make(chan os.Signal, 1)
			signal.Notify(c, syscall.SIGTERM)
			fmt.Println("ready")
			<-c
			fmt.Println("terminated")
			os.Exit(7)
		},
		"stubborn": func(string) {
			signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
			fmt.Println("ready")
			time.Sleep(time.Minute)
		},
		"repeats": func(answer string) { // its prompt first, as some agents do
			prompt, _ := io.ReadAll(os.Stdin)
			fmt.Printf("user\n  \x1b[2m%s\x1b[0m\nassistant\n%s", bytes.ReplaceAll(prompt, []byte("\n"), []byte("\n  ")), answer)
		},
		"floods": func(lines string) {
			n, _ := strconv.Atoi(lines)
			for i := range n {
				fmt.Printf("\x1b[32mline\x1b[0m %06d\n", i)
			}
		},
		"reports": func(string) {
			prompt, _ := io.ReadAll(os.Stdin)
			fmt.Printf("prompt %q terminals %t %t %t", prompt, term.IsTerminal(0), term.IsTerminal(1), term.IsTerminal(2))
		},
	}
}
