// Keep starts agents in shims, as a host does, says when they run, and leaves
// them alone when it is told to by the end of its standard input; they are
// ended then.
//
//	keep ROODA FOLDER N COMMAND...
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"rooda/pty"
	"rooda/pty/shim"
)

func main() {
	if err := keep(os.Args[1], os.Args[2], os.Args[3], os.Args[4:]); err != nil {
		fmt.Fprintln(os.Stderr, "keep:", err)
		os.Exit(1)
	}
}

func keep(rooda, folder, count string, command []string) error {
	n, err := strconv.Atoi(count)
	if err != nil {
		return err
	}
	path, err := exec.LookPath(command[0])
	if err != nil {
		return err
	}
	var agents []pty.Terminal
	defer func() {
		for _, agent := range agents {
			agent.Close()
		}
	}()
	for i := range n {
		dir := filepath.Join(folder, strconv.Itoa(i))
		if err := os.Mkdir(dir, 0o700); err != nil {
			return err
		}
		agent, err := shim.Start(context.Background(), shim.Request{
			Dir: dir, RunDir: filepath.Join(folder, "run"), Self: rooda, Epoch: 1,
			Spec: pty.Spec{
				Path: path, Argv: command, Dir: folder, Env: os.Environ(), Size: pty.Size{Cols: 80, Rows: 24},
				Log: filepath.Join(dir, "output.log"), Index: filepath.Join(dir, "output.idx"),
			},
		})
		if err != nil {
			return err
		}
		agents = append(agents, agent)
		fmt.Println(agent.Pid(), agent.(*shim.Terminal).Shim())
	}
	fmt.Println("ready")
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}
