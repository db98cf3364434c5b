package adapters

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// given is a text that was handed to the agent: its letters, of a long one the last, how often it was,
// and those of the conversation when it last was. lines says that it has more than one.
type given struct {
	letters, above string
	times          int
	lines          bool
}

const (
	// remembered is how many texts are kept, and lettersKept how much of each: more than a screen holds.
	remembered, lettersKept = 8, 1 << 14
	// torn is how many letters of a text at the head of a screen tell it, whose beginning has left.
	torn = 24
)

// Given notes that rooda hands a text to the agent, or has: where the agent shows it in the conversation,
// it asks nothing, whatever it looks like. Of the texts only the last few count.
func (w *Watcher) Given(text string) {
	letters := Letters(text)
	if letters == "" {
		return
	}
	g := given{lines: strings.Contains(strings.TrimSpace(text), "\n"), times: 1, above: Letters(w.above)}
	if cut := len(letters) - lettersKept; cut > 0 {
		for !utf8.RuneStart(letters[cut]) {
			cut++
		}
		letters = letters[cut:]
	}
	g.letters = letters
	if at := slices.IndexFunc(w.given, func(g given) bool { return g.letters == letters }); at >= 0 {
		g.times += w.given[at].times
		w.given = slices.Delete(w.given, at, at+1)
	}
	w.given = append(w.given, g)
	w.given = w.given[max(0, len(w.given)-remembered):]
}

// echoed finds the lowest echo of a text that was given, nil for none. An option of a list that has the
// words of one is no echo, nor is what stands there more often than it was given.
func (b bottom) echoed(texts []given) (from, to int, of *given) {
	for i := range texts {
		var found [][2]int
		for end := len(b.lines); end > 0; end-- {
			if first := b.echo(&texts[i], end); first >= 0 {
				found, end = append(found, [2]int{first, end}), first+1
			}
		}
		found = found[max(0, len(found)-texts[i].times):]
		if len(found) > 0 && found[0][1] > to {
			from, to, of = found[0][0], found[0][1], &texts[i]
		}
	}
	return from, to, of
}

// stamp is what an agent writes at the right edge of a text: when it was, or how much it is.
var stamp = lazy(` {3,}(?:\S+ ){0,3}\S*\d\S*(?: \S+){0,2}[^\p{L}\p{N}]*$`)

// echo is the first line of an echo that ends before a line, -1 for none.
func (b bottom) echo(g *given, end int) int {
	rest := g.letters
	for i := end - 1; i >= 0; i-- {
		line := Letters(b.lines[i])
		if !strings.HasSuffix(rest, line) {
			line = Letters(stamp.ReplaceAllString(b.lines[i], ""))
		}
		if line == "" && i == end-1 || !strings.HasSuffix(rest, line) {
			return -1
		}
		switch rest = strings.TrimSuffix(rest, line); {
		case rest == "" && b.optional(g, i, end):
			return -1
		case rest == "":
			return i
		}
	}
	if len(g.letters)-len(rest) < torn {
		return -1
	}
	return 0
}

// optional reports whether what has the words of a text is one of several answers: another stands in the
// column of its label, or the keys of a list right below it. What goes on there with what is done, or
// is a sentence, is none.
func (b bottom) optional(g *given, from, end int) bool {
	m := signed.FindStringSubmatch(b.lines[from])
	if g.lines || m == nil {
		return false
	}
	column := utf8.RuneCountInString(m[1] + m[2] + m[3])
	cursor, reply := unnumbered.MatchString(b.lines[from]), replies.MatchString(m[4])
	other := func(i, step int) bool {
		joined := true
		for ; i >= 0 && i < len(b.lines); i += step {
			line := b.lines[i]
			near := b.at[max(i, i-step)]-b.at[min(i, i-step)] == 1
			joined = joined && near
			if joined && indent(line) > column {
				continue // it describes one
			}
			if sign := signed.FindStringSubmatch(line); sign != nil {
				return !cursor && joined && utf8.RuneCountInString(sign[1]+sign[2]+sign[3]) == column
			}
			return cursor && indent(line) == column && (reply && replies.MatchString(line) || joined && !queried.MatchString(line) && !sentenced.MatchString(line) && !trailing.MatchString(line))
		}
		return false
	}
	return other(end, 1) || other(from-1, -1) || end < len(b.lines) && keyLine(b.lines[end]) && b.at[end]-b.at[end-1] <= 2
}

// unechoed finds what offers keys below the last text that was given. Above it, only what has come since
// asks, where nothing stands below the text: an agent may keep that in sight.
func (b bottom) unechoed(texts []given, offering func(bottom) (*Dialog, string)) (*Dialog, string) {
	from, to, text := b.echoed(texts)
	if text == nil {
		return offering(b)
	}
	if d, below := offering(b.part(to, len(b.lines))); d != nil || !slices.ContainsFunc(b.lines[:from], func(line string) bool { return !wordless.MatchString(line) }) {
		return d, below
	}
	if slices.ContainsFunc(b.lines[to:], func(line string) bool { return !wordless.MatchString(line) }) {
		return nil, ""
	}
	d, below := offering(b.part(0, from))
	if d != nil && strings.Contains(text.above, Letters(d.Text[strings.LastIndexByte(d.Text, '\n')+1:])) {
		return nil, ""
	}
	return d, below
}
