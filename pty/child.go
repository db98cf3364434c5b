package pty

import "os/exec"

// StartChild starts a program that is no agent and does not stay in this
// process's group, and WaitChild waits for its end like cmd.Wait. While there
// are agents this process reaps what they abandon, and can tell other children
// in groups of their own from that only when they were started so.
func StartChild(cmd *exec.Cmd) error { return hosted.startChild(cmd) }

// WaitChild waits for the end of what StartChild has started. Once it has, it fails at once.
func WaitChild(cmd *exec.Cmd) error {
	if cmd.ProcessState != nil { // another process may have its number by now
		return cmd.Wait()
	}
	awaitExit(cmd.Process.Pid)
	err := cmd.Wait()
	hosted.childLeft(cmd.Process.Pid)
	return err
}
