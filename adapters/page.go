package adapters

import (
	"slices"
	"strings"
	"time"
)

// keyHelp is the line that says which keys answer.
var keyHelp = lazy(`(?i)\b(?:enter|return)\b(?:[\])>]|:| key)? (?:to )?(?:confirm|select|submit|continue|accept|choose|approve|proceed|toggle|set)\b|\b(?:enter|return) to (?:open|view|save|add|edit|change|apply|resume|start|copy|install|update|use|pick|close|exit|quit|go|switch|retry|sign in|log in|finish|dismiss|agree)\b|(?:^|[^(\w])esc[\]>:]? (?:to )?(?:cancel|go back|back|exit|reject|dismiss|deny|close|quit|skip|leave|abort|decline|discard|save|apply)\b[^)]*$|\bspace(?:bar)? (?:to )?(?:toggle|select|change|check)\b|[↑↓][^ ]* (?:to )?(?:navigate|select|choose|move)\b|\b(?:press|hit) (?:q|any key) to \w`)

var (
	rule   = lazy(`^ *[─━▔▁═]{16}`)
	closed = lazy(`^ *[╰└╚]`)
	hints  = lazy(` +[·•|] +| {2,}|, `)
	hint   = lazy(`(?i)^[\s(]*(?:press |use |hit )?[\[<]?(?:(?:(?:ctrl|alt|shift|cmd|meta|option) ?[+-] ?\S+|\^\S|enter|return|esc(?:ape)?|space(?:bar)?|tab|arrows?|any (?:other )?key|[←→↑↓↵⏎⇆]+)(?:/[^\s\]>:]+)?(?:[\]>:]| keys?)? (?:to )?|[^\s(](?:/\S)? to |(?-i:\p{Ll}) )\p{L}[^.?]*$`)
	// pager is how a text that is shown page by page is left. No answer is given by it.
	pager = lazy(`(?i)^ *q (?:to )?(?:close|quit|exit)$`)
)

// keyLine reports whether a line does nothing but say which keys do what, one
// that leaves among them. Prose about keys has other words, too.
func keyLine(line string) bool {
	if pager.MatchString(line) {
		return true
	}
	if !keyHelp.MatchString(line) {
		return false
	}
	for _, part := range hints.Split(strings.TrimSpace(line), -1) {
		if !hint.MatchString(part) {
			return false
		}
	}
	return true
}

// keyed reports whether the last of several lines says which keys do what: a
// box of that sort may have the shape of a composer.
func keyed(text string) bool {
	lines := slices.DeleteFunc(strings.Split(text, "\n"), wordless.MatchString)
	return len(lines) > 1 && keyLine(lines[len(lines)-1])
}

// page finds the keys of something that takes the screen, such as settings or
// a help text, and returns what it is about. Where the composer of an agent
// has given way to it, whatever the agent says of itself, keys go to the page.
func (b bottom) page() (excerpt string, kind Kind, ok bool) {
	for i := len(b.lines) - 1; i >= b.footer(); i-- {
		broken := i > 0 && b.wraps(i) && keyLine(b.lines[i-1]+" "+strings.TrimSpace(b.lines[i]))
		if !broken && !keyLine(b.lines[i]) {
			continue
		}
		excerpt, kind = b.about(i)
		return excerpt, kind, true
	}
	return "", "", false
}

// about is what a page with its keys in a line is about, and its kind. Boxes right
// above the keys may be answers, and may as well be entries: they tell the kind,
// and what stands above them the rest.
func (b bottom) about(keys int) (excerpt string, kind Kind) {
	const heading = 2
	text := b.above(keys)
	words := ""
	if len(text) == 0 {
		first := keys
		for first > 0 && (frame.MatchString(b.rows[first-1].Text()) || drawn.MatchString(strings.TrimSpace(b.rows[first-1].Text()))) {
			first--
			words += " " + b.lines[first]
		}
		for at := first - 1; first < keys && at >= 0 && len(text) < heading && !wordless.MatchString(b.lines[at]); at-- {
			text = append([]string{strings.TrimSpace(b.lines[at])}, text...)
		}
	}
	excerpt = brief(strings.Join(append(text, b.lines[keys]), " "), excerptLength)
	return excerpt, pageKind(excerpt + " " + words)
}

// pageKind is the kind of a page by what it is about.
func pageKind(excerpt string) Kind {
	if speaksOf(Auth, excerpt) {
		return Auth
	}
	return Unspecified
}

// above returns what a page says over its keys. What stands in a box of its own
// there may be an entry, and what is typed into it a secret.
func (b bottom) above(keys int) []string {
	depth := b.nested(keys)
	first := keys
	for first > 0 {
		row := b.rows[first-1].Text()
		if rule.MatchString(row) || depth > 0 && boundary.MatchString(row) || depth == 0 && paragraph.MatchString(b.lines[first-1]) {
			break
		}
		first--
	}
	var text []string
	typed := -1
	for i := first; i < keys; i++ {
		if !wordless.MatchString(b.lines[i]) && b.nested(i) <= depth {
			if i == b.typed {
				typed = len(text)
			}
			text = append(text, b.lines[i])
		}
	}
	return entryless(text, typed)
}

// nested counts the frames around a line.
func (b bottom) nested(at int) int {
	text, n := b.rows[at].Text(), 0
	for m := frame.FindStringSubmatch(text); m != nil && n < 3; m = frame.FindStringSubmatch(text) {
		text = m[1]
		n++
	}
	return n
}

// page is what has taken the place of a composer. Of an agent that has shown
// neither a composer nor work, a list without any keys below it does, too: that
// is how some ask at their first start.
func (w *Watcher) page(b bottom, at time.Time) Claim {
	before := w.evidence.Page
	excerpt, kind, ok := b.page()
	if question := w.evidence.Waiting.Question; ok && question != nil && (question.Kind != Question || question.lit || len(question.Options) == 0) {
		excerpt, kind = question.Excerpt(), question.Kind
	}
	if ok || w.canary.composer || w.evidence.Worked.Condition != "" {
		return mark(before, Blocked, kind, excerpt, ok, at)
	}
	found := w.evidence.Waiting
	if list := b.opening(); list != nil && found.Condition == "" {
		found = Claim{Condition: Blocked, Kind: list.Kind, Excerpt: list.Excerpt(), Question: list}
	}
	claim := mark(before, Blocked, found.Kind, found.Excerpt, found.Condition != "", at)
	claim.Question = found.Question
	return claim
}
