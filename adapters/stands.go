package adapters

import (
	"slices"
	"strings"
	"unicode"

	"rooda/pty/vt"
)

// Stands reports whether the question d, which stood there as before shows it, is still there, now that
// the first of the keys that answer it have been typed, each for itself. sure is false while that cannot be told: the
// screen has not been read, or the question may only be about to be painted again. A key that its
// program echoes behind the question is part of it. The same words in another place, or once more in
// this one, ask again: then a key has answered the first.
func (v View) Stands(before View, d *Dialog, typed []string) (stands, sure bool) {
	now := v.State.Question()
	same := now != nil && now.Fingerprint == d.Fingerprint && !v.Missing
	switch {
	case !v.Current || v.screen == nil || before.screen == nil:
		return false, false
	case same && (d.moves(typed) || d.shows(now, before.screen, v.screen)):
		return true, true
	case before.Cut && len(d.Options) == 0:
		text, ok := inserted(before.screen, v.screen)
		kept := ok && (text == "" || text == strings.Join(typed, ""))
		return kept, kept
	case same, d.echoes(v.Bottom, strings.Join(typed, "")):
		kept := d.keeps(before.screen, v.screen, strings.Join(typed, ""))
		return kept, kept
	}
	return false, !v.Missing
}

// Another reports whether another question than d stands there, after the first of the keys that answer that
// have been typed.
func (v View) Another(d *Dialog, typed []string) bool {
	if now := v.State.Question(); now != nil {
		return now.Fingerprint != d.Fingerprint
	}
	if d.echoes(v.Bottom, strings.Join(typed, "")) {
		return false
	}
	for _, line := range slices.Backward(strings.Split(v.Bottom, "\n")) {
		if !wordless.MatchString(line) {
			return Replies(line) != nil // it is none for certain before it has stood for a while
		}
	}
	return false
}

// moves reports whether keys are only such as choose among answers, and give none.
func (d *Dialog) moves(keys []string) bool {
	for _, key := range keys {
		chooses := key == "\t" || key == " " && len(d.Options) > 0
		if !chooses && (len(key) < 3 || key[0] != '\x1b') {
			return false
		}
	}
	return true
}

// shows reports whether a key has left something at the options: a cursor that has moved, or a tick.
func (d *Dialog) shows(now *Dialog, before, screen *vt.Snapshot) bool {
	chosen := func(a, b Option) bool { return a.Selected == b.Selected }
	return !slices.EqualFunc(d.Options, now.Options, chosen) || d.signs(before) != d.signs(screen)
}

// signs is what stands beside the labels of the options.
func (d *Dialog) signs(screen *vt.Snapshot) string {
	signs := ""
	for _, option := range d.Options {
		if y := lastRow(screen, Letters(option.Label)); y >= 0 {
			signs += strings.Map(sign, screen.Line(y).Text()) + "\n"
		}
	}
	return signs
}

// sign drops what is no sign.
func sign(r rune) rune {
	if unicode.IsSpace(r) || Letters(string(r)) != "" {
		return -1
	}
	return r
}

// lastRow is the last row of a screen with those letters, -1 for none.
func lastRow(screen *vt.Snapshot, letters string) int {
	for y := screen.Rows - 1; y >= 0 && letters != ""; y-- {
		if strings.Contains(Letters(screen.Line(y).Text()), letters) {
			return y
		}
	}
	return -1
}

// echoes reports whether the last words on a screen are those of the question, and what was typed,
// behind it or in a line of its own.
func (d *Dialog) echoes(bottom, typed string) bool {
	typed = Letters(typed)
	for _, line := range slices.Backward(strings.Split(bottom, "\n")) {
		if wordless.MatchString(line) {
			continue
		}
		words := strings.TrimSuffix(Letters(line), typed)
		if words == "" {
			typed = ""
			continue
		}
		return len(d.Options) == 0 && strings.HasSuffix(Letters(d.Text), words)
	}
	return false
}

// keeps reports whether the row in which the words of a question end is still the last with those, and
// nothing was written there or what was typed, behind it or in the row below, where the cursor still is.
func (d *Dialog) keeps(before, now *vt.Snapshot, typed string) bool {
	y := d.row(before)
	if y < 0 {
		return false
	}
	was := before.Line(y)
	words := Letters(was.Text())
	at := lastRow(now, words)
	if at < 0 || !now.Line(at).Mark().Same(was.Mark()) {
		return false
	}
	is := now.Line(at)
	typed, echoed := Letters(typed), strings.TrimPrefix(Letters(is.Text()), words)
	below := typed != "" && echoed == "" && at+1 < now.Rows && Letters(now.Line(at+1).Text()) == typed
	switch {
	case below:
		at++
	case is.Mark() != was.Mark() && (typed == "" || echoed != typed):
		return false
	}
	// Whoever reads behind a question is done with it where the cursor has gone to a row below.
	return typed == "" || len(d.Options) > 0 || !reads(before, y) || now.Cursor.Y <= at
}

// reads reports whether the cursor stands in a row, and behind all that is written there.
func reads(screen *vt.Snapshot, y int) bool {
	cursor, line := screen.Cursor, screen.Line(y)
	if cursor.Y != y || !screen.Modes.Has(vt.CursorVisible) {
		return false
	}
	return cursor.Pending || strings.TrimRight(until(line, cursor.X), " ") == strings.TrimRight(line.Text(), " ")
}

// row is that of a screen in which the words of a question end, -1 for none.
func (d *Dialog) row(screen *vt.Snapshot) int {
	lines := strings.Split(d.Text, "\n")
	end := Letters(lines[len(lines)-1])
	if end == "" && len(d.Options) > 0 {
		end = Letters(d.Options[0].Label)
	}
	if y := lastRow(screen, end); y >= 0 {
		return y
	}
	for y := screen.Rows - 1; y >= 0; y-- { // it goes on in more than one
		if words := Letters(screen.Line(y).Text()); words != "" && strings.HasSuffix(end, words) {
			return y
		}
	}
	return -1
}
