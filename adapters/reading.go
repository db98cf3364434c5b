package adapters

import (
	"regexp"
	"strings"

	"rooda/pty/vt"
)

const (
	// window is how many lines at the bottom a dialog may take, region how
	// many are searched for marks, and edge how far from the end a footer or
	// the end of the composer may be.
	window, region, edge = 34, 12, 6
)

// bottom is the lower part of a screen as people read it: the lines that are
// not blank, without the frames around them.
type bottom struct {
	lines []string
	rows  []vt.Line
}

var (
	frame     = regexp.MustCompile(`^ *[│┃║] ?(.*?)(?: *[│┃║] *)?$`)
	wordless  = regexp.MustCompile(`^[^\p{L}\p{N}]*$`)
	boundary  = regexp.MustCompile(`^ *(?:[╭┌┏╻]|[─━▔▁═]{16})`)
	paragraph = regexp.MustCompile(`^[•●✦✔✗✘✓■⏺›❯»ℹ✕] `)
)

// read takes the last lines of a screen.
func read(screen *vt.Snapshot) bottom {
	var b bottom
	for y := range screen.Rows {
		line := strings.ReplaceAll(screen.Line(y).Text(), "\u00a0", " ")
		for range 2 { // frames nest
			if m := frame.FindStringSubmatch(line); m != nil {
				line = m[1]
			}
		}
		if line = strings.TrimRight(line, " "); line != "" {
			b.lines, b.rows = append(b.lines, line), append(b.rows, screen.Line(y))
		}
	}
	from := max(0, len(b.lines)-window)
	return bottom{b.lines[from:], b.rows[from:]}
}

// tail returns the last n lines as one text.
func (b bottom) tail(n int) string {
	return strings.Join(b.lines[max(0, len(b.lines)-n):], "\n")
}

func (b bottom) last() string {
	for i := len(b.lines) - 1; i >= 0; i-- {
		if !wordless.MatchString(b.lines[i]) {
			return b.lines[i]
		}
	}
	return ""
}

// find returns the line in which a pattern first matches the region.
func (b bottom) find(list patterns) (excerpt string, ok bool) {
	text := b.tail(region)
	for _, p := range list {
		if at := p.FindStringIndex(text); at != nil {
			return b.excerpt(text[at[0]:at[1]]), true
		}
	}
	return "", false
}

// excerpt returns the last line of what a mark matched that has words, or the
// last on the screen.
func (b bottom) excerpt(matched string) string {
	lines := strings.Split(matched, "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if !wordless.MatchString(lines[i]) {
			return brief(lines[i], excerptLength)
		}
	}
	return brief(b.last(), excerptLength)
}

// keyHelp is the line that says which keys answer.
var keyHelp = regexp.MustCompile(`(?i)\b(?:enter|return)\b(?: key)? (?:to )?(?:confirm|select|submit|continue|accept|choose|approve|proceed|toggle|set)\b|(?:^|[^(\w])esc (?:to )?(?:cancel|go back|back|exit|reject|dismiss|deny)\b[^)]*$|[↑↓][^ ]* (?:to )?(?:navigate|select|choose|move)\b`)

// composer finds the place where input is typed, which ends near the bottom.
// It returns the number of the line after it, 0 for none.
func (b bottom) composer(list patterns) (end int, excerpt string) {
	text := strings.Join(b.lines, "\n")
	for _, p := range list {
		all := p.FindAllStringIndex(text, -1)
		if len(all) == 0 {
			continue
		}
		at := all[len(all)-1]
		matched := text[at[0]:at[1]]
		last := matched[strings.LastIndexByte(matched, '\n')+1:]
		end := strings.Count(text[:at[1]], "\n") + 1
		// A list of options has the cursor of a composer, and key help below.
		if len(b.lines)-end <= edge && !keyHelp.MatchString(last) {
			return end, b.excerpt(matched)
		}
	}
	return 0, ""
}

// dialog finds a question at the bottom, nil for none. composed is the end of
// the composer: what stands above it is the conversation, and what stands in
// it has been typed.
func (b bottom) dialog(list []dialogRule, composed int) *Dialog {
	for _, rule := range list {
		at := b.match(rule.features)
		if at == nil || at[len(at)-1] < composed {
			continue
		}
		if d := b.question(rule, at); d != nil {
			return d
		}
	}
	return nil
}

// match finds a line for each feature, from the bottom up.
func (b bottom) match(features patterns) []int {
	at := make([]int, len(features))
	below := len(b.lines)
	for i := len(features) - 1; i >= 0; i-- {
		lowest := 0
		if i == len(features)-1 {
			lowest = len(b.lines) - edge/2
		}
		line := below - 1
		for line >= max(lowest, 0) && !features[i].MatchString(b.lines[line]) {
			line--
		}
		if line < max(lowest, 0) {
			return nil
		}
		at[i], below = line, line
	}
	return at
}

func (b bottom) question(rule dialogRule, at []int) *Dialog {
	first, last := at[0], at[len(at)-1]
	d := &Dialog{Kind: rule.Kind}
	upto := first
	switch rule.Form {
	case "":
		upto, d.Options = listOptions(b.lines[:last+1], first)
		if len(d.Options) < 2 || d.chosen() > 1 {
			return nil // a list has one cursor; a quotation has a sign on each line
		}
		first = b.heading(upto)
	case "row":
		d.Options, upto, d.across = rowOptions(b.lines[last], b.rows[last]), last, true
	case "entry":
		upto = first + 1 // what is typed below may be a secret
	}
	var text []string
	for _, line := range b.lines[first:upto] {
		if !wordless.MatchString(line) {
			text = append(text, strings.TrimSpace(line))
		}
	}
	d.Text = strings.Join(text, "\n")
	if d.Kind == "" {
		d.Kind = kindOf(d.subject())
	}
	d.seal()
	return d
}

// heading returns the first line of the text that ends before line upto.
func (b bottom) heading(upto int) int {
	for i := upto - 1; i >= 0; i-- {
		if boundary.MatchString(b.rows[i].Text()) || paragraph.MatchString(b.lines[i]) {
			return i + 1
		}
	}
	return 0
}

// kinds tell what is asked from the words of the question. They never decide
// that something is a question.
var kinds = []struct {
	kind  Kind
	words *regexp.Regexp
}{
	{Trust, regexp.MustCompile(`(?i)\btrust(?:ing|ed)?\b|accept all responsibility|bypass permissions mode|accessing workspace`)},
	{Auth, regexp.MustCompile(`(?i)\bapi key\b|\bsign(?:ing)? in\b|\blog ?in\b|\bauthenticat|\bcredentials?\b`)},
	{Permission, regexp.MustCompile(`(?i)\bdo you want to (?:proceed|create|make|edit|run|apply|allow|delete|overwrite|execute|write|fetch|use|read)|\bwould you like to (?:run|make|proceed|apply|grant|allow|execute)|\ballow (?:execution|once|always|this)|\bapply this change|\bpermission|\bapprov|\brequires? (?:your )?confirmation|don't ask again|what to do differently`)},
}

func kindOf(subject string) Kind {
	for _, k := range kinds {
		if k.words.MatchString(subject) {
			return k.kind
		}
	}
	return Question
}
