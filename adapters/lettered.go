package adapters

import (
	"strings"
	"unicode/utf8"
)

var (
	// spelled is a question that wants a letter or a word: what it asks, the
	// answers, and what stands behind them.
	spelled   = lazy(`(?i)^(.*?)([\[(](y|yes) *[/|,] *no?(?: *[/|,] *\[?\w+\]?)*[\])]|[\[(]?\((y)\)es *[/|,] *\(n\)o(?: *[/|,] *\(\w\)[\w' ]+)*[\])]?|\b(y|yes)[/|]no?(?:[/|]\w+)* *[:?>])(.*)$`)
	lettering = lazy(`\w`)
	unsaid    = lazy(`^[\s:?>]*$`)
	initialed = lazy(`\((\w)\)([\w']*)`)
)

// ungiven is how many letters may stand behind a question as an answer that has not been given yet.
const ungiven = 3

// Replies returns the answers that the last line of a question spells out at its end, such as y and n,
// as they stand there; nil for a question that is answered in another way.
func Replies(question string) []string {
	m := spelled.FindStringSubmatch(question[strings.LastIndexByte(question, '\n')+1:])
	if m == nil || m[4] == "" && utf8.RuneCountInString(m[6]) > ungiven+1 {
		return nil
	}
	replies := strings.FieldsFunc(m[2], func(r rune) bool { return strings.ContainsRune("[]()/|,:?> ", r) })
	if m[4] == "" {
		return replies
	}
	replies = nil // each has its letter in brackets
	for _, reply := range initialed.get().FindAllStringSubmatch(m[2], -1) {
		replies = append(replies, reply[1], reply[1]+reply[2])
	}
	return replies
}

// lettered finds a question that ends the screen and wants a letter, nil for
// none. Only where the terminal's cursor stands behind it is it told what says
// yes: there a line is read, and nothing has been typed yet.
func (b bottom) lettered() *Dialog {
	end := len(b.lines) - 1
	for end >= 0 && wordless.MatchString(b.lines[end]) {
		end--
	}
	at := end
	if at > 0 && !spelled.MatchString(b.lines[at]) && utf8.RuneCountInString(b.lines[at]) <= ungiven {
		at--
	}
	if at < 0 {
		return nil
	}
	m := spelled.FindStringSubmatch(b.lines[at])
	if m == nil || m[4] == "" && utf8.RuneCountInString(m[6]) > ungiven+1 {
		return nil
	}
	first := at
	if first > 0 && wordless.MatchString(m[1]) {
		first = b.questioned(first - 1)
	}
	for first > 0 && b.wraps(first) {
		first--
	}
	var text []string
	for _, line := range b.lines[first:at] {
		text = append(text, strings.TrimSpace(line))
	}
	d := &Dialog{Text: strings.Join(append(text, strings.TrimSpace(m[1]+m[2])), " ")}
	d.Kind = spokenKind(d.Text + strings.TrimSpace(m[6])) // the sign of a question may stand behind its answers
	if at == len(b.lines)-1 && at == b.typed && unsaid.MatchString(m[6]) {
		d.letter = letter(m[3]+m[4]+m[5], m[2])
	}
	d.seal()
	return d
}

// questioned is the line in which what a line above the answers ends begins to
// ask: with what it is about between them, it stands a little higher.
func (b bottom) questioned(at int) int {
	for i, from := at, max(b.heading(at+1), at-edge/2); i >= from; i-- {
		if queried.MatchString(b.lines[i]) {
			return i
		}
	}
	return at
}

// letter is how yes is written. One capital among the answers marks what Enter
// alone means; where all are capitals, so is what is typed.
func letter(yes, answers string) string {
	if answers == strings.ToUpper(answers) {
		return yes
	}
	return strings.ToLower(yes)
}

// closes reports whether a list is the last thing on the screen.
func (b bottom) closes(d *Dialog) bool {
	last, line := d.Options[len(d.Options)-1], b.last()
	if last.Key != "" {
		return numberOf(line) == last.Key
	}
	head, ends := strings.CutSuffix(line, last.Label)
	return ends && !lettering.MatchString(head)
}
