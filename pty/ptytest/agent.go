package ptytest

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

// agentVariable makes the test binary play an agent: the name of the part,
// then its arguments.
const agentVariable = "PTYTEST_AGENT"

// Environ is the environment in which the test binary plays a part.
func Environ(part string) []string {
	return []string{agentVariable + "=" + part, "GORACE=atexit_sleep_ms=0", "PATH=" + os.Getenv("PATH")}
}

// Play plays the agent if this process was started as one, and does not
// return then. TestMain calls it first.
func Play() {
	part := strings.Fields(os.Getenv(agentVariable))
	if len(part) == 0 {
		return
	}
	parts()[part[0]](part[1:])
	os.Exit(0)
}

func parts() map[string]func(args []string) {
	return map[string]func(args []string){
		"exit": func(args []string) { fmt.Println("bye"); os.Exit(number(args[0])) },
		"crash": func([]string) {
			fmt.Println("about to crash") // Go's own handler would make it exit 2
			panic(syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -SEGV $$"}, nil))
		},
		"sum": func([]string) { // says what arrived on standard input
			p, _ := io.ReadAll(os.Stdin)
			fmt.Printf("%d %x stdin=%t stdout=%t\n", len(p), sha256.Sum256(p), term.IsTerminal(0), term.IsTerminal(1))
		},
		"env": func(args []string) { fmt.Printf("%s=%q\n", args[0], os.Getenv(args[0])) },
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
		"echo":   echo,
		"absorb": absorb,
		"size": func([]string) {
			c := make(chan os.Signal, 1)
			signal.Notify(c, syscall.SIGWINCH)
			for {
				cols, rows, _ := term.GetSize(1)
				fmt.Printf("size %dx%d\n", cols, rows)
				<-c
			}
		},
		"flood":  flood,
		"screen": screen,
		"ask":    ask,
		"nag":    nag,
		"parent": parent,
		"sleeper": func([]string) {
			signal.Ignore(syscall.SIGHUP)
			time.Sleep(time.Minute)
		},
	}
}

// raw makes standard input pass on every byte.
func raw() (restore func()) {
	old, err := term.MakeRaw(0)
	if err != nil {
		panic(err)
	}
	return func() { term.Restore(0, old) }
}

// echo repeats lines of its terminal until "quit".
func echo([]string) {
	defer raw()()
	fmt.Print("ready\r\n")
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() && in.Text() != "quit" {
		fmt.Printf("got %d %.20s\r\n", len(in.Bytes()), in.Bytes())
	}
}

// absorb takes as many bytes of its terminal as told, after a while, and says
// what they were.
func absorb(args []string) {
	defer raw()()
	fmt.Print("ready\r\n")
	time.Sleep(200 * time.Millisecond)
	p := make([]byte, number(args[0]))
	if _, err := io.ReadFull(os.Stdin, p); err != nil {
		panic(err)
	}
	fmt.Printf("sum %x\r\n", sha256.Sum256(p))
}

// Line is what the part "flood" repeats.
const Line = "\x1b[2m2026-01-02T15:04:05Z\x1b[0m \x1b[32mINFO\x1b[0m  compiling \x1b[1mpackage\x1b[0m path=internal/planner took=12ms\n"

// flood writes as many bytes as told, numbered so that none can be lost or
// doubled unseen; with a second argument also into that file, and with a third
// the second half only when that file is there.
func flood(args []string) {
	out := io.Writer(os.Stdout)
	if len(args) > 1 {
		f, err := os.Create(args[1])
		if err != nil {
			panic(err)
		}
		defer f.Close()
		defer raw()() // so that the terminal passes it on unchanged
		out = io.MultiWriter(os.Stdout, f)
	}
	size := number(args[0])
	for n, written := 0, 0; written < size; n++ {
		var b bytes.Buffer
		for range 64 {
			fmt.Fprintf(&b, "%d %d ", n, written)
			b.WriteString(Line)
		}
		for len(args) > 2 && written >= size/2 && !there(args[2]) {
			time.Sleep(5 * time.Millisecond)
		}
		p := b.Bytes()[:min(b.Len(), size-written)]
		out.Write(p)
		written += len(p)
	}
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// screen draws something with modes on the alternate screen and waits for a
// key.
func screen([]string) {
	defer raw()()
	fmt.Print("below\r\n\x1b]2;a title\x07\x1b[?1049h\x1b[?2004h\x1b[?1002h\x1b[?1006h\x1b[>1u\x1b[2J\x1b[3;5H\x1b[1;31mred \x1b[44m端末\x1b[0m\x1b[6 q")
	os.Stdin.Read(make([]byte, 1))
	fmt.Print("\x1b[5;1Hmore\x1b[?25l")
	os.Stdin.Read(make([]byte, 1))
}

// ask puts queries and says what came back, as one quoted line.
func ask([]string) {
	defer raw()()
	for _, query := range []string{"\x1b[3;4H\x1b[6n", "\x1b[c", "\x1b]11;?\x1b\\", "\x1b[>q", "\x1b[5n"} {
		fmt.Print(query)
	}
	var got []byte
	for p := make([]byte, 256); !bytes.HasSuffix(got, []byte("\x1b[0n")); {
		n, err := os.Stdin.Read(p)
		if err != nil {
			panic(err)
		}
		got = append(got, p[:n]...)
	}
	fmt.Printf("\r\nanswers %q\r\n", got)
}

// nag asks for ever and reads nothing, then ends by itself.
func nag(args []string) {
	defer raw()()
	p := bytes.Repeat([]byte("\x1b[c\x1b[6n"), 100)
	for range number(args[0]) {
		os.Stdout.Write(p)
	}
	fmt.Print("\r\nasked\r\n")
}

// parent leaves a process in a session of its own behind, says its pid, and
// goes on as told.
func parent(args []string) {
	self, _ := os.Executable()
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), agentVariable+"=sleeper")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	fmt.Printf("left %d\n", cmd.Process.Pid)
	parts()[args[0]](args[1:])
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}
