// Flood writes coloured log lines of 78 columns, in writes of about 32 KiB, and
// notes in a file how long that took and what it cost this process:
//
//	flood BYTES REPORT      REPORT becomes "elapsed-ns cpu-ns"
package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"
)

const line = "\x1b[2m2026-01-02T15:04:05Z\x1b[0m \x1b[32mINFO\x1b[0m  compiling \x1b[1mpackage\x1b[0m path=internal/planner took=12ms\n"

func main() {
	if err := flood(); err != nil {
		fmt.Fprintln(os.Stderr, "flood:", err)
		os.Exit(1)
	}
}

func flood() error {
	size, err := strconv.ParseInt(os.Args[1], 10, 64)
	if err != nil {
		return err
	}
	chunk := bytes.Repeat([]byte(line), 32<<10/len(line))
	began := time.Now()
	for left := size; left > 0; left -= int64(len(chunk)) {
		if _, err := os.Stdout.Write(chunk[:min(left, int64(len(chunk)))]); err != nil {
			return err
		}
	}
	elapsed := time.Since(began)
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return err
	}
	report := fmt.Sprintln(elapsed.Nanoseconds(), u.Utime.Nano()+u.Stime.Nano())
	// A reader never sees half of it.
	if err := os.WriteFile(os.Args[2]+".part", []byte(report), 0o600); err != nil {
		return err
	}
	return os.Rename(os.Args[2]+".part", os.Args[2])
}
