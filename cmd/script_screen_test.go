package cmd_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// screen is as much of a terminal as rooda's own output may use, written to
// be strict: any other sequence (another screen, a hidden cursor, a mode that
// somebody would have to switch off again) is a problem.
type screen struct {
	cols, rows int
	cells      [][]rune
	row, col   int
	styled     bool
	problems   []string
	rest       []byte // the beginning of a sequence or a character
}

func newScreen(cols, rows int) *screen {
	return &screen{cols: cols, rows: rows, cells: make([][]rune, rows)}
}

func (s *screen) refuse(format string, args ...any) {
	s.problems = append(s.problems, "unexpected "+fmt.Sprintf(format, args...))
}

// The sequences that rooda writes: CSI with one number, and OSC 9, which is a
// notification and changes nothing. Others are refused as far as they begin.
var (
	wholeSequence = regexp.MustCompile(`^\x1b(?:\[([ -?]*)([@-~])|\](\d*);?[^\a\x1b]*(?:\a|\x1b\\)|[^\[\]])`)
	cutSequence   = regexp.MustCompile(`^\x1b(?:\[[ -?]*|\][^\a\x1b]*\x1b?)?$`)
)

func (s *screen) Write(p []byte) {
	p = append(s.rest, p...)
	for len(p) > 0 {
		n := 1
		switch {
		case p[0] == 0x1b:
			found := wholeSequence.FindSubmatch(p)
			if found == nil && cutSequence.Match(p) {
				s.rest = p
				return
			}
			if n = s.sequence(found); n == 0 {
				s.refuse("%.20q", p)
				n = 1
			}
		case p[0] < 0x20 || p[0] == 0x7f:
			s.control(p[0])
		case !utf8.FullRune(p):
			s.rest = p
			return
		default:
			var r rune
			r, n = utf8.DecodeRune(p)
			s.print(r)
		}
		p = p[n:]
	}
	s.rest = nil
}

// sequence acts on what wholeSequence found, and returns its length.
func (s *screen) sequence(found [][]byte) int {
	switch {
	case found == nil:
		return 0
	case len(found[2]) > 0:
		s.csi(string(found[1]), found[2][0])
	case string(found[3]) != "9":
		s.refuse("%q", found[0])
	}
	return len(found[0])
}

func (s *screen) print(r rune) {
	width := displaywidth.Rune(r)
	if s.col+width > s.cols {
		s.col = 0
		s.down()
	}
	line := s.cells[s.row]
	for len(line) < s.col+width {
		line = append(line, ' ')
	}
	line[s.col] = r
	s.cells[s.row], s.col = line, s.col+width
}

func (s *screen) control(b byte) {
	switch b {
	case '\r':
		s.col = 0
	case '\n':
		s.down()
	case '\t':
		s.col = min(s.col/8*8+8, s.cols-1)
	case '\a':
	default:
		s.refuse("control %#x", b)
	}
}

func (s *screen) down() {
	if s.row < s.rows-1 {
		s.row++
		return
	}
	s.cells = append(s.cells[1:], nil)
}

func (s *screen) csi(param string, final byte) {
	n, err := strconv.Atoi("0" + param)
	switch {
	case err != nil && final == 'm':
		s.styled = true
	case err != nil:
		s.refuse("CSI %s %c", param, final)
	case final == 'A':
		s.row = max(0, s.row-max(n, 1))
	case final == 'K' && n == 0:
		s.cut(s.row, s.col)
	case final == 'J' && n == 0:
		s.cut(s.row, s.col)
		for row := s.row + 1; row < s.rows; row++ {
			s.cut(row, 0)
		}
	case final == 'm':
		s.styled = n != 0
	default:
		s.refuse("CSI %d %c", n, final)
	}
}

func (s *screen) cut(row, col int) {
	s.cells[row] = s.cells[row][:min(col, len(s.cells[row]))]
}

// String is what stands on the screen, without blanks at the end.
func (s *screen) String() string {
	var b strings.Builder
	for _, line := range s.cells {
		b.WriteString(strings.TrimRight(string(line), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// unclean says what a shell prompt would suffer from, if anything.
func (s *screen) unclean() string {
	switch {
	case len(s.problems) > 0:
		return strings.Join(s.problems, ", ")
	case s.styled:
		return "a style is still on"
	case s.col != 0:
		return fmt.Sprintf("the cursor is in column %d", s.col)
	}
	return ""
}
