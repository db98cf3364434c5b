package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"

	"rooda/adapters"
	"rooda/internal/console"
)

// showLaunches prints the command lines of an agent, each mode as it is and
// with auto_approve, and how the prompt travels.
func showLaunches(s console.Streams, agent adapters.Adapter, spec adapters.Spec) error {
	for _, m := range []struct {
		mode   adapters.Mode
		launch *adapters.Launch
	}{{adapters.Headless, spec.Headless}, {adapters.Interactive, spec.Interactive}} {
		if m.launch == nil {
			continue
		}
		for _, approve := range []bool{false, true} {
			launch, err := agent.LaunchConfig(adapters.LaunchRequest{Mode: m.mode, AutoApprove: approve})
			if err != nil {
				return err
			}
			label := string(m.mode)
			if approve {
				label = "auto_approve"
			}
			s.Printf("%-13s %s\n", label, shellquote.Join(launch.Argv...))
		}
		s.Printf("%-13s %s\n", "prompt by", strings.TrimSpace(string(m.launch.PromptVia)+" "+m.launch.PromptFlag))
	}
	return nil
}

// showCommon prints the rules for agents about which nothing is known.
func showCommon(s console.Streams, registry *adapters.Registry, asJSON bool) error {
	signs, err := registry.Signs("generic")
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(s, signs)
	}
	s.Printf("generic  (the common rules, for agents that rooda does not know)\n")
	showTerminal(s, adapters.Spec{Interactive: &adapters.Launch{}}, signs)
	return nil
}

// showTerminal prints how an agent's terminal is read, typed into and answered.
func showTerminal(s console.Streams, spec adapters.Spec, signs adapters.Signs) {
	if spec.Interactive == nil {
		return
	}
	s.Printf("\nin its terminal\n")
	if spec.Events != "" {
		s.Printf("%-13s %s\n", "events", spec.Events)
	}
	if signs.OSC7501 {
		s.Printf("%-13s %s\n", "status", "OSC 7501")
	}
	for _, t := range signs.Titles {
		s.Printf("%-13s %-8s %s\n", "title", t.State, t.Match)
	}
	for _, m := range []struct {
		name     string
		patterns []string
	}{{"busy", signs.Marks.Busy}, {"idle", signs.Marks.Idle}, {"waiting", signs.Marks.Waiting}, {"error", signs.Marks.Error}, {"done", signs.Marks.Done}, {"placeholder", signs.Marks.Placeholder}} {
		for _, p := range m.patterns {
			s.Printf("%-13s %-8s %s\n", "mark", m.name, p)
		}
	}
	for _, d := range signs.Dialogs {
		kind := string(d.Kind)
		if kind == "" {
			kind = "any"
		}
		s.Printf("%-13s %-8s %s\n", "dialog", kind, strings.Join(d.Features, "  …  "))
	}
	for _, h := range signs.Handlers {
		s.Printf("%-13s %s: %s, %s\n", "handler", h.Name, h.Kind, answerOf(h))
	}
	s.Printf("%-13s Enter after %s, at most %d\n", "submit", signs.Submit.Settle.Round(time.Millisecond), signs.Submit.Enters)
	if signs.IdleQuiet > 0 {
		s.Printf("%-13s %s\n", "idle_quiet", signs.IdleQuiet)
	}
	if signs.BlindQuiet > 0 {
		s.Printf("%-13s %s\n", "blind_quiet", signs.BlindQuiet)
	}
	exit := "by a signal"
	if signs.ExitInput != "" {
		exit = signs.ExitInput
	}
	s.Printf("%-13s %s\n", "leave", exit)
}

func answerOf(h adapters.Handler) string {
	switch {
	case h.Use != "":
		return h.Use
	case h.Choose != "":
		return "choose " + h.Choose
	}
	return fmt.Sprintf("keys %q", h.Keys)
}

// joined is one JSON object with the fields of several.
func joined(objects ...any) (json.RawMessage, error) {
	var fields [][]byte
	for _, object := range objects {
		data, err := json.Marshal(object)
		if err != nil {
			return nil, fmt.Errorf("write JSON: %w", err)
		}
		if inner := bytes.TrimSuffix(bytes.TrimPrefix(data, []byte("{")), []byte("}")); len(inner) > 0 {
			fields = append(fields, inner)
		}
	}
	return append(append([]byte("{"), bytes.Join(fields, []byte(","))...), '}'), nil
}
