package cmd

import (
	"fmt"
	"os"
	"strings"

	"rooda/internal/config"
	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/session"
)

// newOrchestrator wires the rooms together for one command.
func newOrchestrator(s console.Streams, cfg *config.Config) (*orchestrator.Orchestrator, error) {
	home, err := session.Home(s.Environ)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find own executable: %w", err)
	}
	return orchestrator.New(orchestrator.Options{
		Sessions: session.NewManager(home), Adapters: cfg.Registry(), Procedure: cfg.Procedure, Environ: s.Environ,
		Self: self, RunDir: session.RunDir(home), Unattended: cfg.UnattendedTimeout().V,
		Name: "rooda " + strings.TrimPrefix(Version, "v"),
	}), nil
}

func newSessions(s console.Streams) (*session.SessionManager, error) {
	home, err := session.Home(s.Environ)
	if err != nil {
		return nil, err
	}
	return session.NewManager(home), nil
}

// warnRemote warns of a state folder that another machine keeps.
func warnRemote(s console.Streams) {
	home, err := session.Home(s.Environ)
	if err != nil {
		return
	}
	if kind := session.Remote(home); kind != "" {
		s.Notef("warning: %s\nhint: %s\n", remoteText(home, kind), remoteAdvice)
	}
}

const remoteAdvice = "set ROODA_STATE_HOME to a folder on a disk of this machine"

func remoteText(home, kind string) string {
	return fmt.Sprintf("%s is on a network file system (%s): locks and what a crash leaves cannot be relied on, sockets may not work", home, kind)
}
