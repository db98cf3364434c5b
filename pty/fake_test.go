package pty

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"
)

// fakeVariable makes the test binary play an agent: the name of the part,
// then its arguments.
const fakeVariable = "ROODA_PTY_FAKE"

// PlayFake plays the part, if there is one.
func PlayFake() {
	if part := strings.Fields(os.Getenv(fakeVariable)); len(part) > 0 {
		fakes()[part[0]](part[1:])
		os.Exit(0)
	}
}

func fakes() map[string]func(args []string) {
	return map[string]func(args []string){
		"env":  func([]string) { fmt.Println(strings.Join(os.Environ(), "\n")) },
		"exit": func(args []string) { fmt.Println("bye"); os.Exit(atoi(args[0])) },
		"crash": func([]string) {
			fmt.Println("about to crash") // Go's own handler would make it exit 2
			panic(syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -SEGV $$"}, nil))
		},
		"sum": func([]string) { // says what arrived on standard input
			p, _ := io.ReadAll(os.Stdin)
			fmt.Printf("%d %x stdin=%t stdout=%t\n", len(p), sha256.Sum256(p), term.IsTerminal(0), term.IsTerminal(1))
		},
		"line": func(args []string) { fmt.Println(strings.Repeat("x", atoi(args[0]))) },
		"deaf": func([]string) { // never reads, ends on TERM
			fmt.Println("ready")
			time.Sleep(time.Minute)
		},
		"stubborn": func([]string) {
			signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
			fmt.Println("ready")
			time.Sleep(time.Minute)
		},
		"polite": func([]string) { // ends on TERM with a last word and a code
			c := make(chan os.Signal, 1)
			signal.Notify(c, syscall.SIGTERM)
			fmt.Println("ready")
			<-c
			fmt.Println("terminated")
			os.Exit(7)
		},
		"echo": func([]string) { // repeats lines of its terminal in raw mode
			old, err := term.MakeRaw(0)
			if err != nil {
				panic(err)
			}
			defer term.Restore(0, old)
			fmt.Print("ready\r\n")
			in := bufio.NewScanner(os.Stdin)
			for in.Scan() && in.Text() != "quit" {
				fmt.Printf("got %d %.20s\r\n", len(in.Bytes()), in.Bytes())
			}
		},
		"size": func([]string) {
			c := make(chan os.Signal, 1)
			signal.Notify(c, syscall.SIGWINCH)
			for {
				cols, rows, _ := term.GetSize(1)
				fmt.Printf("size %dx%d\n", cols, rows)
				<-c
			}
		},
		"detach": func([]string) { // closes its terminal for a while
			os.Stdout.WriteString("before\n")
			for fd := range 3 {
				syscall.Close(fd)
			}
			time.Sleep(50 * time.Millisecond)
			tty, err := os.OpenFile("/dev/tty", os.O_WRONLY, 0)
			if err != nil {
				os.Exit(9)
			}
			tty.WriteString("after\n")
		},
		"flood": func(args []string) {
			line := bytes.Repeat([]byte(colouredLine), 64)
			for left := atoi(args[0]); left > 0; left -= len(line) {
				os.Stdout.Write(line[:min(left, len(line))])
			}
		},
		// parent <how> <what>: leaves a process behind, says its pid, exits.
		// plain shares the terminal and the process group, group only the
		// terminal, session neither.
		"parent": func(args []string) {
			signal.Ignore(syscall.SIGHUP)
			self, _ := os.Executable()
			cmd := exec.Command(self)
			cmd.Env = append(os.Environ(), fakeVariable+"="+args[1])
			ready, w, _ := os.Pipe()
			cmd.ExtraFiles = []*os.File{w}
			switch args[0] {
			case "session":
				cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			case "group":
				cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
				fallthrough
			default:
				cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
			}
			if err := cmd.Start(); err != nil {
				panic(err)
			}
			w.Close()
			ready.Read(make([]byte, 1))
			fmt.Printf("\n%d is left\n", cmd.Process.Pid)
			if len(args) > 2 {
				fakes()[args[2]](args[3:])
			}
		},
		// The parts a left-over plays; descriptor 3 tells that signals are set up.
		"sleeper": func([]string) { os.NewFile(3, "ready").Close(); time.Sleep(time.Minute) },
		"immortal": func([]string) {
			signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
			os.NewFile(3, "ready").Close()
			time.Sleep(time.Minute)
		},
		"wordy": func([]string) {
			c := make(chan os.Signal, 1)
			signal.Notify(c, syscall.SIGTERM)
			signal.Ignore(syscall.SIGHUP)
			os.NewFile(3, "ready").Close()
			<-c
			fmt.Println("last words")
		},
		"noisy": func([]string) {
			signal.Ignore(syscall.SIGTERM, syscall.SIGHUP)
			os.NewFile(3, "ready").Close()
			for {
				if _, err := os.Stdout.WriteString("noise\n"); err != nil {
					os.Exit(1)
				}
				time.Sleep(time.Millisecond)
			}
		},
	}
}

const colouredLine = "\x1b[2m2026-01-02T15:04:05Z\x1b[0m \x1b[32mINFO\x1b[0m  compiling \x1b[1mpackage\x1b[0m path=internal/planner took=12ms\n"

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}
