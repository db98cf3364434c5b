// Stamp notes when it was started, in a file of its own below a folder, and
// then works until it is ended, or as long as it is told to.
//
//	stamp FOLDER [SPAN]
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

func main() {
	now := time.Now().UnixNano()
	if err := stamp(os.Args[1], now); err != nil {
		fmt.Fprintln(os.Stderr, "stamp:", err)
		os.Exit(1)
	}
	span := time.Minute
	if len(os.Args) > 2 {
		var err error
		if span, err = time.ParseDuration(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, "stamp:", err)
			os.Exit(1)
		}
	}
	time.Sleep(span)
}

func stamp(dir string, now int64) error {
	name := filepath.Join(dir, fmt.Sprintf("%s.%d", os.Getenv("ROODA_TASK"), os.Getpid()))
	if err := os.WriteFile(name+".part", fmt.Appendln(nil, now), 0o600); err != nil {
		return err
	}
	return os.Rename(name+".part", name+".started")
}
