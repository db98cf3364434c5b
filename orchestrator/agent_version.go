package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"

	"rooda/pty"
)

// versionPatience is how long a program may take to say its version: some take
// seconds on a busy machine. versionRoom is how much of what it prints is read.
const (
	versionPatience = 20 * time.Second
	versionRoom     = 64 << 10
)

// AgentVersion runs a program with --version, in a process group of its own, and
// returns the line of its output that looks like a version, or the first with
// text where none does. It takes 20 s at most.
func AgentVersion(ctx context.Context, path, dir string, env []string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, versionPatience)
	defer cancel()
	c := exec.CommandContext(ctx, path, "--version")
	c.Dir, c.Env = dir, env
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = time.Second
	out, talk := bounded{room: versionRoom}, bounded{room: versionRoom}
	c.Stdout, c.Stderr = &out, &talk
	err := pty.StartChild(c)
	if err == nil {
		err = pty.WaitChild(c)
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return "", fmt.Errorf("no answer within %v", versionPatience)
	}
	return likeVersion(string(out.text), string(talk.text)), err
}

// bounded keeps the beginning of what is written and takes all of it.
type bounded struct {
	text []byte
	room int
}

func (b *bounded) Write(p []byte) (int, error) {
	b.text = append(b.text, p[:min(len(p), b.room-len(b.text))]...)
	return len(p), nil
}

// likeVersion is the line that looks like a version: agents warn of other
// things first, on either stream. Where none does, it is the first with text.
func likeVersion(out, talk string) string {
	lines := append(plainLines(out), plainLines(talk)...)
	for _, line := range lines {
		if versionNumber(line) != "" {
			return line
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return lines[0]
}

// dotted is a version.
var dotted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9]+(?:\.[0-9]+)+(?:-\w+)*`) })

// versionNumber is the version in a line, empty for none.
func versionNumber(line string) string { return dotted().FindString(line) }

// plainLines are the lines of piped output with text in them, without a
// control character left.
func plainLines(out string) []string {
	var text strings.Builder
	cleaner := pty.NewCleaner(&text)
	_, _ = io.WriteString(cleaner, out) // a strings.Builder takes everything
	_ = cleaner.Close()
	var list []string
	for line := range strings.Lines(text.String()) {
		line = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return -1
			}
			return r
		}, line)
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}
