package pty

import (
	"context"
	"fmt"
	"os"
	"slices"

	"rooda/pty/vt"
)

const (
	// behind is how much output a viewer may have missed and still get; a
	// person is better served with a new picture.
	behind = 1 << 20
	// askedKept is how many queries are remembered, for viewers.
	askedKept = 1024
)

// View is one person's place in the output of a Local. It is for one
// goroutine, which closes it.
type View struct {
	script *transcript
	log    *os.File
	next   int64
	sizes  int // how many the terminal had had when it was last looked at
}

// View returns a place in the output, at the offset of a snapshot. It fails
// with ErrNoLog where there is none.
func (l *Local) View(at int64) (*View, error) {
	if l.script.path == "" {
		return nil, ErrNoLog
	}
	log, err := os.Open(l.script.path)
	if err != nil {
		return nil, fmt.Errorf("open output log: %w", err)
	}
	l.script.mu.Lock()
	defer l.script.mu.Unlock()
	return &View{l.script, log, at, l.script.sizes}, nil
}

// Read waits for output and takes some, in whole sequences. In place of the
// queries that the terminal has answered, so that no other terminal does, there are
// as many NULs, which terminals ignore. It fails with io.EOF at the agent's end,
// with ErrBehind when too much was missed, and with ErrResized, once, when the
// terminal has got another size: what follows makes sense on a new snapshot only.
func (v *View) Read(ctx context.Context, p []byte) (int, error) {
	n, err := v.script.read(ctx, v.log, p, v.next, v)
	v.next += int64(n)
	return n, err
}

// Offset is that of the next byte.
func (v *View) Offset() int64 { return v.next }

// Jump continues at the offset of another snapshot.
func (v *View) Jump(at int64) { v.next = at }

// Close gives the place up.
func (v *View) Close() error { return v.log.Close() }

// Output returns how much the agent has put out so far, and why not all of it
// is in the log, nil when it is.
func (l *Local) Output() (int64, error) { return l.script.written() }

// Held returns offset from, or, where output is missing there (ErrGap), the
// first one after it from which on there is output.
func (l *Local) Held(from int64) int64 {
	t := l.script
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rest != nil && from >= t.logged {
		return max(from, t.rest.first)
	}
	return from
}

// span is the output from one offset to another.
type span struct{ from, to int64 }

// asked remembers where the latest queries are.
type asked struct {
	spans   []span
	first   int64 // before it there may be queries that are forgotten
	dropped int
}

// add notes queries. settled is where the screen is whole, dropped how many
// queries it ever left out.
func (a *asked) add(replies []vt.Reply, settled int64, dropped int) {
	for _, r := range replies {
		if len(a.spans) == askedKept {
			a.first = a.spans[askedKept/2-1].to
			a.spans = slices.Delete(a.spans, 0, askedKept/2)
		}
		a.spans = append(a.spans, span{r.From, r.To})
	}
	if dropped != a.dropped {
		a.dropped, a.first, a.spans = dropped, settled, a.spans[:0]
	}
}

// between returns the queries that lie in [from, to) in part.
func (a *asked) between(from, to int64) []span {
	i, _ := slices.BinarySearchFunc(a.spans, from, func(s span, at int64) int {
		if s.to <= at {
			return -1
		}
		return 1
	})
	j := i
	for j < len(a.spans) && a.spans[j].from < to {
		j++
	}
	return slices.Clone(a.spans[i:j])
}

// blank puts NULs in the place of the spans. p begins at offset at.
func blank(p []byte, at int64, spans []span) {
	for _, s := range spans {
		from, to := max(s.from-at, 0), min(s.to-at, int64(len(p)))
		for i := from; i < to; i++ {
			p[i] = 0
		}
	}
}
