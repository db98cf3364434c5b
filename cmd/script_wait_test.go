package cmd_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

// eventually looks again and again until is holds or patience is at its end.
func eventually(is func() bool) bool {
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if is() {
			return true
		}
	}
	return is()
}

func compile(ts *testscript.TestScript, pattern string) *regexp.Regexp {
	re, err := regexp.Compile("(?m)" + pattern)
	ts.Check(err)
	return re
}

func glob(ts *testscript.TestScript, pattern string) []string {
	files, err := filepath.Glob(ts.MkAbs(pattern))
	ts.Check(err)
	return files
}

func waitFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: waitfile GLOB")
	}
	if !eventually(func() bool { return len(glob(ts, args[0])) > 0 }) {
		ts.Fatalf("no file %s", args[0])
	}
}

func waitLine(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: waitline GLOB REGEXP")
	}
	want := compile(ts, args[1])
	var text string
	if !eventually(func() bool {
		text = ""
		for _, file := range glob(ts, args[0]) {
			data, _ := os.ReadFile(file) // not there yet is not a match
			text += string(data)
		}
		return want.MatchString(text)
	}) {
		ts.Fatalf("no line %s in %s; there is:\n%s", args[1], args[0], text)
	}
}

func noProcess(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: noprocess PIDFILE")
	}
	text := ""
	if !eventually(func() bool { // a shell makes the file before it writes to it
		text = strings.TrimSpace(ts.ReadFile(args[0]))
		return text != ""
	}) {
		ts.Fatalf("%s is empty", args[0])
	}
	pid := atoi(text)
	if !eventually(func() bool { return gone(pid) }) {
		ts.Fatalf("process %d still runs", pid)
	}
}

func killShim(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: killshim DIR")
	}
	var shim struct {
		Process struct{ Pid int }
	}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(filepath.Join(args[0], "shim.json"))), &shim))
	ts.Check(unix.Kill(shim.Process.Pid, unix.SIGKILL))
	if !eventually(func() bool { return gone(shim.Process.Pid) }) {
		ts.Fatalf("process %d still runs", shim.Process.Pid)
	}
}

// gone is also true for a process that only waits to be reaped.
func gone(pid int) bool {
	if unix.Kill(pid, 0) == unix.ESRCH {
		return true
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(stat), ") Z ")
}

func newest(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: newest")
	}
	pattern := filepath.Join(ts.Getenv("ROODA_STATE_HOME"), "sessions", "????????-*")
	if !eventually(func() bool { return len(glob(ts, pattern)) > 0 }) {
		ts.Fatalf("there is no session")
	}
	dir := slices.Max(glob(ts, pattern)) // an id begins with its time
	ts.Setenv("SESSION", dir)
	ts.Setenv("ID", filepath.Base(dir))
}

func jsonValue(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 && len(args) != 3 {
		ts.Fatalf("usage: json FILE PATH [VALUE]")
	}
	var v any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &v))
	got, found := lookUp(v, strings.Split(args[1], "."))
	same := found && (len(args) == 2 || got == args[2])
	switch {
	case same && neg:
		ts.Fatalf("%s: %s is %s", args[0], args[1], got)
	case !same && !neg:
		ts.Fatalf("%s: %s is %q (found: %t), want %q", args[0], args[1], got, found, args[2:])
	}
}

// lookUp follows a path of keys, indexes and, of a list, length.
func lookUp(v any, path []string) (string, bool) {
	for _, step := range path {
		switch at := v.(type) {
		case map[string]any:
			value, ok := at[step]
			if !ok {
				return "", false
			}
			v = value
		case []any:
			if step == "length" {
				v = len(at)
				continue
			}
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(at) {
				return "", false
			}
			v = at[i]
		default:
			return "", false
		}
	}
	return fmt.Sprint(v), true
}
