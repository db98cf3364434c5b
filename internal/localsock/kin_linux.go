package localsock

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"
)

// longest is the most that is read at once, and how much is known of a longer variable or argument.
const longest = 4 << 10

// readers are for what is read of processes: who keeps an agent's terminal asks often, and has little memory.
var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, longest) }}

// Variables returns the values that a process was started with for variables of
// its environment, in their order, each empty for none, or when that cannot be known, and
// cut after 4 KiB.
func Variables(pid int, names ...string) []string {
	values, missing := make([]string, len(names)), slices.Clone(names)
	for entry := range told(pid, "environ") {
		name, value, is := bytes.Cut(entry, []byte{'='})
		if i := slices.Index(missing, string(name)); is && i >= 0 {
			values[i], missing[i] = string(value), "=" // the first counts
		}
	}
	return values
}

// Argv returns the first words of a process's command line, n at most, each cut after 4 KiB; nil
// when that cannot be known.
func Argv(pid, n int) []string {
	var argv []string
	for word := range told(pid, "cmdline") {
		if argv = append(argv, string(word)); len(argv) == n {
			break
		}
	}
	return argv
}

// told yields what a process was started with, by its file in /proc: one after the other, each
// valid until the next. In the middle of an
// exec, and for a moment after whoever started it has been told that it runs, it has
// neither a command line nor an environment; so that nobody's child is taken for a
// person's, this waits until it has.
func told(pid int, name string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if blank := look(pid, name, yield); blank && settled(pid) {
			look(pid, name, yield) // it may have gone
		}
	}
}

// look gives yield what told does, and reports whether the file is there and has nothing.
func look(pid int, name string, yield func([]byte) bool) (blank bool) {
	file, err := os.Open(fmt.Sprintf("/proc/%d/%s", pid, name))
	if err != nil {
		return false
	}
	defer file.Close()
	r := readers.Get().(*bufio.Reader)
	defer readers.Put(r)
	r.Reset(file)
	blank = true
	for {
		entry, err := r.ReadSlice(0)
		if len(entry) > 0 {
			blank = false
			if !yield(bytes.TrimSuffix(entry, []byte{0})) {
				return false
			}
		}
		for err == bufio.ErrBufferFull { // what is longer is cut
			_, err = r.ReadSlice(0)
		}
		if err != nil {
			return blank && err == io.EOF
		}
	}
}

// execPatience bounds the wait for the end of an exec, which takes some microseconds of
// work; a busy machine may put it off.
const execPatience = time.Second

// settled waits until a process has a command line, which every program gets; false
// says that it has ended, or is none that was started.
func settled(pid int) bool {
	again := time.NewTicker(time.Millisecond) // the kernel tells nobody
	defer again.Stop()
	for late := time.Now().Add(execPatience); time.Now().Before(late); <-again.C {
		started := false
		blank := look(pid, "cmdline", func([]byte) bool { started = true; return false })
		switch {
		case started:
			return true
		case !blank || ended(pid):
			return false
		}
	}
	return false
}

// ended reports whether a process is gone, or only waits to be reaped.
func ended(pid int) bool {
	state, _ := status(pid)
	return state == 0 || state == 'Z' || state == 'X'
}

// parent returns 0 for a process without one, or that is gone.
func parent(pid int) int {
	_, ppid := status(pid)
	return ppid
}

// status returns a process's state and its parent; zeros for one that is gone.
func status(pid int) (state byte, ppid int) {
	look(pid, "stat", func(stat []byte) bool {
		// The name in parentheses may hold anything but a NUL.
		fields := bytes.SplitN(stat[bytes.LastIndexByte(stat, ')')+1:], []byte{' '}, 4)
		if len(fields) == 4 && len(fields[1]) == 1 {
			state = fields[1][0]
			ppid, _ = strconv.Atoi(string(fields[2]))
		}
		return false
	})
	return state, ppid
}
