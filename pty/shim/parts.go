package shim

import (
	"bytes"
	"context"
	"slices"
	"time"
)

// pastePatience is how long a send waits for the next part of a paste that somebody else has begun.
const pastePatience = 2 * time.Second

// partedPaste is one that comes in parts.
type partedPaste struct {
	by    any           // who pastes; all hosts are one
	last  time.Time     // when the last of its parts came
	ended chan struct{} // closed at its end
}

// part is write of p as a part of what may go on: a send waits for the end of a paste. One that is
// broken off does not go on, so its end is owed; what others break off meanwhile does not end it.
func (k *keyboard) part(ctx context.Context, by any, p []byte) (int, error) {
	n, err := k.write(ctx, p)
	begin, end := bytes.LastIndex(p[:n], []byte(pasteBegin)), bytes.LastIndex(p[:n], []byte(pasteEnd))
	own := k.pastes(by)
	switch {
	case err != nil:
		pasting := begin > end || begin == end && own
		k.owed = append(k.owed, completion(p, n, pasting)...)
		if pasting || end > begin {
			k.endPaste()
		}
	case begin > end && k.paste == nil:
		k.paste, own = &partedPaste{by: by, ended: make(chan struct{})}, true
	case end > begin:
		k.endPaste()
	}
	if own && k.paste != nil {
		k.paste.last = time.Now()
	}
	return n, err
}

// pastes reports whether a paste of that one's goes on, as who has the turn knows.
func (k *keyboard) pastes(by any) bool { return k.paste != nil && k.paste.by == by }

// abandon has the end of that one's paste owed, if it goes on, as soon as nobody has the turn. It does
// not wait.
func (k *keyboard) abandon(by any) {
	k.mu.Lock()
	k.gone = append(k.gone, by)
	k.mu.Unlock()
	k.repay()
}

// forsake has what was abandoned owed, for who has the turn.
func (k *keyboard) forsake() {
	k.mu.Lock()
	gone := k.gone
	k.gone = nil
	k.mu.Unlock()
	k.end(gone)
}

// end has the end of the paste owed that goes on, if it is of one of these.
func (k *keyboard) end(gone []any) {
	if k.paste != nil && slices.Contains(gone, k.paste.by) {
		k.owed = append(k.owed, pasteEnd...)
		k.endPaste()
	}
}

// forsaken reports whether anybody has left since.
func (k *keyboard) forsaken() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.gone) > 0
}

// endPaste notes that no other part comes, if any was to.
func (k *keyboard) endPaste() {
	if k.paste != nil {
		close(k.paste.ended)
		k.paste = nil
	}
}

// takeWhole is take, outside of what others paste.
func (k *keyboard) takeWhole(ctx context.Context) error {
	for {
		if err := k.take(ctx); err != nil {
			return err
		}
		if k.paste == nil {
			return nil
		}
		ended, left := k.paste.ended, time.Until(k.paste.last.Add(pastePatience))
		if left <= 0 {
			return nil
		}
		k.release()
		late := time.NewTimer(left)
		select {
		case <-ended:
		case <-late.C:
		case <-ctx.Done():
		}
		late.Stop()
	}
}
