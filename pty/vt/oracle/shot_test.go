package oracle

import (
	"fmt"
	"image/color"
	"regexp"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	xvt "github.com/charmbracelet/x/vt"

	"rooda/pty/vt"
)

// shot is a screen in a form that all three terminals can be brought to: a
// line of text for each row, with the style in braces where it changes, and at
// last the cursor.
type shot []string

func (s shot) String() string { return strings.Join(s, "\n") }

// glyph is one cell.
type glyph struct{ text, style string }

// row writes cells without the blanks at their end.
func row(cells []glyph) string {
	for len(cells) > 0 && cells[len(cells)-1] == (glyph{" ", ""}) {
		cells = cells[:len(cells)-1]
	}
	var b strings.Builder
	style := ""
	for _, c := range cells {
		if c.style != style {
			style = c.style
			fmt.Fprintf(&b, "{%s}", style)
		}
		b.WriteString(c.text)
	}
	return b.String()
}

var trailing = regexp.MustCompile(`( |\{(bg[^ }]*)?\})+$`)

// withoutBackground takes blanks that have nothing but a background off the
// ends of rows: capture-pane leaves out what was never printed on.
func (s shot) withoutBackground() shot {
	rows := make(shot, len(s))
	for i := range s {
		rows[i] = trailing.ReplaceAllString(s[i], "")
	}
	return rows
}

// takeModel is the shot of our own model.
func takeModel(sn *vt.Snapshot) shot {
	var s shot
	for y := range sn.Rows {
		s = append(s, lineOf(sn.Line(y), sn.Cols))
	}
	return append(s, fmt.Sprintf("@%d,%d", sn.Cursor.X, sn.Cursor.Y))
}

func lineOf(l vt.Line, cols int) string {
	var cells []glyph
	for x := range cols {
		if c := l.Cell(x); c.Width > 0 {
			cells = append(cells, glyph{c.Text, modelStyle(c.Style)})
		}
	}
	return row(cells)
}

var attrNames = []struct {
	attr vt.Attr
	uv   uint8
	name string
}{
	{vt.Bold, uv.AttrBold, "bold"}, {vt.Faint, uv.AttrFaint, "faint"}, {vt.Italic, uv.AttrItalic, "italic"},
	{vt.Blink, uv.AttrBlink, "blink"}, {vt.Reverse, uv.AttrReverse, "reverse"}, {vt.Conceal, uv.AttrConceal, "conceal"},
	{vt.Strike, uv.AttrStrikethrough, "strike"},
}

func modelStyle(st vt.Style) string {
	var parts []string
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, name+value)
		}
	}
	add("fg", st.FG.String())
	add("bg", st.BG.String())
	for _, a := range attrNames {
		if st.Attr&a.attr != 0 {
			parts = append(parts, a.name)
		}
	}
	if u := st.Attr.Underline(); u != vt.NoUnderline {
		parts = append(parts, fmt.Sprint("underline", u))
	}
	return strings.Join(parts, " ")
}

// takeXVT feeds charmbracelet/x/vt and takes its shot. What it answers is
// thrown away: it would wait for ever otherwise.
func takeXVT(stream []byte, cols, rows int) shot {
	e := xvt.NewEmulator(cols, rows)
	done := make(chan struct{})
	go func() {
		defer close(done)
		buf := make([]byte, 1024)
		for {
			if _, err := e.Read(buf); err != nil {
				return
			}
		}
	}()
	e.Write(stream)
	var s shot
	for y := range rows {
		var cells []glyph
		for x := 0; x < cols; x++ {
			c := e.CellAt(x, y)
			if c == nil || c.Content == "" && c.Width == 0 {
				cells = append(cells, glyph{" ", ""})
				continue
			}
			cells = append(cells, glyph{c.Content, xvtStyle(c.Style)})
			x += max(c.Width, 1) - 1
		}
		s = append(s, row(cells))
	}
	at := e.CursorPosition()
	// Closing the writing end is the way to end Read without a race.
	if w, ok := e.InputPipe().(interface{ Close() error }); ok {
		w.Close()
		<-done
	}
	return append(s, fmt.Sprintf("@%d,%d", at.X, at.Y))
}

func xvtStyle(st uv.Style) string {
	var parts []string
	if c := xvtColor(st.Fg); c != "" {
		parts = append(parts, "fg"+c)
	}
	if c := xvtColor(st.Bg); c != "" {
		parts = append(parts, "bg"+c)
	}
	for _, a := range attrNames {
		if st.Attrs&a.uv != 0 {
			parts = append(parts, a.name)
		}
	}
	if st.Underline != 0 {
		parts = append(parts, fmt.Sprint("underline", int(st.Underline)))
	}
	return strings.Join(parts, " ")
}

func xvtColor(c color.Color) string {
	switch c := c.(type) {
	case nil:
		return ""
	case ansi.BasicColor:
		return fmt.Sprint(uint8(c))
	case ansi.IndexedColor:
		return fmt.Sprint(uint8(c))
	default:
		r, g, b, _ := c.RGBA()
		return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
	}
}
