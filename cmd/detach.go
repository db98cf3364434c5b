package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/sys/unix"

	"rooda/internal/console"
)

// readyFlag is how a command that was detached knows it: the number of the
// descriptor on which it says that its session runs.
const readyFlag = "ready-fd"

// detached is what it says there.
type detached struct {
	Session string `json:"session"`
	Log     string `json:"log"`
	// Silent says of which agents that it took over the terminals do not answer, a line each.
	Silent []string `json:"silent,omitempty"`

	pid int
}

func addDetach(c *cobra.Command, detach *bool, ready *int) {
	f := c.Flags()
	f.BoolVar(detach, "detach", false, "run in the background; return once the session is on disk and can be reached")
	f.IntVar(ready, readyFlag, 0, "")
	_ = f.MarkHidden(readyFlag) // the flag is there
}

// runDetached runs the command again in the background. Until it is ready it
// speaks through this process, so every refusal is heard; after that it writes to a log.
func runDetached(s console.Streams, c *cobra.Command, args []string) error {
	message, err := startDetached(s, again(c, args))
	if err != nil || message.Session == "" {
		return err
	}
	s.Printf("%s\n", message.Session)
	message.tell(s)
	return nil
}

// tell says where a session is now, and how to get at it.
func (d detached) tell(s console.Streams) {
	for _, line := range d.Silent {
		s.Notef("warning: %s\n", line)
	}
	id := shortID(d.Session)
	s.Notef("running in the background (process %d)\n", d.pid)
	s.Notef("follow it:  rooda logs %s -f\nvisit:      rooda attach %s (Ctrl-\\ leaves it)\nstop it:    rooda session stop %s\n", id, visitable(s, d.Session), id)
	warnLogout(s)
}

// startDetached starts rooda with these words in a session of its own, where no
// terminal's end reaches it, and returns when that says that it is ready. One
// that ends well without a session has nothing to say; else the error is its exit code.
func startDetached(s console.Streams, words []string) (detached, error) {
	self, err := os.Executable()
	if err != nil {
		return detached{}, fmt.Errorf("find rooda: %w", err)
	}
	said, ready, err := os.Pipe()
	if err != nil {
		return detached{}, fmt.Errorf("detach: %w", err)
	}
	defer said.Close()
	host := exec.Command(self, words...)
	host.Env = s.Environ
	host.Stdout, host.Stderr = s.Direct()
	host.ExtraFiles = []*os.File{ready} // descriptor 3
	host.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	keepDescriptors()
	err = host.Start()
	ready.Close()
	if err != nil {
		return detached{}, fmt.Errorf("detach: %w", err)
	}
	message := detached{pid: host.Process.Pid}
	if err := json.NewDecoder(said).Decode(&message); errors.Is(err, io.EOF) {
		// It has ended without a session, and has said why.
		if err := host.Wait(); err != nil {
			return detached{}, exitStatus(max(host.ProcessState.ExitCode(), exitFailure))
		}
		return detached{}, nil
	} else if err != nil {
		return detached{}, fmt.Errorf("detach: %w", err)
	}
	return message, nil
}

// again is the command line of the process to detach: the same without
// --detach.
func again(c *cobra.Command, args []string) []string {
	var words []string
	for cmd := c; cmd.HasParent(); cmd = cmd.Parent() {
		words = append([]string{cmd.Name()}, words...)
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		if f.Name == "detach" || f.Name == readyFlag {
			return
		}
		if values, ok := f.Value.(pflag.SliceValue); ok {
			for _, v := range values.GetSlice() {
				words = append(words, "--"+f.Name+"="+v)
			}
			return
		}
		words = append(words, "--"+f.Name+"="+f.Value.String())
	})
	words = append(words, fmt.Sprintf("--%s=3", readyFlag), "--")
	return append(words, args...)
}

// announce tells the process that detached this one that the session runs.
func announce(fd int, d detached) error {
	ready := os.NewFile(uintptr(fd), "ready")
	if ready == nil {
		return fmt.Errorf("--%s: no descriptor %d is open", readyFlag, fd)
	}
	defer ready.Close()
	err := json.NewEncoder(ready).Encode(d)
	if err != nil && !errors.Is(err, syscall.EPIPE) { // whoever asked may be gone
		return fmt.Errorf("say that the session runs: %w", err)
	}
	return nil
}

// redirect makes descriptors of this process write to the end of a file.
func redirect(path string, descriptors ...int) error {
	log, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("open host log: %w", err)
	}
	defer log.Close()
	for _, fd := range descriptors {
		if err := unix.Dup2(int(log.Fd()), fd); err != nil {
			return fmt.Errorf("write to host log: %w", err)
		}
	}
	return nil
}
