// Flood writes one of the workloads of the tables, in writes of about 32 KiB, and
// notes in a file how long that took and what it cost this process:
//
//	flood WORKLOAD BYTES REPORT      REPORT becomes "elapsed-ns cpu-ns"
package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"
)

func main() {
	if err := flood(); err != nil {
		fmt.Fprintln(os.Stderr, "flood:", err)
		os.Exit(1)
	}
}

func flood() error {
	if len(os.Args) != 4 {
		return fmt.Errorf("want WORKLOAD BYTES REPORT, have %q", os.Args[1:])
	}
	piece, known := workloads[os.Args[1]]
	if !known {
		return fmt.Errorf("unknown workload %q", os.Args[1])
	}
	size, err := strconv.ParseInt(os.Args[2], 10, 64)
	if err != nil {
		return err
	}
	unit := piece()
	chunk := bytes.Repeat(unit, max(1, 32<<10/len(unit)))
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
	if err := os.WriteFile(os.Args[3]+".part", []byte(report), 0o600); err != nil {
		return err
	}
	return os.Rename(os.Args[3]+".part", os.Args[3])
}
