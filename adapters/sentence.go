package adapters

import "strings"

// asks returns the line above a sentence in which the question begins, -1 for
// none: one that stands apart says more than one in prose, and one at the margin
// more than one that is quoted.
func (b bottom) asks(start, sentence int) int {
	ask := -1
	for i := start; i < sentence; i++ {
		if !queried.MatchString(b.lines[i]) {
			continue
		}
		first := i
		for first > start && b.wraps(first) {
			first--
		}
		switch apart := b.apart(first); {
		case ask < 0, apart && !b.apart(ask):
			ask = first
		case apart == b.apart(ask) && indent(b.lines[first]) <= indent(b.lines[ask]):
			ask = first
		}
	}
	return ask
}

// apart reports whether the sentence that begins in a line is a paragraph.
func (b bottom) apart(at int) bool {
	end := at + 1
	for end < len(b.lines) && b.wraps(end) {
		end++
	}
	begins := at == 0 || b.at[at-1] != b.at[at]-1 || boundary.MatchString(b.rows[at-1].Text())
	return begins && (end == len(b.lines) || b.at[end] != b.at[end-1]+1)
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

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
