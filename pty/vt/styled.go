package vt

import "strconv"

// painter writes the bytes that make a terminal show something. It knows the
// style that the terminal is in.
type painter struct {
	b      []byte
	tables *tables
	style  uint32
}

func (p *painter) csi(final string, params ...int) {
	p.b = append(p.b, "\x1b["...)
	for i, n := range params {
		if i > 0 {
			p.b = append(p.b, ';')
		}
		p.b = strconv.AppendInt(p.b, int64(n), 10)
	}
	p.b = append(p.b, final...)
}

// use changes the style.
func (p *painter) use(style uint32) {
	if style == p.style {
		return
	}
	p.pen(p.tables.styles[p.style], p.tables.styles[style])
	p.style = style
}

// pen changes from one style to another.
func (p *painter) pen(from, to Style) {
	if from.link != to.link {
		p.link(p.tables.links[to.link])
	}
	from.link, to.link = 0, 0
	if from == to {
		return
	}
	p.b = append(p.b, "\x1b["...)
	gone := from.Attr &^ to.Attr &^ underlineMask
	plain := to.Attr.Underline() == NoUnderline && from.Attr.Underline() != NoUnderline
	if gone != 0 || plain || to == (Style{}) {
		p.b = append(p.b, '0')
		from = Style{}
	}
	for i, code := range [...]byte{'1', '2', '3', '5', '7', '8', '9'} {
		if added := to.Attr &^ from.Attr; added&(1<<i) != 0 {
			p.part(code)
		}
	}
	if to.Attr&^from.Attr&Overline != 0 {
		p.part('5', '3')
	}
	switch u := to.Attr.Underline(); {
	case u == from.Attr.Underline():
	case u == Single:
		p.part('4')
	default:
		p.part('4', ':', '0'+byte(u))
	}
	p.color(from.FG, to.FG, 30)
	p.color(from.BG, to.BG, 40)
	p.color(from.Line, to.Line, 50)
	p.b = append(p.b, 'm')
}

// part adds one attribute to the sequence begun.
func (p *painter) part(code ...byte) {
	if p.b[len(p.b)-1] != '[' {
		p.b = append(p.b, ';')
	}
	p.b = append(p.b, code...)
}

// color sets the foreground (base 30), background (40) or underline (50).
func (p *painter) color(from, to Color, base int) {
	if from == to {
		return
	}
	number := func(n int) []byte { return strconv.AppendInt(nil, int64(n), 10) }
	n, indexed := to.Palette()
	r, g, b, direct := to.RGB()
	switch {
	case direct:
		p.part(number(base + 8)...)
		for _, v := range [...]int{2, int(r), int(g), int(b)} {
			p.part(number(v)...)
		}
	case !indexed:
		p.part(number(base + 9)...)
	case n < 8 && base != 50:
		p.part(number(base + int(n))...)
	case n < 16 && base != 50:
		p.part(number(base + 60 + int(n) - 8)...)
	default:
		p.part(number(base + 8)...)
		p.part('5')
		p.part(number(int(n))...)
	}
}

func (p *painter) link(l Link) {
	p.b = append(p.b, "\x1b]8;"...)
	if l.ID != "" {
		p.b = append(append(p.b, "id="...), l.ID...)
	}
	p.b = append(append(append(p.b, ';'), l.URI...), "\x1b\\"...)
}

// paint writes cells [from, to) of a line at the cursor. Blanks in the default
// style are skipped over where that is shorter.
func (p *painter) paint(l Line, from, to int) {
	for x := from; x < to; x++ {
		c := l.at(x)
		if c == (cell{}) {
			gap := x + 1
			for gap < to && l.at(gap) == (cell{}) {
				gap++
			}
			if gap-x > 5 && gap < to {
				p.csi("C", gap-x)
				x = gap - 1
				continue
			}
		}
		if c.ch&spacer == 0 {
			p.use(c.style)
			p.b = l.appendText(p.b, c)
		}
	}
}

func (l Line) at(x int) cell {
	if x < len(l.cells) {
		return l.cells[x]
	}
	return cell{}
}

// Styled returns the line as text with colours and links, and nothing that
// moves the cursor, without blanks in the default style at the end. It begins
// and ends in the default style.
func (l Line) Styled() string { return l.Cut(0, len(l.cells)) }

// Cut is Styled for the columns [from, to). Of a wide character of which only
// a half is in there, a blank is.
func (l Line) Cut(from, to int) string {
	p := painter{tables: l.tables}
	to = min(to, len(l.cells))
	for x := from; x < to; x++ {
		c := l.cells[x]
		half := c.ch&spacer != 0 && x == from || c.ch&wide != 0 && x == to-1
		switch {
		case half:
			p.use(c.style)
			p.b = append(p.b, ' ')
		case c.ch&spacer == 0:
			p.use(c.style)
			p.b = l.appendText(p.b, c)
		}
	}
	p.use(0)
	return string(p.b)
}
