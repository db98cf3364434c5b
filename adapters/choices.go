package adapters

import (
	"slices"
	"strings"
	"unicode/utf8"

	"rooda/pty/vt"
)

// choices are the rows of a list as they stand below each other, see bottom.chooser.
type choices struct {
	first, end, column int
	rows               []int // their lines
	options            []Option
	// pointer is the sign of the cursor of the only row that has one, in line at.
	pointer string
	at      int
	// lit is the line of the row that is painted in another way than all others, -1 for none,
	// reverse says that its background is, too, boxed that each row begins with a box or a button, and
	// counted that each does with its number, and none is a sentence.
	lit                     int
	reverse, boxed, counted bool
}

// tallied is a row with its number.
var tallied = lazy(`^ *(?:\(?\d{1,2}[.)]|\[\d{1,2}\]) +\S`)

// choices reads the rows that end before a line, nil for fewer than two, or where more than one has a cursor.
func (b bottom) choices(end int) *choices {
	if end == 0 {
		return nil
	}
	c := &choices{end: end, first: end, at: -1, lit: -1, boxed: true, counted: true}
	c.column = runes(label(b.lines[end-1]))
	for i := end - 1; i >= 0 && (i == end-1 || b.at[i] == b.at[i+1]-1); i-- {
		line := b.lines[i]
		head := label(line)
		if runes(head) > c.column && head == strings.Repeat(" ", runes(head)) && i < end-1 {
			continue // it describes the one above
		}
		boxed := ballot.MatchString(line[len(head):])
		if c.boxed && len(c.rows) > 1 && !boxed {
			break // the heading
		}
		if runes(head) != c.column || keyLine(line) || patched.MatchString(line[len(head):]) || headed.MatchString(line) || polls(line) || queried.MatchString(line) {
			break
		}
		if sign := strings.TrimSpace(head); sign != "" {
			if c.pointer != "" {
				return nil
			}
			c.pointer, c.at = sign, i
		}
		c.first, c.rows = i, append(c.rows, i)
		c.boxed = c.boxed && boxed
		c.counted = c.counted && tallied.MatchString(line) && !stopped.MatchString(line)
	}
	if len(c.rows) < 2 {
		return nil
	}
	slices.Reverse(c.rows)
	c.paint(b)
	for _, i := range c.rows {
		option := Option{Label: strings.TrimSpace(b.lines[i][len(label(b.lines[i])):]), Selected: i == c.at || c.at < 0 && i == c.lit}
		if m := numbered.FindStringSubmatch(b.lines[i]); m != nil {
			option.Key, option.Label = m[4], strings.TrimSpace(m[5])
		}
		c.options = append(c.options, option)
	}
	return c
}

// label is what stands ahead of the label of a row: blanks, and the cursor if there is one.
func label(line string) string {
	if m := aimed.FindStringSubmatch(line); m != nil && (m[3] != "" || ballot.MatchString(m[4])) && !(m[2] == "●" && ballot.MatchString(m[4])) {
		return m[1] + m[2] + m[3]
	}
	return line[:indent(line)]
}

func runes(s string) int { return utf8.RuneCountInString(s) }

// paint finds the row that is painted in another way than all others.
func (c *choices) paint(b bottom) {
	styles := map[int]vt.Style{}
	times := map[vt.Style]int{}
	for _, i := range c.rows {
		styles[i] = painted(b.rows[i], b.lines[i][len(label(b.lines[i])):])
		times[styles[i]]++
	}
	if len(times) != 2 {
		return
	}
	for _, i := range c.rows {
		style := styles[i]
		filled := style.Attr&vt.Reverse != 0 || style.BG != 0
		if times[style] == 1 && (c.at < 0 || i == c.at) && (c.lit < 0 || filled || styles[c.lit].Attr&vt.Faint != 0) {
			c.lit, c.reverse = i, filled
		}
	}
}

// painted is how the first letters of a label look in its row; the very first may be the key of its own.
func painted(row vt.Line, label string) vt.Style {
	text := row.Text()
	at := strings.LastIndex(text, strings.TrimSpace(label))
	if at < 0 {
		return vt.Style{}
	}
	style, letters := vt.Style{}, 0
	for x := runes(text[:at]); x < row.Len() && letters < 2; x++ {
		if cell := row.Cell(x); !wordless.MatchString(cell.Text) {
			style = vt.Style{FG: cell.Style.FG, BG: cell.Style.BG, Attr: cell.Style.Attr}
			letters++
		}
	}
	return style
}
