package cmd

import (
	"fmt"

	"rooda/internal/console"
	"rooda/orchestrator"
)

// attention rings the terminal's bell and lets terminals that can show a
// notification (OSC 9). Others ignore it.
func attention(s console.Streams, e orchestrator.Event) {
	if _, ok := e.Body.(orchestrator.InteractionNeeded); ok && s.ErrTerminal && s.Getenv("TERM") != "dumb" {
		fmt.Fprintf(s.Err, "\a\x1b]9;%s\x1b\\", notice(e))
	}
}

// notice says in a few words who waits and for what.
func notice(e orchestrator.Event) string {
	body, _ := e.Body.(orchestrator.InteractionNeeded)
	const longest = 160
	text := []rune(console.EscapeControls(console.OneLine(fmt.Sprintf("rooda: %s waits for you (%s)%s", e.Task, body.Kind, suffix(": ", body.Excerpt)))))
	return string(text[:min(len(text), longest)])
}
