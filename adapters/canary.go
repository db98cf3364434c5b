package adapters

import (
	"cmp"
	"fmt"
	"strings"
)

// canary notices that an agent is not the one that its signs were made for.
type canary struct {
	version  string // as it stands on the screen
	composer bool   // has been seen
	asks     bool   // the program is asked, and has not answered
	told     string // the version that it has answered with
	untold   error  // why it has not
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
// one that its signs were recorded with, or cannot be told although the program
// was asked, or it claims to be idle and has never shown anything that looks like
// its composer. A person may be told, and what the person types is none of this.
func (w *Watcher) Caution() string { return w.caution().why }

func (w *Watcher) caution() caution {
	signs, c := w.detector.signs, w.canary
	version := cmp.Or(c.version, c.told)
	switch {
	case signs.Cautious != nil && !*signs.Cautious:
		return caution{}
	case signs.Cautious != nil:
		return caution{"nobody has seen yet how it is driven (cautious: true)", "cautious: false of the adapter"}
	case version != "" && signs.Recorded != "" && release(version) != release(signs.Recorded):
		return caution{
			fmt.Sprintf("this is version %s, and its screen is known from %s", version, signs.Recorded),
			fmt.Sprintf("recorded: %q, or cautious: false, of the adapter", release(version)),
		}
	case version == "" && c.untold != nil:
		return caution{fmt.Sprintf("its version cannot be told (%v)", c.untold), "cautious: false of the adapter"}
	case (w.state.Condition == Idle || w.state.Condition == Done) && !c.composer && len(w.detector.rules.idle) > 0 && w.detector.uses(ByScreen):
		return caution{why: "it seems to be idle, and shows nothing that looks like its composer"}
	}
	return caution{}
}

// Askable says that the program is asked for its version. What the screen shows
// of it, as some do only where there is room, counts for more; as long as neither has
// told it, nothing should be typed (View.Unsure).
func (w *Watcher) Askable() { w.canary.asks = true }

// Answered takes the version that the program has answered with, or why it has not.
func (w *Watcher) Answered(version string, err error) {
	w.canary.asks, w.canary.told, w.canary.untold = false, version, err
}

// unsure reports whether the version is still to be told.
func (c canary) unsure() bool { return c.asks && c.version == "" }

// Askable reports whether the version of the agent matters and its program can be asked
// for it: a program that the user has named instead may do anything when it is.
func (s Signs) Askable() bool {
	return s.Own && s.Version != "" && s.Recorded != "" && s.Cautious == nil
}

// release is the part of a version that stays when only mistakes are mended.
func release(version string) string {
	parts := strings.SplitN(strings.TrimPrefix(version, "v"), ".", 3)
	return strings.Join(parts[:min(2, len(parts))], ".")
}
