package vt

// sgr changes the pen.
func (s *Screen) sgr() {
	ps := &s.parser
	pen := &s.cursor.pen
	s.penKnown = false
	if s.styles.full() {
		s.collect()
	}
	if ps.n == 0 {
		*pen = Style{link: pen.link}
		return
	}
	for i := 0; i < ps.n; {
		next := i + 1
		for next < ps.n && ps.colons&(1<<next) != 0 {
			next++
		}
		switch n := ps.params[i]; n {
		case 38, 48, 58:
			color, ok, after := ps.color(i, next)
			if ok {
				pen.setColor(n, color)
			}
			next = after
		case 4:
			kind := Single
			if next > i+1 {
				kind = Underline(min(ps.params[i+1], 7))
			}
			if kind <= Dashed {
				pen.Attr = pen.Attr.withUnderline(kind)
			}
		default:
			if next == i+1 {
				pen.apply(n)
			}
		}
		i = next
	}
}

// color reads what follows 38, 48 or 58 at i, in the form with colons, which
// ends at next, or with semicolons. after is where the next attribute begins.
func (ps *parser) color(i, next int) (c Color, ok bool, after int) {
	p := ps.params[i+1 : ps.n]
	if next > i+1 {
		p = p[:next-i-1]
	}
	if len(p) == 0 {
		return 0, false, next
	}
	colons := next > i+1
	switch kind := p[0]; {
	case kind == 5 && len(p) >= 2:
		c, ok, after = palette|Color(uint8(p[1])), p[1] < 256, i+3
	case kind == 2 && colons && len(p) >= 5: // with a colour space
		c, ok = mix(p[2], p[3], p[4])
	case kind == 2 && len(p) >= 4:
		c, ok = mix(p[1], p[2], p[3])
		after = i + 5
	case colons:
	default: // cut short, or a kind whose length is not known
		return 0, false, ps.n
	}
	if colons {
		after = next
	}
	return c, ok, after
}

func mix(r, g, b uint16) (Color, bool) {
	if r > 255 || g > 255 || b > 255 {
		return 0, false
	}
	return rgb | Color(r)<<16 | Color(g)<<8 | Color(b), true
}

func (st *Style) setColor(which uint16, c Color) {
	switch which {
	case 38:
		st.FG = c
	case 48:
		st.BG = c
	case 58:
		st.Line = c
	}
}

// apply acts on an attribute that is one number.
func (st *Style) apply(n uint16) {
	switch {
	case n == 0:
		*st = Style{link: st.link}
	case n >= 30 && n <= 37:
		st.FG = palette | Color(n-30)
	case n == 39:
		st.FG = 0
	case n >= 40 && n <= 47:
		st.BG = palette | Color(n-40)
	case n == 49:
		st.BG = 0
	case n == 59:
		st.Line = 0
	case n >= 90 && n <= 97:
		st.FG = palette | Color(n-90+8)
	case n >= 100 && n <= 107:
		st.BG = palette | Color(n-100+8)
	case n == 21:
		st.Attr = st.Attr.withUnderline(Double)
	case n == 24:
		st.Attr = st.Attr.withUnderline(NoUnderline)
	case int(n) < len(attrOn):
		st.Attr = st.Attr&^attrOff[n] | attrOn[n]
	}
}

var (
	attrOn  = [56]Attr{1: Bold, 2: Faint, 3: Italic, 5: Blink, 6: Blink, 7: Reverse, 8: Conceal, 9: Strike, 53: Overline}
	attrOff = [56]Attr{22: Bold | Faint, 23: Italic, 25: Blink, 27: Reverse, 28: Conceal, 29: Strike, 55: Overline}
)

// collect gives the styles, clusters and links that are still in use new
// numbers and drops the others, so that the tables stay as large as what can
// be seen and scrolled back to.
func (s *Screen) collect() {
	styles, clusters, links := s.styles.list, s.clusters.list, s.links.list
	s.styles.empty()
	s.clusters.empty()
	s.links.empty()
	s.penKnown = false
	keep := func(st Style) Style {
		st.link = s.links.put(links[st.link])
		return st
	}
	for _, c := range []*cursor{&s.cursor, &s.saved[0], &s.saved[1]} {
		c.pen = keep(c.pen)
	}
	moved := make([]uint32, len(styles)) // new number, plus one
	for _, g := range []*grid{&s.main, &s.alt} {
		for y := -g.history; y < g.rows; y++ {
			row := g.row(y)
			for i := range row.cells[:row.used] {
				c := &row.cells[i]
				if moved[c.style] == 0 {
					moved[c.style] = s.styles.put(keep(styles[c.style])) + 1
				}
				c.style = moved[c.style] - 1
				if c.ch&cluster != 0 {
					c.ch = c.ch&^charBits | s.clusters.put(clusters[c.ch&charBits])
				}
			}
		}
	}
	s.styles.settle()
	s.clusters.settle()
	s.links.settle()
}
