// Look is a person at a terminal, measured. It looks at an agent in a shim
// (the folder of one), or at what a command shows in a terminal of its own:
//
//	look echo N PLACE        types N keys, one by one: prints the median and the 99th percentile of their echo, in ns
//	look paint TEXT PLACE    attaches and prints after how many ns and bytes TEXT was there
//	look stall PLACE         attaches, says so, and reads nothing until its standard input ends
//
// where PLACE is "shim FOLDER" or "run COMMAND...".
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"time"

	"github.com/creack/pty"

	terminal "rooda/pty"
	"rooda/pty/shim"
)

// place is where an agent can be seen: Read gives what it shows, Write types.
type place interface {
	io.ReadWriter
	leave()
}

func main() {
	if err := look(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "look:", err)
		os.Exit(1)
	}
}

func look(how string, args []string) error {
	switch how {
	case "echo":
		return echo(args[0], args[1:])
	case "paint":
		return paint(args[0], args[1:])
	}
	return stall(args)
}

func enter(args []string) (place, error) {
	if args[0] == "shim" {
		viewer, err := shim.Dial(args[1]).Attach(context.Background(), shim.AttachOptions{Size: terminal.Size{Cols: 80, Rows: 24}})
		return &wire{viewer: viewer}, err
	}
	cmd := exec.Command(args[1], args[2:]...)
	master, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 80, Rows: 24})
	return &window{master, cmd}, err
}

// wire is an attached viewer.
type wire struct {
	viewer *shim.Viewer
	rest   []byte
}

func (w *wire) Read(p []byte) (int, error) {
	for len(w.rest) == 0 {
		m, err := w.viewer.Receive()
		if err != nil {
			return 0, err
		}
		if w.rest = m.Data; m.Type == "snapshot" || m.Type == "resync" || m.Type == "resize" {
			w.rest = []byte(m.Styled + m.Modes)
		}
	}
	n := copy(p, w.rest)
	w.rest = w.rest[n:]
	return n, nil
}

func (w *wire) Write(p []byte) (int, error) { return len(p), w.viewer.Input(p) }
func (w *wire) leave()                      { w.viewer.Close() }

// window is a terminal with a command in it.
type window struct {
	*os.File
	cmd *exec.Cmd
}

func (w *window) leave() {
	w.cmd.Process.Kill()
	w.Close()
	w.cmd.Wait()
}

func echo(count string, args []string) error {
	n, err := strconv.Atoi(count)
	if err != nil {
		return err
	}
	p, err := enter(args)
	if err != nil {
		return err
	}
	defer p.leave()
	time.Sleep(300 * time.Millisecond) // until it is painted
	shown := make(chan byte, 1<<16)
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := p.Read(buf)
			for _, b := range buf[:n] {
				if b >= 'a' && b <= 'z' {
					shown <- b
				}
			}
			if err != nil {
				close(shown)
				return
			}
		}
	}()
	var took []time.Duration
	for i := range n {
		for len(shown) > 0 {
			<-shown
		}
		key := byte('a' + i%26)
		began := time.Now()
		if _, err := p.Write([]byte{key}); err != nil {
			return err
		}
		for b := range shown {
			if b == key {
				break
			}
		}
		took = append(took, time.Since(began))
		time.Sleep(5 * time.Millisecond)
	}
	slices.Sort(took)
	fmt.Println(took[n/2].Nanoseconds(), took[n*99/100].Nanoseconds())
	return nil
}

func paint(text string, args []string) error {
	began := time.Now()
	p, err := enter(args)
	if err != nil {
		return err
	}
	defer p.leave()
	var seen []byte
	buf := make([]byte, 64<<10)
	for !bytes.Contains(seen, []byte(text)) {
		n, err := p.Read(buf)
		if err != nil {
			return fmt.Errorf("%w after %q", err, seen)
		}
		seen = append(seen, buf[:n]...)
	}
	fmt.Println(time.Since(began).Nanoseconds(), len(seen))
	return nil
}

func stall(args []string) error {
	p, err := enter(args)
	if err != nil {
		return err
	}
	defer p.leave()
	time.Sleep(300 * time.Millisecond)
	fmt.Println("attached")
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}
