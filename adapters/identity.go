package adapters

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	timer = lazy(`\b\d+(?::\d\d)+\b|\b\d+(?:\.\d+)?(?:s|m|ms)\b`)
	// counting are the words of a line that tells how long something takes, or
	// how often it is tried. A command is no such line, whatever its words.
	counting = lazy(`(?i)^[^$#]*(?:\b(?:seconds?|secs?|minutes?|mins?|hours?|attempts?|tries|retr(?:y|ies|ying)|tokens?|elapsed|remaining|left|wait(?:ing|ed)?|expires?|ago|auto-\p{L}+)\b|\bin \d+ ?\p{L}?\W*$|\d (?:s|ms|m|h)\b)`)
	counter  = lazy(`^\W*\d[\d.,:]*(?:/\d+)?(?:%|k|s|m|ms|h)?\W*$`)
	percent  = lazy(`^\W*\d[\d.,]*%\W*$`)
)

// steady is a line without the numbers in it that go on while it stands there.
func steady(line string) string {
	line = timer.ReplaceAllString(line, "")
	counts := counting.MatchString(line)
	var words []string
	for _, word := range strings.Fields(line) {
		if !percent.MatchString(word) && !(counts && counter.MatchString(word)) {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// seal sets the fingerprint. Only letters, digits and what commands are made
// of count, so that frames, line breaks, spinners and counters do not.
func (d *Dialog) seal() {
	h := sha256.New()
	write := func(s string) {
		for line := range strings.SplitSeq(s, "\n") {
			for _, r := range steady(line) {
				if !unicode.IsSpace(r) && (r < unicode.MaxASCII || unicode.IsLetter(r)) {
					h.Write([]byte(string(r)))
				}
			}
		}
		h.Write([]byte{0})
	}
	write(string(d.Kind))
	write(d.Text)
	for _, option := range d.Options {
		write(option.Key + option.Label)
	}
	d.Fingerprint = hex.EncodeToString(h.Sum(nil))[:16]
}

// elision is a line that says how many others a window has no room for.
var elision = lazy(`^\W*\d+ (?:more )?lines?\b`)

// reads reports whether one of two questions is the other or, in a smaller
// window, that of it for which there is room: some of the answers, and of the
// words the end, or what stands around a line that says so.
func (d *Dialog) reads(other *Dialog) bool {
	return d.Kind == other.Kind && (d.lists(other) || other.lists(d)) && (d.cuts(other.Text) || other.cuts(d.Text))
}

// covers reports whether a reading of a question, nil for none, has all of it. Where there may not have been room for
// all, only its words tell.
func (d *Dialog) covers(known *Dialog) bool {
	if d == nil || d.Kind != known.Kind {
		return false
	}
	whole := d.elided() < 0 && known.elided() < 0
	return whole && d.Fingerprint == known.Fingerprint ||
		slices.Equal(d.letters(), known.letters()) &&
			(strings.HasSuffix(Letters(Untimed(d.Text)), Letters(Untimed(known.Text))) || strings.HasSuffix(d.words(), known.words()))
}

// words are the letters of the text, without those numbers that go on while it stands there.
func (d *Dialog) words() string {
	var words strings.Builder
	for line := range strings.SplitSeq(Untimed(d.Text), "\n") {
		words.WriteString(Letters(steady(line)))
	}
	return words.String()
}

// lists reports whether the answers of a question are some of another's, without a gap. A narrow window
// breaks them anywhere, and may have no room for the end of the last one.
func (d *Dialog) lists(whole *Dialog) bool {
	some, all := d.letters(), whole.letters()
	if len(some) < 2 {
		return slices.Equal(some, all)
	}
	at, last := slices.Index(all, some[0]), len(some)-1
	return at >= 0 && len(all) > at+last && slices.Equal(all[at:at+last], some[:last]) &&
		some[last] != "" && strings.HasPrefix(all[at+last], some[last])
}

// letters are those of the answers.
func (d *Dialog) letters() []string {
	list := labels(d)
	for i, label := range list {
		list[i] = Letters(label)
	}
	return list
}

// cuts reports whether the text of a question is another one, cut.
func (d *Dialog) cuts(long string) bool {
	if short := Letters(d.Text); short != "" && strings.HasSuffix(Letters(long), short) {
		return true
	}
	_, ok := d.restored(long)
	return ok
}

// restored is that of a text in whose place a question says how many lines there was no room for, ok false where it does
// not. A higher window may show lines above that which are no part of it.
func (d *Dialog) restored(long string) (text string, ok bool) {
	at := d.elided()
	if at < 1 {
		return "", false
	}
	lines := strings.Split(d.Text, "\n")
	head, tail := Letters(strings.Join(lines[:at], "")), Letters(strings.Join(lines[at+1:], ""))
	for text, ok = long, true; ok; _, text, ok = strings.Cut(text, "\n") {
		if rest, begins := strings.CutPrefix(Letters(text), head); begins && strings.HasSuffix(rest, tail) {
			return text, true
		}
	}
	return "", false
}

// elided is the line of the text that says how many others there was no room for, -1 for none.
func (d *Dialog) elided() int {
	return slices.IndexFunc(strings.Split(d.Text, "\n"), elision.MatchString)
}

// Letters is a text without what frames and line breaks change: its letters and numbers.
func Letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, text)
}

// keystrokes is how many characters a line may have got between two sightings
// of a question into which somebody types.
const keystrokes = 3

// edited reports whether after is the question before, with something typed
// into it: one label that has or had the cursor is another, or one line of the
// text, but not its heading, has grown or shrunk at its end, or is a word that
// stands where nothing did. Without the word
// that anybody typed, only a label with the cursor that grew so counts.
func edited(before, after *Dialog, typed bool) bool {
	if len(before.Options) != len(after.Options) {
		return false
	}
	labels := 0
	for i, option := range after.Options {
		was := before.Options[i]
		if option.Label == was.Label {
			continue
		}
		if !option.Selected && !was.Selected {
			return false
		}
		if labels++; !typed && !grew(was.Label, option.Label) {
			return false
		}
	}
	if labels > 0 {
		return labels == 1 && before.Text == after.Text
	}
	if !typed {
		return false
	}
	was, is := strings.Split(before.Text, "\n"), strings.Split(after.Text, "\n")
	if was[0] != is[0] {
		return false
	}
	for len(was) > 0 && len(is) > 0 && was[0] == is[0] {
		was, is = was[1:], is[1:]
	}
	for len(was) > 0 && len(is) > 0 && was[len(was)-1] == is[len(is)-1] {
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	if len(was) > 1 || len(is) > 1 {
		return false
	}
	empty, filled := strings.Join(was, ""), strings.Join(is, "")
	return grew(empty, filled) || (empty == "" || filled == "") && word.MatchString(empty+filled)
}

// grew reports whether a few characters have come to or gone from the end.
func grew(was, is string) bool {
	if len(was) > len(is) {
		was, is = is, was
	}
	rest, ok := strings.CutPrefix(is, was)
	return ok && utf8.RuneCountInString(rest) <= keystrokes
}

// again is the question d as it is seen now: what it says stays as it was
// known, unless there is room for more of it now, and where the cursor stands is
// new.
func (d *Dialog) again(seen *Dialog) *Dialog {
	same := *d
	if len(seen.Options) > len(d.Options) {
		same = *seen
		same.Fingerprint = d.Fingerprint
		return &same
	}
	if text, ok := d.restored(seen.Text); ok && seen.Fingerprint != d.Fingerprint {
		same.Text, same.own = text, ""
	}
	same.Options = append([]Option(nil), d.Options...)
	for i := range same.Options {
		o := &same.Options[i]
		if len(seen.Options) == len(d.Options) {
			o.Selected = seen.Options[i].Selected
			continue
		}
		o.Selected = slices.ContainsFunc(seen.Options, func(s Option) bool { return s.Selected && Letters(s.Label) == Letters(o.Label) })
	}
	same.buried, same.doubtful = seen.buried, seen.doubtful
	return &same
}
