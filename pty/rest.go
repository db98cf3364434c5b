package pty

import "io"

// restBytes is how much of the latest output is kept in memory once the log
// cannot be written any more.
const restBytes = 256 << 10

// rest is the tail of the output from a certain offset on, in a ring.
type rest struct {
	buf         []byte
	first, next int64 // offsets of what is in it
}

func newRest(at int64) *rest { return &rest{make([]byte, restBytes), at, at} }

func (r *rest) write(p []byte) {
	for len(p) > 0 {
		n := copy(r.buf[r.next%restBytes:], p)
		r.next += int64(n)
		p = p[n:]
	}
	r.first = max(r.first, r.next-restBytes)
}

// read copies from offset at on; ErrGap when that is not there any more.
func (r *rest) read(p []byte, at int64) (int, error) {
	if at < r.first {
		return 0, ErrGap
	}
	if at >= r.next {
		return 0, io.EOF
	}
	from := r.buf[at%restBytes:]
	return copy(p, from[:min(int64(len(from)), r.next-at)]), nil
}
