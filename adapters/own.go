package adapters

import (
	"strings"
	"unicode/utf8"
)

var (
	// before is a line of something that was asked and answered: the one that
	// the cursor of a list was left on, or an answer in its own line.
	before = lazy(`(?i)^ *[❯›»▶►▸➤→>] *\d{1,2}[.)] +\S|[\[(](?:y|yes)/(?:n|no)(?:/\w+)*[\])][:?]? *\w+$`)
	// preamble ends a part of what an agent was told, where it shows that.
	preamble = lazy(`^ *═{16}`)
	// told is how what somebody has said begins.
	told     = lazy(`^ ?[>❯›»] +\S`)
	typedOff = lazy(`(?i)^ *(?:\d{1,2}|y|n|yes|no)$`)
	// queried is the end of a question.
	queried = lazy(`[\p{L}\p{N}"'”’)\]]\?(?:[\s"'”’)\]]|$)`)
	// pointing are words of a question that means what stands above it.
	pointing = lazy(`(?i)\b(?:this|that|these|those|it|them|following|above|proceed|continue|go (?:on|ahead)|the (?:command|tool|file|changes?|edit))\b|^\W*\w+\W*$`)
)

// own returns the part of the text of a question in lines from to upto that is
// about it, empty for all of it: a terminal that scrolls shows above it what was
// asked before, what was told, and what the agent has said. leads says that the
// question comes first there, and what it is about follows.
func (b bottom) own(from, upto int) (text string, leads bool) {
	start, framed := b.since(from, upto)
	sentence := upto
	for sentence > from && wordless.MatchString(b.lines[sentence-1]) {
		sentence--
	}
	sentence--
	if sentence < from {
		return b.itemized(from, upto)
	}
	if sentence < start || b.typed >= start && b.typed < upto {
		return "", false // what is typed may be a secret
	}
	for sentence > start && b.wraps(sentence) {
		sentence--
	}
	ends := queried.MatchString(strings.Join(b.lines[sentence:upto], " "))
	ask := b.asks(start, sentence)
	leads = ask >= 0 && !ends
	switch {
	case framed && !leads:
		return "", false
	case framed:
		if heading := strings.Join(b.lines[start:ask], " "); len(heading) <= excerptLength/3 {
			ask = start
		}
		sentence = ask
	case leads, ask >= 0 && b.apart(ask) && indent(b.lines[ask]) < indent(b.lines[sentence]):
		sentence = b.paragraph(start, ask)
	case !ends || pointing.MatchString(strings.Join(b.lines[sentence:upto], " ")):
		sentence = b.context(start, sentence)
	}
	return strings.Join(entryless(b.unwrapped(sentence, upto), -1), "\n"), leads
}

// itemized is own where a list with signs of its own stands right above the
// answers, which is as a rule where the conversation ends: what asks about it
// stands alone above it.
func (b bottom) itemized(from, upto int) (text string, leads bool) {
	for i := from - 1; i >= 0 && !boundary.MatchString(b.rows[i].Text()) && !told.MatchString(b.lines[i]); i-- {
		if queried.MatchString(b.lines[i]) && b.apart(i) && !paragraph.MatchString(b.lines[i]) && (b.typed < i || b.typed >= upto) {
			return strings.Join(entryless(b.unwrapped(i, upto), -1), "\n"), true
		}
	}
	return "", false
}

// since returns the first line of a question, as far as it can be told from what
// was asked and told before; framed says that a frame or a rule tells it.
func (b bottom) since(from, upto int) (start int, framed bool) {
	start = -1
	for i := max(0, from-1); i < upto; i++ {
		if before.MatchString(b.lines[i]) || preamble.MatchString(b.lines[i]) {
			start = i + 1
		}
	}
	if start < 0 && from > 0 && boundary.MatchString(b.rows[from-1].Text()) {
		return from, true
	}
	for i := max(0, from-1); i < upto; i++ {
		if told.MatchString(b.lines[i]) {
			start = max(start, b.behind(i, upto))
		}
	}
	for ; start > 0 && start < upto; start++ {
		line := b.lines[start]
		if numberOf(line) == "" && !wordless.MatchString(line) && !keyLine(line) && !typedOff.MatchString(line) {
			break
		}
	}
	return max(start, from), false
}

// behind returns the first line after what an agent was told, which begins in a
// line and goes on in the column of its text.
func (b bottom) behind(at, upto int) int {
	column := utf8.RuneCountInString(told.get().FindString(b.lines[at])) - 1
	for i := at + 1; i < upto; i++ {
		if b.at[i] != b.at[i-1]+1 || indent(b.lines[i]) < column {
			return i
		}
	}
	return at + 1
}
