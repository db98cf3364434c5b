package pty

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// hosted are the agents of this process. Whose child a process is is a fact
// of the whole process, so this is, too.
var hosted = household{agents: map[int]bool{}, own: map[int]bool{}}

// household makes this process inherit what its agents abandon (it becomes a
// subreaper), so that it can be found without a mark and is no zombie of
// somebody else.
type household struct {
	mu     sync.RWMutex
	agents map[int]bool
	own    map[int]bool // other children, for which somebody waits
	since  uint64       // when the first of them was started, in ticks since boot
}

// start starts an agent as one of the household.
func (h *household) start(cmd *exec.Cmd) error {
	h.mu.Lock() // a child that is not known yet would be reaped as an orphan
	defer h.mu.Unlock()
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("become subreaper: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if len(h.agents) == 0 {
		h.since = started(cmd.Process.Pid)
	}
	h.agents[cmd.Process.Pid] = true
	return nil
}

// startChild starts a child that is no agent.
func (h *household) startChild(cmd *exec.Cmd) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := cmd.Start(); err != nil {
		return err
	}
	h.own[cmd.Process.Pid] = true
	return nil
}

// childLeft comes when such a child has been reaped.
func (h *household) childLeft(pid int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.own, pid)
}

func started(pid int) uint64 {
	line, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	st, _ := parseStat(pid, line)
	return st.started
}

// leave comes when the agent has been reaped.
func (h *household) leave(pid int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.agents, pid)
}

// others says whether pid is another agent than the given one, whether there
// are any, and since when orphans may be theirs.
func (h *household) others(than, pid int) (is, any bool, since uint64) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	is = h.agents[pid] && pid != than
	any = len(h.agents) > 1 || len(h.agents) == 1 && !h.agents[than]
	return is, any, h.since
}

// reapOrphans frees inherited processes that have ended, until the agent is
// swept. Nothing else waits for them.
func (l *Local) reapOrphans() {
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, unix.SIGCHLD)
	defer signal.Stop(ended)
	for {
		select {
		case <-ended:
			hosted.reap()
		case <-l.swept.c:
			return
		}
	}
}

// reap never takes a child that this process has started itself: agents and
// those of StartChild are known, and others are in its own group. What a child
// is called says nothing: an agent may abandon a rooda of its own.
func (h *household) reap() {
	h.mu.RLock()
	defer h.mu.RUnlock()
	lists, _ := filepath.Glob("/proc/self/task/*/children") // fails only for a bad pattern
	for _, list := range lists {
		children, _ := os.ReadFile(list) // a thread that has ended has none
		for _, field := range bytes.Fields(children) {
			pid, err := strconv.Atoi(string(field))
			if err != nil || h.agents[pid] || h.own[pid] {
				continue
			}
			line, _ := os.ReadFile("/proc/" + string(field) + "/stat")
			if st, ok := parseStat(pid, line); ok && st.state == 'Z' && st.group != unix.Getpgrp() {
				unix.Wait4(pid, nil, unix.WNOHANG, nil)
			}
		}
	}
}
