package cmd

import (
	"context"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"time"

	"rooda/internal/console"
)

// lingerDir is where logind notes the users whose processes outlive them.
const lingerDir = "/var/lib/systemd/linger"

// warnLogout warns a user whose system ends all of their processes when
// they log out, which would end a detached session, too. A system that cannot
// be asked gets no warning.
func warnLogout(s console.Streams) {
	u, err := user.Current()
	if err != nil || !killsAtLogout(s.Getenv("PATH")) {
		return
	}
	if _, err := os.Stat(filepath.Join(lingerDir, u.Username)); err == nil {
		return
	}
	s.Notef("warning: this system ends your processes when you log out, and the session with them\nhint: loginctl enable-linger\n")
}

// killsAtLogout asks logind, which is there on systems with systemd.
func killsAtLogout(path string) bool {
	program := lookPath("busctl", path)
	if program == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
	defer cancel()
	ask := exec.CommandContext(ctx, program, "get-property", "org.freedesktop.login1",
		"/org/freedesktop/login1", "org.freedesktop.login1.Manager", "KillUserProcesses")
	ask.WaitDelay = 100 * time.Millisecond
	answer, err := ask.Output()
	return err == nil && strings.TrimSpace(string(answer)) == "b true"
}

// lookPath is exec.LookPath in another PATH.
func lookPath(name, path string) string {
	for _, dir := range filepath.SplitList(path) {
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); filepath.IsAbs(dir) && err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return file
		}
	}
	return ""
}
