package vt

import "encoding/json"

// span is a run of cells in one style.
type span struct {
	X     int    `json:"x"`
	Text  string `json:"text"`
	FG    string `json:"fg,omitempty"`
	BG    string `json:"bg,omitempty"`
	Line  string `json:"underline_color,omitempty"`
	Under string `json:"underline,omitempty"`
	Link  string `json:"link,omitempty"`

	Bold     bool `json:"bold,omitempty"`
	Faint    bool `json:"faint,omitempty"`
	Italic   bool `json:"italic,omitempty"`
	Blink    bool `json:"blink,omitempty"`
	Reverse  bool `json:"reverse,omitempty"`
	Conceal  bool `json:"conceal,omitempty"`
	Strike   bool `json:"strike,omitempty"`
	Overline bool `json:"overline,omitempty"`
}

type lineJSON struct {
	Text    string `json:"text"`
	Wrapped bool   `json:"wrapped,omitempty"`
	Styles  []span `json:"styles,omitempty"` // only of cells that are not in the default style
}

// MarshalJSON writes the snapshot for other programs:
//
//	{"cols":120,"rows":40,"generation":7,"offset":4211,"title":"...","cursor":{"x":2,"y":3},
//	 "modes":["auto_wrap","cursor_visible"],"kitty_keyboard":[1],"modify_other_keys":2,
//	 "progress":{"state":1,"percent":40},
//	 "lines":[{"text":"hello","styles":[{"x":0,"text":"he","fg":"1","bold":true}]}]}
//
// There is one line for each row. A colour is a palette number or #rrggbb.
func (sn *Snapshot) MarshalJSON() ([]byte, error) {
	lines := make([]lineJSON, len(sn.lines))
	for y, l := range sn.lines {
		lines[y] = lineJSON{l.Text(), l.wrapped, l.spans()}
	}
	kitty := make([]int, len(sn.Keyboard.Kitty)) // []uint8 would be base64
	for i, flags := range sn.Keyboard.Kitty {
		kitty[i] = int(flags)
	}
	return json.Marshal(struct {
		Cols       int        `json:"cols"`
		Rows       int        `json:"rows"`
		Generation uint64     `json:"generation"`
		Offset     int64      `json:"offset"`
		Title      string     `json:"title"`
		Cursor     Cursor     `json:"cursor"`
		Modes      []string   `json:"modes"`
		Kitty      []int      `json:"kitty_keyboard,omitempty"`
		OtherKeys  uint8      `json:"modify_other_keys,omitempty"`
		Progress   Progress   `json:"progress"`
		Lines      []lineJSON `json:"lines"`
	}{
		sn.Cols, sn.Rows, sn.Generation, sn.Offset, sn.Title, sn.Cursor, sn.Modes.Names(),
		kitty, sn.Keyboard.OtherKeys, sn.Progress, lines,
	})
}

func (l Line) spans() []span {
	var spans []span
	for x := 0; x < len(l.cells); {
		style, from := l.cells[x].style, x
		var text []byte
		for ; x < len(l.cells) && l.cells[x].style == style; x++ {
			if c := l.cells[x]; c.ch&spacer == 0 {
				text = l.appendText(text, c)
			}
		}
		if style != 0 {
			spans = append(spans, l.span(from, string(text), l.tables.styles[style]))
		}
	}
	return spans
}

var underlineNames = [...]string{"", "single", "double", "curly", "dotted", "dashed"}

func (l Line) span(x int, text string, st Style) span {
	has := func(a Attr) bool { return st.Attr&a != 0 }
	return span{
		X: x, Text: text, FG: st.FG.String(), BG: st.BG.String(), Line: st.Line.String(),
		Under: underlineNames[st.Attr.Underline()], Link: l.tables.links[st.link].URI,
		Bold: has(Bold), Faint: has(Faint), Italic: has(Italic), Blink: has(Blink),
		Reverse: has(Reverse), Conceal: has(Conceal), Strike: has(Strike), Overline: has(Overline),
	}
}
