package vt

import "fmt"

// Color is the default colour (0), one of the palette's 256, or 24-bit RGB.
type Color uint32

const (
	palette Color = 1 << 24
	rgb     Color = 2 << 24
)

// Palette returns the colour's number in the palette of 256.
func (c Color) Palette() (index uint8, ok bool) { return uint8(c), c&palette != 0 }

// RGB returns the colour's parts.
func (c Color) RGB() (r, g, b uint8, ok bool) {
	return uint8(c >> 16), uint8(c >> 8), uint8(c), c&rgb != 0
}

// String is empty for the default colour, a number for the palette's, and
// #rrggbb for RGB.
func (c Color) String() string {
	switch {
	case c&palette != 0:
		return fmt.Sprint(uint8(c))
	case c&rgb != 0:
		return fmt.Sprintf("#%06x", uint32(c)&0xffffff)
	}
	return ""
}

// Attr is a set of what a character can have besides colours.
type Attr uint16

const (
	Bold Attr = 1 << iota
	Faint
	Italic
	Blink
	Reverse
	Conceal
	Strike
	Overline
	underlineUnit
)

const underlineMask = 7 * underlineUnit

// Underline says how a character is underlined.
type Underline uint8

const (
	NoUnderline Underline = iota
	Single
	Double
	Curly
	Dotted
	Dashed
)

// Underline returns the kind of underline in the set.
func (a Attr) Underline() Underline { return Underline(a & underlineMask / underlineUnit) }

func (a Attr) withUnderline(u Underline) Attr { return a&^underlineMask | Attr(u)*underlineUnit }

// Style is how a cell looks. The zero Style is the terminal's default.
type Style struct {
	FG, BG, Line Color // Line colours the underline
	Attr         Attr
	link         uint32 // index into the screen's links
}

// Link is a hyperlink; the zero Link is none. Cells with the same ID and URI
// belong to one link.
type Link struct{ ID, URI string }

// table gives values small numbers, and the zero value the number 0.
type table[T comparable] struct {
	list  []T
	index map[T]uint32
	limit int // collect unused values above this length
}

const (
	minLimit = 1024
	early    = 6 // values that are found without the index
)

func newTable[T comparable]() table[T] {
	var zero T
	return table[T]{list: []T{zero}, index: map[T]uint32{zero: 0}, limit: minLimit}
}

func (t *table[T]) put(v T) uint32 {
	// Programs use few at a time, and most of them from the start on.
	for n := range min(len(t.list), early) {
		if t.list[n] == v {
			return uint32(n)
		}
	}
	if n, ok := t.index[v]; ok {
		return n
	}
	n := uint32(len(t.list))
	t.list = append(t.list, v)
	t.index[v] = n
	return n
}

func (t *table[T]) full() bool { return len(t.list) > t.limit }

// empty forgets all values but the zero one. The old list stays as it is:
// snapshots may read it.
func (t *table[T]) empty() {
	var zero T
	t.list = append(make([]T, 0, len(t.list)), zero)
	clear(t.index)
	t.index[zero] = 0
}

// settle sets the limit for a table that has just been filled again.
func (t *table[T]) settle() { t.limit = max(minLimit, 2*len(t.list)) }
