package adapters

import (
	"fmt"
	"strings"
)

// canary notices that an agent is not the one that its signs were made for.
type canary struct {
	version  string // as it stands on the screen
	composer bool   // has been seen
}

// look takes a screen.
func (c *canary) look(rules rules, text string, composed bool) {
	c.composer = c.composer || composed
	for _, p := range rules.version {
		if m := p.FindStringSubmatch(text); c.version == "" && len(m) > 1 {
			c.version = m[1]
		}
	}
}

// Caution says why nothing should be typed into the agent now, and is empty
// when nothing speaks against it: its version is of another release than the
// one that its signs were recorded with, or it claims to be idle and has never
// shown anything that looks like its composer. A person may be told, and what
// the person types is none of this.
func (w *Watcher) Caution() string {
	signs, c := w.detector.signs, w.canary
	switch {
	case signs.Cautious != nil && !*signs.Cautious:
		return ""
	case signs.Cautious != nil:
		return unseen
	case c.version != "" && signs.Recorded != "" && release(c.version) != release(signs.Recorded):
		return fmt.Sprintf("this is version %s, and its screen is known from %s", c.version, signs.Recorded)
	case (w.state.Condition == Idle || w.state.Condition == Done) && !c.composer && len(w.detector.rules.idle) > 0 && w.detector.uses(ByScreen):
		return "it seems to be idle, and shows nothing that looks like its composer"
	}
	return ""
}

var otherVersion = lazy(`this is version (\S+), and its screen is known from `)

// Remedy names the setting that makes rooda type all the same where a text says
// why it does not: it may be a Caution or hold one. It is empty for any other
// text, and where only knowing the composer would help.
func Remedy(text string) string {
	switch m := otherVersion.FindStringSubmatch(text); {
	case m != nil:
		return fmt.Sprintf("recorded: %q, or cautious: false, of the adapter", release(m[1]))
	case strings.Contains(text, unseen):
		return "cautious: false of the adapter"
	}
	return ""
}

// unseen is the caution that was asked for.
const unseen = "nobody has seen yet how it is driven (cautious: true)"

// release is the part of a version that stays when only mistakes are mended.
func release(version string) string {
	parts := strings.SplitN(strings.TrimPrefix(version, "v"), ".", 3)
	return strings.Join(parts[:min(2, len(parts))], ".")
}
