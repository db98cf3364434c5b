package adapters

import (
	"strings"
)

var (
	// aimed is a row of a list with its cursor, and ballot the box or the button that a row begins with.
	aimed  = lazy(`^( *)([❯›»▶►▸➤→‣▌●>*]|[-=]>)( *)(\S.*)$`)
	ballot = lazy(`^(?:[☐☑☒◻◼□■○●◯◉◌⦿⬡⬢•✔✓] ?|\[[ xX*✓✔-]?\] ?|\( ?[xX*•]?\) )\S`)
	// headed is the heading of a list that orders to choose.
	headed = lazy(`(?i)^\W*(?:please )?(?:choose|select|pick)\b[^.]*$`)
	// announced is one that does so with its colon, and nobody who says it.
	announced = lazy(`(?i)^ *(?:[?!⚠]\x{FE0F}? *)?(?:please )?(?:choose|select|pick)\b[^.?!]*: *$`)
	// patched are lines of a change to a file, which are painted, too.
	patched = lazy(`^[+-]`)
)

// chooser finds a list that ends some lines, but for its keys, whatever its signs are: rows in one column of
// which one differs, by a cursor ahead of it, by how it is painted, or both. What has only one of them may
// be prose, so it has to ask, or to have its keys below it; so has a cursor that begins lines of texts, too, such as
// sign, the composer's. asks says that a question is needed in any case.
func (b bottom) chooser(sign string, asks bool) *Dialog {
	end, keys := b.keyless()
	c := b.choices(end)
	if c == nil || c.first == 0 {
		return nil
	}
	above := b.part(0, c.first)
	asked := b.asked(c.first, edge/2) || headed.MatchString(above.last()) || polls(above.last())
	proven := asked || keys && !asks
	painted := c.lit >= 0
	text := sign != "" && c.pointer == sign || strings.Contains(">●*", c.pointer) || c.at >= 0 && told.MatchString(b.lines[c.at])
	switch {
	case c.pointer != "" && (asked || proven && (c.boxed || !text)):
	case c.pointer != "" && !asks && (!text || frame.MatchString(b.rows[c.at].Text())) && (painted || c.boxed):
	case c.pointer == "" && painted && proven && (c.reverse || keys):
	case c.pointer == "" && c.boxed && keys && !asks:
	case c.pointer == "" && c.counted && !asks && (announced.MatchString(above.last()) || polls(above.last())):
	default:
		return nil
	}
	d := &Dialog{Options: c.options, lit: c.pointer == "" && asked}
	top := b.heading(c.first)
	lines := b.unwrapped(top, c.first)
	if len(lines) == 0 {
		lines = []string{strings.TrimSpace(above.last())}
	}
	d.Text = strings.Join(entryless(lines, -1), "\n")
	d.own, d.leads = b.own(top, c.first)
	d.Kind = kindOf(d, subject(lines))
	d.seal()
	return d
}
