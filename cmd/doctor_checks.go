package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"rooda/adapters"
	"rooda/internal/config"
	"rooda/internal/console"
	"rooda/internal/localsock"
	"rooda/orchestrator"
	"rooda/pty"
	"rooda/session"
)

// checkNotify looks for the command that calls people, where there is one.
func checkNotify(s console.Streams, c *config.Config) []finding {
	if c == nil {
		return nil
	}
	n := c.Notify()
	if err := n.Check(s.Environ, workdir()); err != nil {
		return []finding{{What: "notify", Text: err.Error(), Hint: hintOf(err)}}
	} else if len(n.Command) > 0 {
		return []finding{{OK: true, What: "notify", Text: n.OnWaiting.V}}
	}
	return nil
}

// checkTerminal runs a command the way agents are run.
func checkTerminal(ctx context.Context, s console.Streams) finding {
	f := finding{What: "terminal", Hint: "rooda needs /dev/ptmx and /dev/pts: in a container, mount devpts"}
	self, err := os.Executable()
	if err != nil {
		f.Text, f.Fatal = err.Error(), true
		return f
	}
	t, err := pty.Open(pty.Spec{Path: self, Argv: []string{self, "version"}, Env: s.Environ, StdinPipe: true})
	if err != nil {
		f.Text, f.Fatal = err.Error(), true
		return f
	}
	defer t.Close()
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if exit, err := t.Wait(ctx); err != nil || exit.Code != 0 {
		f.Text, f.Fatal = fmt.Sprintf("a command on a terminal ended with code %d: %v", exit.Code, err), true
		return f
	}
	return finding{OK: true, What: "terminal", Text: "a pseudo-terminal opens and runs commands"}
}

// checkState writes where sessions would be written.
func checkState(s console.Streams) finding {
	home, err := session.Home(s.Environ)
	if err != nil {
		return finding{What: "state", Text: err.Error(), Hint: hintOf(err), Fatal: true}
	}
	if err := session.CheckHome(home); err != nil {
		return finding{What: "state", Text: err.Error(), Hint: hintOf(err), Fatal: true}
	}
	if err := checkSockets(session.RunDir(home)); err != nil {
		return finding{What: "state", Text: err.Error(), Hint: hintOf(err), Fatal: true}
	}
	f := finding{What: "state", Text: home, OK: true}
	if kind := session.Remote(home); kind != "" {
		f = finding{What: "state", Text: remoteText(home, kind), Hint: remoteAdvice}
	}
	existing := home
	for ; ; existing = filepath.Dir(existing) {
		if _, err := os.Stat(existing); err == nil || existing == filepath.Dir(existing) {
			break
		}
	}
	probe, err := os.CreateTemp(existing, ".rooda-doctor-")
	if err != nil {
		return finding{What: "state", Text: fmt.Sprintf("%s: %v", home, err), Hint: "set ROODA_STATE_HOME to a folder that can be written", Fatal: true}
	}
	_ = probe.Close()
	if err := os.Remove(probe.Name()); err != nil {
		f.OK, f.Text = false, err.Error()
	}
	return f
}

// checkSockets finds out whether agents could have their sockets in a folder; it makes nothing.
func checkSockets(dir string) error {
	if _, err := localsock.Path(dir, ""); err != nil { // all names are equally long
		return err
	}
	if err := localsock.CheckDir(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// checkCommand looks at the AI command that the configuration names for all
// procedures, nil when it names none.
func checkCommand(s console.Streams, cfg *config.Config) []finding {
	if cfg == nil {
		return nil
	}
	set, err := cfg.Resolve("build", config.Flags{})
	var none *config.NoCommandError
	switch {
	case errors.As(err, &none):
		return nil
	case err != nil:
		return []finding{{What: "AI command", Text: console.OneLine(err.Error()), Hint: hintOf(err), Fatal: true}}
	}
	check := set.Checks(s.Environ, workdir())[0]
	text := fmt.Sprintf("%s (%s)", set.AICommand.V.Line, set.AICommand.From)
	if !check.OK {
		return []finding{{What: "AI command", Text: text + ": " + console.OneLine(errors.Unwrap(check.Err).Error()), Hint: hintOf(check.Err), Fatal: true}}
	}
	return []finding{{OK: true, What: "AI command", Text: text}}
}

// hintOf is the hint that an error carries, if it does.
func hintOf(err error) string {
	var h hinter
	if errors.As(err, &h) {
		return h.Hint()
	}
	return ""
}

// commandPlaces are the agents whose programs a file of settings names, and where it does.
func commandPlaces(cfg *config.Config) map[string]string {
	places := map[string]string{}
	if cfg == nil {
		return places
	}
	for _, e := range cfg.Entries() {
		if name, own := strings.CutPrefix(e.Key, "adapters."); own && strings.HasSuffix(name, ".command") {
			places[strings.TrimSuffix(name, ".command")] = console.OneLine(e.Origin.String())
		}
	}
	return places
}

func checkAgents(ctx context.Context, s console.Streams, cfg *config.Config) []finding {
	registry := adapters.NewRegistry()
	if cfg != nil {
		registry = cfg.Registry()
	}
	found, err := registry.Installed(s.Environ)
	if err != nil {
		return []finding{{What: "agents", Text: err.Error(), Fatal: true}}
	}
	configured := checkCommand(s, cfg)
	if len(found) == 0 && configured == nil {
		return []finding{{
			What: "agents", Text: "none of " + strings.Join(registry.Names(), ", ") + " is in PATH", Fatal: true,
			Hint: "rooda adapter show claude says how to install one; --ai-cmd runs any other; --rehearse needs none",
		}}
	}
	list := configured
	places := commandPlaces(cfg)
	for _, a := range found {
		if place := places[a.Name]; place != "" {
			s.Notef("running %s --version, the agent %s of %s\n", console.OneLine(a.Path), console.OneLine(a.Name), place)
		}
		version, err := orchestrator.AgentVersion(ctx, a.Path, "", s.Environ)
		f := finding{OK: err == nil, What: a.Name, Text: fmt.Sprintf("%s  %s", a.Path, version)}
		if err != nil {
			f.Text = fmt.Sprintf("%s  --version failed: %v", a.Path, err)
		}
		list = append(list, f)
	}
	return list
}
