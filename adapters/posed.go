package adapters

import "strings"

// What asks beside a composer that stays in sight, and what is only the end of what an
// agent says: a question in words (“Shall I go on?”) is prose, which the next input
// answers; one that offers its keys is not. Those are answers by letters or words
// (`[y/n]`, `(yes/no)`), answers behind their keys, a list with a cursor, a key to press
// or a word to type, the name of an entry and its colon, and an order with a question
// mark and nobody who asks (“Allow rm?”), on a line of its own.
var (
	// pressed names a key or a word, and what it does.
	pressed = lazy(`(?i)^\W*(?:please )?(?:press|hit) (?:[\[<('"]?(?:enter|return|space(?:bar)?|any key|\p{L}|\d)[\])>'"]?|\p{L} (?:or|/) \p{L}) (?:key )?(?:(?:again )?to|for) (?:continue|proceed|confirm|accept|approve|allow|agree|yes|no|deny|reject|decline|abort|skip|retry|overwrite|run|execute|apply)\b|^\W*(?:please )?type ['"[(<]?[\w-]+['"\])>]? (?:to|and press)\b[^.?!]*[:.>]? *$`)
	// named is an entry for a secret or for one of several.
	named = lazy(`(?i)^(?:[^\n.]*\b(?:pass ?(?:word|phrase|code)|otp|pin|verification code)\b[^\n:>.]{0,60}|[^\n.]*\b(?:enter|paste|type) [^\n>:.]*\b(?:code|token|key|password)\b[^\n>:.]{0,30}|[^\n]*\b(?:select|choose|pick|enter|type|option)\b[^\n]*[\[(]\d+ ?(?:-|–|\.\.) ?\d+[\])][^\n:>?]{0,20}|[^\n.]*\b(?:your|enter|make an?) (?:\w+ )?(?:choice|selection|answer)\b[^\n:>?]{0,20})[:>?] *[*•]*$`)
	// ordered is a question in which nobody asks.
	ordered = lazy(`^ *(?:[?!⚠]\x{FE0E}?\x{FE0F}? *)?(?:Allow|ALLOW|Approve|Permit|Authori[sz]e|Grant|Trust|Overwrite|Replace|Delete|Remove|Continue|Proceed|Confirm|Accept|Run|Execute|Apply|Retry|Are you sure)\b(?:[^?.!]|\.\S)*\?$`)
	// open is the end of a question with letters that has no answer yet.
	open = lazy(`[\])?:>] *$`)
	// fence ends a block that is quoted.
	fence = lazy("^ *(?:```|~~~) *$")
	// sentenced is the end of a sentence: what stands above one was no last word.
	sentenced = lazy(`[\p{L}\p{N}"'”’)\]*_` + "`" + `][.!:;,]["'”’)\]*_]*$`)
	// pointer is the cursor of a list and nothing else; signs that begin items of prose,
	// or what people said, need numbers and a question, see posedList.
	pointer = lazy(`^ *(?:[❯›»▶►▸➤→]|[-=]>) *(?:\d{1,2}[.)] +)?\S`)
)

// posed is a question beside a composer that stays in sight, nil for none: the last
// words above its upper edge, or what stands below it.
func (b bottom) posed(p place) *Dialog {
	if !p.found() {
		return nil
	}
	if d := b.part(0, p.first).offering(b.seat(p).sign); d != nil {
		return d
	}
	below := b.part(p.end, len(b.lines))
	entry := func() *Dialog { return below.spoken(named) }
	list := func() *Dialog { return below.posedList("") }
	for _, form := range []func() *Dialog{below.lettered, below.answers, list, entry} {
		if d := form(); d != nil && d.Text != "" {
			return doubtful(d)
		}
	}
	return nil
}

// part is some of the lines.
func (b bottom) part(from, to int) bottom {
	typed := b.typed - from
	if typed >= to-from {
		typed = -1
	}
	return bottom{b.lines[from:to], b.rows[from:to], b.at[from:to], max(-1, typed), b.cols}
}

// offering finds what offers keys at the end of some lines. A few more may stand below
// it, about it or about the agent, but no sentence.
func (b bottom) offering(sign string) *Dialog {
	const below = 2
	for end, left := len(b.lines), below; end > 0; end-- {
		line := b.lines[end-1]
		if fence.MatchString(line) {
			return nil // it is quoted
		}
		if wordless.MatchString(line) {
			continue
		}
		part := b.part(0, end)
		for _, form := range []func() *Dialog{func() *Dialog { return part.spelt(left == below) }, part.answers, func() *Dialog { return part.posedList(sign) }, part.choice, part.instruction} {
			if d := form(); d != nil && d.Text != "" {
				return doubtful(d)
			}
		}
		if left--; left < 0 || sentenced.MatchString(line) || paragraph.MatchString(line) {
			return nil
		}
	}
	return nil
}

// spelt is lettered in the last line alone. Only where nothing else stands below it may
// something have been typed there that is no answer yet.
func (b bottom) spelt(last bool) *Dialog {
	line := b.lines[len(b.lines)-1]
	if !spelled.MatchString(line) || strings.HasSuffix(line, "`") || !last && !open.MatchString(line) {
		return nil
	}
	return b.with(b.lettered())
}

// with is a question in the last line and what stands right above that, which is what it is about.
func (b bottom) with(d *Dialog) *Dialog {
	const about = 3
	last := len(b.lines) - 1
	if d == nil || last == 0 {
		return d
	}
	first := max(b.paragraph(b.heading(last), last), last-about)
	lines := entryless(b.unwrapped(first, last), -1)
	if n := len(lines); n > 0 && !strings.HasPrefix(d.Text, lines[n-1]) {
		d.Text = strings.Join(append(lines, d.Text), "\n")
		d.seal()
	}
	return d
}

// doubtful is a question that nobody but a person answers.
func doubtful(d *Dialog) *Dialog {
	if d != nil {
		d.loose, d.letter = true, ""
	}
	return d
}

// answers finds answers behind their keys in the last line; without anything above, they
// have to be yes and no.
func (b bottom) answers() *Dialog {
	if len(b.lines) == 0 {
		return nil
	}
	line := b.lines[len(b.lines)-1]
	options := pairOptions(line)
	if options == nil {
		return nil
	}
	if d := b.paired(); d != nil && d.Text != "" || !offers(options, "y") || !offers(options, "n") {
		return d
	}
	d := &Dialog{Text: strings.TrimSpace(line), Options: options}
	d.Kind = kindOf(d, d.Text)
	d.seal()
	return d
}

// instruction finds a key to press, an entry, or an order with a question mark in the last line.
func (b bottom) instruction() *Dialog {
	last := len(b.lines) - 1
	if d := b.spoken(pressed, named); d != nil {
		return b.with(d)
	}
	if last > 0 && b.wraps(last) {
		return nil // the rest of a sentence
	}
	return b.with(b.spoken(ordered))
}

// spoken is the last line as a question where it has one of these forms.
func (b bottom) spoken(forms ...*pattern) *Dialog {
	if len(b.lines) == 0 {
		return nil
	}
	line := b.lines[len(b.lines)-1]
	for _, form := range forms {
		if !form.MatchString(line) {
			continue
		}
		d := &Dialog{Text: strings.TrimSpace(unfilled(line))}
		if d.Kind = kindOf(d, d.Text); d.Kind == Question {
			d.Kind = Unspecified
			if secret.MatchString(line) || code.MatchString(line) {
				d.Kind = Auth
			}
		}
		d.seal()
		return d
	}
	return nil
}

// posedList finds a list with a cursor that ends some lines, but for a line of keys. What
// begins with the sign of the composer, or with that of a quotation, may be what somebody
// has said, and is none unless a question stands right above it.
func (b bottom) posedList(sign string) *Dialog {
	end := len(b.lines)
	for end > 0 && (wordless.MatchString(b.lines[end-1]) || keyLine(b.lines[end-1])) {
		end--
	}
	for at := end - 1; at >= max(1, end-region); at-- {
		line := b.lines[at]
		if !pointer.MatchString(line) && !(told.MatchString(line) && numberOf(line) != "") {
			continue
		}
		d := b.question(dialogRule{}, []int{at, end - 1})
		if d == nil || !b.part(0, end).closes(d) {
			continue
		}
		first := at
		for first > 0 && indent(b.lines[first-1]) >= indent(b.lines[at]) && !wordless.MatchString(b.lines[first-1]) && !queried.MatchString(b.lines[first-1]) {
			first--
		}
		if said := sign != "" && strings.HasPrefix(strings.TrimSpace(line), sign) || told.MatchString(line); said && !b.asked(first, edge/2) {
			continue
		}
		return d
	}
	return nil
}
