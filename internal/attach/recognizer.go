package attach

import (
	"bytes"
	"time"
)

const (
	// escapeWait is how long an Esc is held back for what may follow it; terminals write
	// sequences at once, and a person waits for what Esc does.
	escapeWait = 50 * time.Millisecond
	// partWait is the same of a sequence that has begun, which no key of its own looks like, but for
	// Alt and [. It is tmux's escape-time; what is given up comes apart at the agent's side.
	partWait = 500 * time.Millisecond
	// sequenceWait is how long a first detach key waits for the next.
	sequenceWait = 400 * time.Millisecond
	// maxKey bounds the length of a sequence that a key sends.
	maxKey = 64
)

var pasteBegin, pasteEnd = []byte("\x1b[200~"), []byte("\x1b[201~")

// recognizer finds the detach keys in what a person types, in every form that
// terminals send them in, wherever reads are cut, but not inside a paste.
type recognizer struct {
	keys    DetachKeys
	matched int    // how many of the keys have come
	held    []byte // what they were sent as
	part    []byte // the beginning of a sequence
	passed  int    // how much of part the agent has got: it was kept waiting too long
	pasting bool
	// noPastes looks for the keys inside of pastes, too: nobody gets those.
	noPastes bool
}

// feed takes what was typed and returns what the agent gets of it. When the
// keys are complete detached is true, and the rest of p is dropped.
func (r *recognizer) feed(p []byte) (send []byte, detached bool) {
	p = append(r.part, p...)
	passed := r.passed
	r.part, r.passed = nil, 0
	for len(p) > 0 {
		n, whole := r.next(p)
		if !whole {
			r.part, r.passed = append([]byte{}, p...), min(passed, len(p))
			if r.pasting {
				send = append(send, p[r.passed:]...)
				r.passed = len(p)
			}
			return send, false
		}
		skip := min(passed, n)
		passed -= skip
		out, done := r.take(p[:n], skip)
		if send = append(send, out...); done {
			return send, true
		}
		p = p[n:]
	}
	return send, false
}

// next returns the length of what p begins with: a key, or a part of a paste.
// It is not whole when more may belong to it.
func (r *recognizer) next(p []byte) (n int, whole bool) {
	if !r.pasting {
		return keyLength(p)
	}
	if i := bytes.IndexByte(p, pasteEnd[0]); i != 0 {
		if i < 0 {
			i = len(p)
		}
		return i, true
	}
	if bytes.HasPrefix(p, pasteEnd) {
		return len(pasteEnd), true
	}
	return 1, !bytes.HasPrefix(pasteEnd, p)
}

// take acts on one key, of which the agent has got the first bytes already.
func (r *recognizer) take(key []byte, passed int) (send []byte, detached bool) {
	if r.pasting {
		r.pasting = !bytes.Equal(key, pasteEnd)
		return key[passed:], false
	}
	if r.matched > 0 && released(key) { // of a key that is held back
		r.held = append(r.held, key...)
		return nil, false
	}
	if r.matches(key) {
		r.held = append(r.held, key[passed:]...)
		if r.matched++; r.matched < len(r.keys.keys) {
			return nil, false
		}
		r.matched, r.held = 0, nil
		if passed > 1 { // or the agent would take its next key for the end of this one
			send = key[passed:]
		}
		return send, true
	}
	if r.matched > 0 { // it may be the first of them again
		send = r.held
		r.matched, r.held = 0, nil
		more, done := r.take(key, passed)
		return append(send, more...), done
	}
	r.pasting = bytes.Equal(key, pasteBegin) && !r.noPastes
	return key[passed:], false
}

// wait returns how long what is held back may wait for more, 0 when nothing is.
func (r *recognizer) wait() time.Duration {
	switch {
	case len(r.part) > 1 && r.passed == 0: // what follows an Esc that was let go may be typed by hand
		return partWait
	case len(r.part) > r.passed:
		return escapeWait
	case r.matched > 0:
		return sequenceWait
	}
	return 0
}

// flush gives up waiting and returns what was held back. Should the rest of a
// sequence come yet, it is still known for what it is.
func (r *recognizer) flush() (send []byte, detached bool) {
	if len(r.part) == 1 && r.passed == 0 { // the Esc key
		send, detached = r.take(r.part, 0)
		r.passed = 1
		if detached || r.matched > 0 {
			r.part, r.passed = nil, 0
			return send, detached
		}
	}
	send = append(send, r.held...)
	send = append(send, r.part[r.passed:]...)
	r.matched, r.held, r.passed = 0, nil, len(r.part)
	return send, false
}

func (r *recognizer) matches(key []byte) bool {
	if r.matched >= len(r.keys.keys) {
		return false
	}
	want := r.keys.keys[r.matched]
	if len(key) == 1 {
		return key[0] == want.control()
	}
	got, event, ok := decodeKey(key)
	return ok && got == want && event != eventRelease
}

// keyLength returns the length of the key press that p begins with. whole is
// false when more may belong to it.
func keyLength(p []byte) (n int, whole bool) {
	if p[0] != 0x1b {
		return 1, true
	}
	if len(p) == 1 {
		return 1, false
	}
	if p[1] != '[' {
		return 1, true // Esc, or Alt and a key: what follows stands for itself
	}
	for n = 2; n < len(p) && n < maxKey; n++ {
		switch b := p[n]; {
		case b >= 0x40 && b < 0x7f:
			return n + 1, true
		case b < 0x20 || b >= 0x7f:
			return 1, true
		}
	}
	if n == maxKey {
		return 1, true
	}
	return n, false
}
