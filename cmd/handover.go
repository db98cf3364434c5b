package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"rooda/internal/console"
	"rooda/orchestrator"
)

// handOverHelp is for the commands that host a run.
const handOverHelp = `

On a terminal, Ctrl-\ hands the session over to a rooda in the background and gives the prompt back:
its agents work on untouched, and the exit status is 0. Ctrl-C stops them.`

// goOnFlag is how session resume is told that it takes over from another host.
const goOnFlag = "go-on"

// handOverKey is Ctrl-\ on the terminal of a host.
type handOverKey struct {
	run  *orchestrator.Run
	say  func(text string)
	work sync.WaitGroup // done when all that was pressed has its answer
}

// pressed begins to hand the run over; false when the signal is no key.
func (k *handOverKey) pressed() bool {
	if !foreground() {
		return false
	}
	k.work.Go(func() {
		if err := k.run.HandOver(context.Background(), "human"); err != nil && !errors.Is(err, orchestrator.ErrOver) && !errors.Is(err, orchestrator.ErrHandingOver) {
			k.say("not handed over: " + err.Error())
		}
	})
	return true
}

// handOver has a rooda in the background go on with a session that this
// process has let go of. When it fails, nobody has the session.
func handOver(s console.Streams, id string, quiet bool) error {
	words := []string{"session", "resume", id, "--" + goOnFlag, fmt.Sprintf("--%s=3", readyFlag)}
	if quiet {
		words = append(words, "--quiet")
	}
	message, err := startDetached(s, words)
	var status exitStatus
	switch {
	case errors.As(err, &status):
		return fmt.Errorf("hand session %s over: the rooda in the background ended with %d", shortID(id), int(status))
	case err != nil:
		return fmt.Errorf("hand session %s over: %w", shortID(id), err)
	case message.Session == "":
		s.Notef("session %s has ended meanwhile\n", shortID(id))
		return nil
	}
	s.Notef("handed over: session %s goes on without this terminal\n", shortID(id))
	message.tell(s)
	return nil
}

// foreground reports whether this process is in the foreground of a terminal,
// so that a signal such as SIGQUIT is one of its keys.
func foreground() bool {
	tty, err := os.Open("/dev/tty")
	if err != nil {
		return false
	}
	defer tty.Close()
	group, err := unix.IoctlGetInt(int(tty.Fd()), unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}

// goOn takes a session up again that could not be handed over.
func goOn(s console.Streams, orch *orchestrator.Orchestrator, id string, cause error) (*orchestrator.Run, error) {
	s.Notef("warning: %v; the session goes on here\n", cause)
	run, err := orch.GoOn(id)
	if err != nil {
		return nil, hintf(errors.Join(cause, err), "rooda session resume %s", shortID(id))
	}
	return run, nil
}
