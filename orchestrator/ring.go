package orchestrator

import "strings"

// pieceSize is by how much a ring grows at a time.
const pieceSize = 64 << 10

// ring keeps the last limit bytes that were written to it. It grows with what
// comes, by pieces that are never copied, and uses the oldest one again once
// all that is in it is too old: a ring that grew like a slice would leave five
// times its size to the garbage collector.
type ring struct {
	limit  int
	piece  int      // size of a piece; pieceSize when 0
	pieces [][]byte // oldest first; all but the last are full
	size   int      // bytes in pieces
}

func (r *ring) write(p []byte) {
	p = p[max(0, len(p)-r.limit):]
	for len(p) > 0 {
		if n := len(r.pieces); n == 0 || len(r.pieces[n-1]) == cap(r.pieces[n-1]) {
			r.pieces = append(r.pieces, r.empty())
		}
		last := &r.pieces[len(r.pieces)-1]
		n := min(len(p), cap(*last)-len(*last))
		*last = append(*last, p[:n]...)
		r.size += n
		p = p[n:]
	}
}

// empty returns a piece to write to: the oldest when the rest is enough.
func (r *ring) empty() []byte {
	if len(r.pieces) > 0 && r.size-len(r.pieces[0]) >= r.limit {
		oldest := r.pieces[0]
		r.size -= len(oldest)
		r.pieces = append(r.pieces[:0], r.pieces[1:]...)
		return oldest[:0]
	}
	if r.piece == 0 {
		return make([]byte, 0, pieceSize)
	}
	return make([]byte, 0, r.piece)
}

// String returns the bytes in the order written.
func (r *ring) String() string { return r.last(r.limit) }

// last returns at most the last n bytes.
func (r *ring) last(n int) string {
	skip := max(0, r.size-min(n, r.limit))
	var b strings.Builder
	b.Grow(r.size - skip)
	for _, p := range r.pieces {
		old := min(skip, len(p))
		b.Write(p[old:])
		skip -= old
	}
	return b.String()
}
