package yamlsrc

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/clipperhouse/displaywidth"
)

// excerptWidth bounds the part of a long line that is shown.
const excerptWidth = 100

type position struct{ line, col int }

// source is the text that positions point into.
type source struct {
	name  string
	lines [][]rune
}

func newSource(name, text string) source {
	text = strings.TrimSuffix(text, "\n")
	s := source{name: name}
	for line := range strings.SplitSeq(text, "\n") {
		s.lines = append(s.lines, []rune(line))
	}
	return s
}

// clamp moves a position into the file.
func (s source) clamp(p position) position {
	p.line = min(max(p.line, 1), len(s.lines))
	p.col = min(max(p.col, 1), len(s.lines[p.line-1])+1)
	return p
}

// onText is clamp, then a step onto the text that the position stands before:
// the parser does not count a tab between key and value.
func (s source) onText(p position) position {
	p = s.clamp(p)
	line := s.lines[p.line-1]
	for i := p.col - 1; i < len(line); i++ {
		if !unicode.IsSpace(line[i]) {
			p.col = i + 1
			break
		}
	}
	return p
}

// excerpt returns the line of p with a caret under its column. Wide
// characters count two cells; control characters are never passed on.
func (s source) excerpt(p position) string {
	line := s.lines[p.line-1]
	from := 0
	if p.col > excerptWidth*3/4 {
		from = p.col - excerptWidth/2
	}
	before := printable(line[from : p.col-1])
	after := printable(line[p.col-1:])
	if cells := excerptWidth - displaywidth.String(before); displaywidth.String(after) > cells {
		after = displaywidth.TruncateString(after, cells, "…")
	}
	if from > 0 {
		before = "…" + before
	}
	gap := strings.Repeat(" ", displaywidth.String(before))
	return fmt.Sprintf("%5d | %s%s\n      | %s^", p.line, before, after, gap)
}

func printable(line []rune) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return '·'
		}
		return r
	}, string(line))
}
