package vt

// Mark tells a row from all others of its screen, wherever it is scrolled to, and from itself as it was
// before something was written to it, were it the same once more. It follows a row, and not what stands
// in it: many programs scroll by writing into each row what stood in another. The zero Mark is that of no row.
type Mark struct {
	cells  *cell // only compared
	writes uint64
}

func (r *row) mark() Mark {
	if len(r.cells) == 0 {
		return Mark{}
	}
	return Mark{&r.cells[0], r.writes}
}

// Same reports whether both are marks of one row, whatever was written to it in between. A row that got
// wider may be another, and no two rows are one without a mark.
func (m Mark) Same(other Mark) bool { return m.cells != nil && m.cells == other.cells }

// Mark is that of the row as it was.
func (l Line) Mark() Mark { return l.mark }
