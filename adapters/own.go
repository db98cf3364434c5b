package adapters

import "strings"

var (
	// before is a line of something that was asked and answered: the one that
	// the cursor of a list was left on, or an answer in its own line.
	before = lazy(`(?i)^ *[❯›»▶►▸➤→>] *\d{1,2}[.)] +\S|[\[(](?:y|yes)/(?:n|no)(?:/\w+)*[\])][:?]? *\w+$`)
	// preamble ends a part of what an agent was told, where it shows that.
	preamble = lazy(`^ *═{16}`)
	typedOff = lazy(`(?i)^ *(?:\d{1,2}|y|n|yes|no)$`)
	// pointing are words of a question that means what stands above it.
	pointing = lazy(`(?i)\b(?:this|that|these|those|it|them|following|above|proceed|continue|go (?:on|ahead)|the (?:command|tool|file|changes?|edit))\b|^\W*\w+\W*$`)
)

// own returns the part of the text of a question in lines from to upto that is
// about it, empty for all of it: a terminal that scrolls shows above it what was
// asked before, and what was told.
func (b bottom) own(from, upto int) string {
	start := -1
	for i := max(0, from-1); i < upto; i++ {
		if before.MatchString(b.lines[i]) || preamble.MatchString(b.lines[i]) {
			start = i + 1
		}
	}
	for ; start > 0 && start < upto; start++ {
		line := b.lines[start]
		if numberOf(line) == "" && !wordless.MatchString(line) && !keyLine(line) && !typedOff.MatchString(line) {
			break
		}
	}
	sentence := upto
	for sentence > from && wordless.MatchString(b.lines[sentence-1]) {
		sentence--
	}
	sentence--
	if start < 0 || sentence < start || b.typed >= start && b.typed < upto {
		return "" // what is typed may be a secret
	}
	for sentence > start && b.wraps(sentence) {
		sentence--
	}
	if pointing.MatchString(strings.Join(b.lines[sentence:upto], " ")) {
		sentence = b.context(start, sentence)
	}
	return strings.Join(entryless(b.unwrapped(sentence, upto), -1), "\n")
}

// context returns the first line of the paragraph that a sentence ends, and of
// the one before it where the sentence stands alone.
func (b bottom) context(start, sentence int) int {
	first := b.paragraph(start, sentence)
	if first == sentence && first > start {
		first = b.paragraph(start, first-1)
	}
	return first
}

// paragraph returns the first line of the one that a line stands in.
func (b bottom) paragraph(start, at int) int {
	for at > start && b.at[at-1] == b.at[at]-1 {
		at--
	}
	return at
}
