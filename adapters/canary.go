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

// caution is why nothing should be typed, and the setting that makes rooda type all the same;
// remedy is empty where only knowing the composer would help.
type caution struct{ why, remedy string }

// Caution says why nothing should be typed into the agent now, and is empty
// when nothing speaks against it: its version is of another release than the
// one that its signs were recorded with, or it claims to be idle and has never
// shown anything that looks like its composer. A person may be told, and what
// the person types is none of this.
func (w *Watcher) Caution() string { return w.caution().why }

func (w *Watcher) caution() caution {
	signs, c := w.detector.signs, w.canary
	switch {
	case signs.Cautious != nil && !*signs.Cautious:
		return caution{}
	case signs.Cautious != nil:
		return caution{"nobody has seen yet how it is driven (cautious: true)", "cautious: false of the adapter"}
	case c.version != "" && signs.Recorded != "" && release(c.version) != release(signs.Recorded):
		return caution{
			fmt.Sprintf("this is version %s, and its screen is known from %s", c.version, signs.Recorded),
			fmt.Sprintf("recorded: %q, or cautious: false, of the adapter", release(c.version)),
		}
	case (w.state.Condition == Idle || w.state.Condition == Done) && !c.composer && len(w.detector.rules.idle) > 0 && w.detector.uses(ByScreen):
		return caution{why: "it seems to be idle, and shows nothing that looks like its composer"}
	}
	return caution{}
}

// release is the part of a version that stays when only mistakes are mended.
func release(version string) string {
	parts := strings.SplitN(strings.TrimPrefix(version, "v"), ".", 3)
	return strings.Join(parts[:min(2, len(parts))], ".")
}
