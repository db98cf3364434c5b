package adapters

import (
	"strings"
	"unicode"
)

// toil is what has said in this turn that the agent works. What never moved, and came
// as that went, may be the end of an answer.
type toil struct {
	// key is the busy mark that was seen last, and last the sign, without what moves in
	// them, empty for none; let says that the mark has gone.
	key, last string
	let       bool
	// gone says that there has been one of them, and is none.
	gone bool
	// passed is what was taken for the end of an answer.
	passed string
}

// answered begins after something was typed.
func (t *toil) answered() { t.key, t.last, t.let, t.gone = "", "", false, false }

// weight is how much a line that should move says of work while it stands.
type weight int

const (
	nothing weight = iota
	// weak is also how an answer ends: it counts where nothing else has told of work.
	weak
	// keyless is a sign that only ever turns: an agent that has shown a key which stops it
	// shows that as long as it works.
	keyless
	// firm is what is being done.
	firm
)

// believes reports whether a line that should move, and stands as the last above the
// composer, is a sign of work.
func (t *toil) believes(line string, w weight) bool {
	words := unmoving(line)
	other := t.let || t.last != "" && t.last != words
	if words == t.passed || w == weak && other || w == keyless && t.let {
		t.passed = words
		return false
	}
	if w > weak {
		t.last, t.passed = words, ""
	}
	return true
}

// marked takes the line of a busy mark, and whether there is one. It reports whether that
// stands for work: a message that only speaks of a key does not where another mark went as it
// came.
func (t *toil) marked(line string, there bool) bool {
	words := unmoving(line)
	if there && (words == t.passed || t.key != "" && t.key != words) && speaks(line) {
		t.passed, there = words, false
	}
	if there {
		t.key, t.passed = words, ""
	}
	t.let = t.key != "" && !there
	return there
}

// unmoving is what does not move in a line.
func unmoving(line string) string { return Letters(Unticked(line)) }

// speaks reports whether a line is a message, and not what is being done, with a time or without.
func speaks(line string) bool {
	lead, word := begins(line)
	return strings.ContainsAny(lead, listed) && !doing(word) && !trailing.MatchString(line) && !strings.ContainsFunc(line, unicode.IsNumber)
}

// weigh is how much a line says of work while it stands. Few words that go on are a sign only
// of an agent that nobody has described.
func weigh(line string, undescribed bool) weight {
	lead, word := begins(line)
	if turning.MatchString(line) {
		if doing(word) && (dotted.MatchString(line) || trailing.MatchString(line)) {
			return firm
		}
		return keyless
	}
	if !undescribed || !ongoing.MatchString(line) || ticks.MatchString(lead) {
		return nothing
	}
	item, numbers := strings.ContainsAny(lead, listed), strings.HasSuffix(line, ")")
	switch goes := trailing.MatchString(line); {
	case !goes && !doing(word), item && !doing(word) && !numbers:
		return nothing
	case item || !doing(word) && !numbers:
		return weak
	}
	return firm
}

// begins splits off what stands ahead of the first word, and returns that word.
func begins(line string) (lead, word string) {
	m := opening.FindStringSubmatch(line)
	if m == nil {
		return line, ""
	}
	return m[1], m[2]
}

// doing reports whether a word says what is being done.
func doing(word string) bool {
	word = strings.ToLower(word)
	return strings.HasSuffix(word, "ing") && !strings.HasSuffix(word, "thing")
}

// listed are signs of messages and of items of a list.
const listed = "●•⏺○◦▪■▲◆‣✦–—-+"

var (
	// turning is a line that begins with a sign that nothing else is used for.
	turning = lazy(`^ *(?:[⠁-⣿]|[⏳⌛⏱⏲🕐-🕧]\x{FE0F}?) +[^\s⠀-⣿][^⠀-⣿]*\p{L}[^⠀-⣿]*$`)
	// ongoing is a few words and an ellipsis, with or without numbers in brackets, or
	// such words and the time that it has taken.
	ongoing = lazy(`^[^\p{L}\p{N}]*\p{L}[\p{L}-]*(?: [\p{L}-]+){0,2}(?:(?:…|\.{3})(?: \(\d[^()]*\))?| \((?:\d+h ?)?(?:\d+m ?)?\d+(?:\.\d+)?s\b[^()]*\))$`)
	// trailing is an ellipsis behind words.
	trailing = lazy(`\p{L}(?:…|\.{3})`)
	// dotted is a sign that stands ahead of no text, as a picture of a clock does.
	dotted  = lazy(`^ *[⠁-⣿]`)
	opening = lazy(`^([^\p{L}\p{N}]*)([\p{L}-]+)`)
	// ticks are signs of what is done.
	ticks = lazy(`[✓✔☑✅✗✘✕✖☒❌]|\[[^\p{L}\p{N}]\]`)
)
