package shim

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"rooda/internal/localsock"
	"rooda/internal/statefile"
	"rooda/pty"
)

// Command is the hidden command whose process calls Main.
const Command = "shim"

// The descriptors that a shim is started with.
const (
	controlFD = 3 // the launch, then go
	reportFD  = 4 // ready, then the agent's pid
)

const (
	// farewell is how long requests may take once the agent's end is recorded,
	// lastFarewell how long a host may take to read what the log does not hold.
	farewell     = time.Second
	lastFarewell = time.Minute
)

// Main is the whole life of a shim's process, from the handshake with whoever
// started it to the record of its agent's end. It returns the exit code. Only
// when there was no handshake does it say something, on stderr.
func Main(stderr io.Writer) int {
	control, report := os.NewFile(controlFD, "control"), os.NewFile(reportFD, "report")
	if info, err := control.Stat(); err != nil || info.Mode().Type() != os.ModeNamedPipe {
		fmt.Fprintln(stderr, "rooda shim: rooda starts this by itself, to keep an agent's terminal")
		return 64
	}
	for _, fd := range []int{controlFD, reportFD} {
		syscall.CloseOnExec(fd) // no agent's
	}
	// The agent is killed with the thread that starts it, so that must be one that lives
	// as long as this process.
	runtime.LockOSThread()
	if err := keep(control, report); err != nil {
		f := newFault(err)
		var old *EpochError
		if errors.As(err, &old) {
			f.Code, f.Epoch = "epoch", old.Current
		}
		json.NewEncoder(report).Encode(word{Fault: &f})
		return 1
	}
	return 0
}

// errAbandoned says that the starter went away before it said go.
var errAbandoned = errors.New("nobody said go")

// keep starts the agent when it is told to and sees it to its end. What it
// returns happened before there was an agent.
func keep(control, report *os.File) error {
	said := json.NewDecoder(control)
	var l launch
	if err := said.Decode(&l); err != nil {
		return fmt.Errorf("read launch: %w", err)
	}
	if l.API > API {
		return &VersionError{l.API}
	}
	caught := catch()
	if err := adoptOrphans(); err != nil {
		return err
	}
	s := newServer(l)
	d, err := localsock.Open(l.Socket, s.handler())
	if err != nil {
		return err
	}
	defer d.Close(farewell)
	if err := json.NewEncoder(report).Encode(word{Ready: true}); err != nil {
		return err
	}
	var w word
	if err := said.Decode(&w); err != nil || !w.Go {
		return errAbandoned
	}
	if err := s.start(); err != nil {
		return err
	}
	json.NewEncoder(report).Encode(word{Pid: s.term.Pid()})
	report.Close()
	control.Close()
	s.mind(d, caught)
	return nil
}

// start records that there is going to be an agent, then starts it.
func (s *server) start() error {
	l := s.launch
	if _, err := os.Lstat(filepath.Join(l.Dir, ShimFile)); !missing(err) {
		return fmt.Errorf("start agent: %s: %w", filepath.Join(l.Dir, ShimFile), os.ErrExist)
	}
	me, err := self()
	if err != nil {
		return err
	}
	if err := store(l.Dir, SpecFile, l.plan()); err != nil {
		return err
	}
	if err := statefile.Reserve(filepath.Join(l.Dir, ExitFile), exitSize); err != nil {
		return err
	}
	defer func() {
		if s.term == nil { // there is no end to come
			statefile.Unreserve(filepath.Join(l.Dir, ExitFile))
		}
	}()
	err = s.fence.begin(l.Epoch, func() error {
		return store(l.Dir, ShimFile, record{API, features, me, l.Socket})
	})
	if err != nil {
		return err
	}
	s.hub = newHub(l.size(), s.sized)
	spec := l.spec()
	spec.LogFailed = s.hub.logFailed
	term, err := pty.Open(spec)
	if err != nil {
		os.Remove(filepath.Join(l.Dir, ShimFile))
		return err
	}
	endanger(term.Pid())
	s.term = term.(*pty.Local)
	s.keyboard = newKeyboard(s.term.Type)
	s.keyboard.room = s.term.Fits
	s.people = newRegister(l.Dir, s.hub.noted)
	s.keyboard.forsook = s.forsook
	s.folder = openFolder(l.Dir)
	s.launch.Env, s.launch.Stdin = nil, nil
	close(s.started)
	return nil
}

// end records how the agent ended, tells whoever is attached, and returns
// when that is on disk, or could not be for too long.
func (s *server) end(exit pty.Exit) {
	defer s.folder.close()
	s.gone.Store(true)
	s.keyboard.close()
	s.exit = newExit(s.term.Pid(), exit)
	s.keepPicture()
	s.people.close()
	err := s.keepExit()
	close(s.ended)
	s.hub.hurry()
	if exit.LogErr != nil {
		select {
		case <-s.told.c:
		case <-time.After(lastFarewell):
		}
	}
	if err != nil { // hosts are told by the socket meanwhile
		limit := s.launch.Unowned
		if limit <= 0 {
			limit = unwritten
		}
		s.folder.insist(s.keepExit, limit)
	}
	s.viewers.Wait() // for a second at most, see hurry
}
