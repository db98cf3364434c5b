package cmd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"rooda/pty"
)

// agentVersion asks a program for its version.
func agentVersion(ctx context.Context, s Streams, path string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, path, "--version")
	c.Env = s.Environ
	c.WaitDelay = time.Second
	var out, talk bytes.Buffer
	c.Stdout, c.Stderr = &out, &talk
	err := c.Run()
	if ctx.Err() != nil {
		return "", errors.New("no answer within 10 s")
	}
	return likeVersion(out.String(), talk.String()), err
}

// likeVersion is the line that looks like a version: agents warn of other
// things first, on either stream. Where none does, it is the first with text.
func likeVersion(out, talk string) string {
	lines := append(plainLines(out), plainLines(talk)...)
	number := regexp.MustCompile(`[0-9]+\.[0-9]+`)
	for _, line := range lines {
		if number.MatchString(line) {
			return line
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return lines[0]
}

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
			if control(r) {
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
