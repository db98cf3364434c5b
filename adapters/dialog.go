package adapters

import (
	"cmp"
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
	// doubtful are the options that may be the rest of the one before.
	doubtful []int
	own      string // the part of Text that is not of the conversation
	leads    bool   // what is asked comes first there
	letter   string // says yes, typed with Enter, where there are no options
	loose    bool   // more may belong to it than could be read
	lit      bool   // a question stands above it, and only colours say which option is chosen
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
	text := cmp.Or(d.own, d.Text)
	line := []rune(brief(text, len(text)+1))
	if len(line) <= excerptLength || d.leads {
		return brief(text, excerptLength)
	}
	heading, _, _ := strings.Cut(text, "\n")
	start := []rune(brief(heading, excerptLength/3))
	return string(start) + " … " + string(line[len(line)-(excerptLength-len(start)-3):])
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
	unnumbered = lazy(`^( *)([❯›»▶►▸➤→>*]|[-=]>)( +)(\S.*)$`)
	signed     = lazy(`^( *)([^\p{L}\p{N}\s]{1,2})( +)(\S.*)$`)
	ticked     = lazy(`^( *(?:[❯›»▶►▸➤→●•] *)?(?:\d{1,2}[.)] +)?)[✔✓√☑] (\S.*)$`)
	column     = lazy(` {2,}`)
	gap        = lazy(` {6,}`)
	keyName    = lazy(`(?i)^(?:(?:ctrl|alt|shift|cmd)[+-]|(?:esc|enter|return|tab|space)\b|[⇆←→↑↓↵⏎])`)
)

func aligned(line, indent string) bool {
	rest, ok := strings.CutPrefix(line, indent)
	return ok && rest != "" && rest[0] != ' ' && !keyHelp.MatchString(rest)
}

func numberOf(line string) string {
	if m := numbered.FindStringSubmatch(line); m != nil {
		return m[4]
	}
	return ""
}

// rowOptions reads options that stand side by side, before the key help. The
// chosen one is told by its background; those that name their keys need none.
func rowOptions(text string, line vt.Line) []Option {
	if options := pairOptions(text); options != nil {
		return options
	}
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
