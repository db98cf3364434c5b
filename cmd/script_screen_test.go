package cmd_test

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
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
	parser     *ansi.Parser
}

func newScreen(cols, rows int) *screen {
	s := &screen{cols: cols, rows: rows, parser: ansi.NewParser()}
	for range rows {
		s.cells = append(s.cells, nil)
	}
	s.parser.SetHandler(ansi.Handler{
		Print: s.print, Execute: s.control, HandleCsi: s.csi,
		HandleEsc: func(cmd ansi.Cmd) {
			if cmd.Final() != '\\' { // the end of a notification
				s.refuse("ESC %c", cmd.Final())
			}
		},
		HandleOsc: func(cmd int, _ []byte) {
			if cmd != 9 { // a notification changes nothing
				s.refuse("OSC %d", cmd)
			}
		},
		HandleDcs: func(ansi.Cmd, ansi.Params, []byte) { s.refuse("DCS") },
	})
	return s
}

func (s *screen) refuse(format string, args ...any) {
	s.problems = append(s.problems, "unexpected "+fmt.Sprintf(format, args...))
}

func (s *screen) Write(p []byte) {
	for _, b := range p {
		s.parser.Advance(b)
	}
}

func (s *screen) print(r rune) {
	width := ansi.StringWidth(string(r))
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

func (s *screen) csi(cmd ansi.Cmd, params ansi.Params) {
	n, _, _ := params.Param(0, 0)
	switch {
	case cmd.Prefix() != 0 || cmd.Intermediate() != 0:
		s.refuse("CSI %c %d %c", cmd.Prefix(), n, cmd.Final())
	case cmd.Final() == 'A':
		s.row = max(0, s.row-max(n, 1))
	case cmd.Final() == 'K' && n == 0:
		s.cut(s.row, s.col)
	case cmd.Final() == 'J' && n == 0:
		s.cut(s.row, s.col)
		for row := s.row + 1; row < s.rows; row++ {
			s.cut(row, 0)
		}
	case cmd.Final() == 'm':
		s.styled = n != 0
	default:
		s.refuse("CSI %d %c", n, cmd.Final())
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
