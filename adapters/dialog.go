package adapters

import (
	"strings"
	"unicode/utf8"

	"rooda/pty/vt"
)

// Dialog is a question that stands on the bottom of the screen.
type Dialog struct {
	Kind Kind `json:"kind"`
	// Text is what is asked, without frames and blank lines.
	Text    string   `json:"text"`
	Options []Option `json:"options,omitempty"`
	// Fingerprint is equal for two sightings of one question, wherever the
	// cursor stands and however often it is painted.
	Fingerprint string `json:"fingerprint"`

	across bool // the options stand side by side
	buried bool // something else stands below it
}

// Option is one of the answers offered. Key is the digit that chooses it,
// empty in a list without numbers.
type Option struct {
	Key      string `json:"key,omitempty"`
	Label    string `json:"label"`
	Selected bool   `json:"selected,omitempty"`
}

const excerptLength = 160

// Excerpt is the question on one line. Of a long one it keeps the heading and
// the end, where the command and the question itself stand.
func (d *Dialog) Excerpt() string {
	line := []rune(brief(d.Text, len(d.Text)+1))
	if len(line) <= excerptLength {
		return string(line)
	}
	heading, _, _ := strings.Cut(d.Text, "\n")
	start := []rune(brief(heading, excerptLength/3))
	return string(start) + " … " + string(line[len(line)-(excerptLength-len(start)-3):])
}

// subject is the part of the text that tells what is asked: the heading and
// the questions, but not the command or the file that it is about.
func (d *Dialog) subject() string {
	var lines []string
	for i, line := range strings.Split(d.Text, "\n") {
		if i == 0 || strings.HasSuffix(line, "?") || strings.HasSuffix(line, ":") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

func labels(d *Dialog) []string {
	var list []string
	for _, option := range d.Options {
		list = append(list, option.Label)
	}
	return list
}

// chosen counts the options with a cursor.
func (d *Dialog) chosen() int {
	n := 0
	for _, option := range d.Options {
		if option.Selected {
			n++
		}
	}
	return n
}

var (
	numbered   = lazy(`^( *)([❯›»▶►▸➤>●•→*]?)( *)(\d{1,2})[.)] +(\S.*)$`)
	unnumbered = lazy(`^( *)[❯›»▶►▸➤→]( +)(\S.*)$`)
	ticked     = lazy(`^( *(?:[❯›»▶►▸➤→●•] *)?(?:\d{1,2}[.)] +)?)[✔✓√☑] (\S.*)$`)
	column     = lazy(` {2,}`)
	gap        = lazy(` {6,}`)
	keyName    = lazy(`(?i)^(?:(?:ctrl|alt|shift|cmd)[+-]|(?:esc|enter|return|tab|space)\b|[⇆←→↑↓↵⏎])`)
)

// listOptions reads the list that has its cursor in lines[at], and returns the
// index of the list's first line.
func listOptions(lines []string, at int) (first int, options []Option) {
	lines = untick(lines)
	if m := numbered.FindStringSubmatch(lines[at]); m != nil {
		return numberedOptions(lines, at)
	}
	m := unnumbered.FindStringSubmatch(lines[at])
	if m == nil {
		return at, nil
	}
	// The other options begin in the column of the label of the chosen one.
	indent := strings.Repeat(" ", len(m[1])+1+len(m[2]))
	first = at
	for first > 0 && aligned(lines[first-1], indent) {
		first--
	}
	for i := first; i < len(lines); i++ {
		switch {
		case i == at:
			options = append(options, Option{Label: m[3], Selected: true})
		case aligned(lines[i], indent):
			options = append(options, Option{Label: strings.TrimSpace(lines[i])})
		default:
			return first, options
		}
	}
	return first, options
}

// untick returns lines without the sign that stands before what is set now: it
// is no part of a label, and moves it aside.
func untick(lines []string) []string {
	plain := make([]string, len(lines))
	for i, line := range lines {
		plain[i] = ticked.ReplaceAllString(line, "$1  $2")
	}
	return plain
}

func aligned(line, indent string) bool {
	rest, ok := strings.CutPrefix(line, indent)
	return ok && rest != "" && rest[0] != ' ' && !keyHelp.MatchString(rest)
}

// numberedOptions reads the run of numbers around lines[at]; lines between
// them that have none are descriptions.
func numberedOptions(lines []string, at int) (first int, options []Option) {
	const apart = 4
	first = at
	want := lines[at]
	for i, gap := at, 0; i >= 0 && gap < apart && numberOf(want) != "1"; i-- {
		if n := numberOf(lines[i]); n != "" {
			first, want, gap = i, lines[i], 0
		} else {
			gap++
		}
	}
	for i, gap := first, 0; i < len(lines) && gap < apart; i++ {
		m := numbered.FindStringSubmatch(lines[i])
		if m == nil {
			gap++
			continue
		}
		gap = 0
		options = append(options, Option{Key: m[4], Label: strings.TrimSpace(m[5]), Selected: m[2] != ""})
	}
	return first, options
}

func numberOf(line string) string {
	if m := numbered.FindStringSubmatch(line); m != nil {
		return m[4]
	}
	return ""
}

// rowOptions reads options that stand side by side, before the key help. The
// chosen one is told by its background.
func rowOptions(text string, line vt.Line) []Option {
	row := gap.Split(strings.TrimSpace(text), 2)[0]
	var options []Option
	backgrounds := map[vt.Color][]int{}
	for _, label := range column.Split(row, -1) {
		label = strings.TrimSpace(label)
		if keyName.MatchString(label) {
			break // in a narrow window the keys follow closely
		}
		if at := strings.Index(line.Text(), label); at >= 0 {
			column := utf8.RuneCountInString(line.Text()[:at])
			background := line.Cell(column).Style.BG
			backgrounds[background] = append(backgrounds[background], len(options))
		}
		options = append(options, Option{Label: label})
	}
	if len(backgrounds) == 2 && len(options) > 2 {
		for _, those := range backgrounds {
			if len(those) == 1 {
				options[those[0]].Selected = true
			}
		}
	}
	return options
}
