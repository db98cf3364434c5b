package adapters

import (
	"slices"
	"strings"
	"time"

	"rooda/pty/vt"
)

// prompting is a question with letters that ends the screen, and how its program reads the answer. A line that the
// terminal edits is over once its cursor has left it; one that paints its own may keep the cursor wherever it likes.
type prompting struct {
	question string // its letters, empty for none
	aside    bool   // the cursor was seen neither behind it nor where the next line begins
	below    bool   // it was there
}

// interfaces are the modes of programs that paint what is typed themselves.
var interfaces = []vt.Mode{vt.AltScreen, vt.BracketedPaste, vt.AppCursor, vt.Focus, vt.MouseClick, vt.MouseDrag, vt.MouseMotion}

// answers takes back that an agent asks which nobody has described, where the question that ends its screen has been
// answered: as far as anybody can tell it works, and the line of that is its sign.
func (w *Watcher) answers(at time.Time, b bottom, composer place, screen *vt.Snapshot) {
	e := &w.evidence
	if composer.found() || w.detector.signs.BlindQuiet == 0 {
		w.prompting = prompting{}
		return
	}
	question := w.prompting.answered(b, screen)
	if question == "" {
		return
	}
	e.Waiting, e.Beneath, e.Page = Claim{}, Claim{}, Claim{}
	if e.Sign.Condition == "" {
		e.Sign = mark(e.Sign, Working, "", brief(question, excerptLength), true, at)
	}
}

// answered is the question that ends the screen with a whole answer behind it, or in the line below, where the cursor
// has left that for the next line: the program has been given it. It is empty for none.
func (p *prompting) answered(b bottom, screen *vt.Snapshot) string {
	last := len(b.lines) - 1
	if last < 0 {
		*p = prompting{}
		return ""
	}
	at, own := last, false
	question, typed, asks := replyTo(b.lines[at])
	if !asks && last > 0 && b.at[last] == b.at[last-1]+1 {
		at, own = last-1, true
		question, typed, asks = replyTo(b.lines[at])
		asks, typed = asks && typed == "", strings.TrimSpace(b.lines[last])
	}
	if !asks {
		*p = prompting{}
		return ""
	}
	if letters := Letters(question); letters != p.question {
		*p = prompting{question: letters}
	}
	cursor := screen.Cursor
	left := cursor.Y == b.at[last]+1 && cursor.X == 0
	whole := slices.ContainsFunc(append(Replies(question), "yes", "no"), func(r string) bool { return strings.EqualFold(r, typed) })
	shown := screen.Modes.Has(vt.CursorVisible)
	p.below = p.below && (own || b.typed != last)
	switch {
	case typed == "" && shown && left:
		p.below = true
		return ""
	case !shown, !left && b.typed != last:
		p.aside = true
		return ""
	case !whole, !left, p.aside, p.below && !own:
		return ""
	}
	if slices.ContainsFunc(interfaces, screen.Modes.Has) {
		return ""
	}
	return strings.TrimSpace(b.lines[at])
}

// replyTo is the question that a line is, and what stands behind it; ok is false for any other line.
func replyTo(line string) (question, typed string, ok bool) {
	m := spelled.FindStringSubmatch(line)
	if m == nil {
		return "", "", false
	}
	return strings.TrimSuffix(line, m[6]), strings.Trim(m[6], " :?>"), true
}
