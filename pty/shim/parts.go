package shim

import (
	"bytes"
	"context"
	"slices"
	"time"
)

const (
	// PastePatience is how long others wait for the next part of a paste that somebody has begun, and
	// how long a person pauses before what they type behind one that was not taken is.
	PastePatience = 2 * time.Second
	// pasteLapse is how long a paste stays without its next part until it is ended: for longer than a
	// host tries to type that.
	pasteLapse = 45 * time.Second
)

// partedPaste is one that comes in parts.
type partedPaste struct {
	by    any         // who pastes: a viewer, a hostOf, or the name of another
	last  time.Time   // when the last of its parts came
	late  *time.Timer // ends it when no other comes
	tail  tail
	ended chan struct{} // closed at its end
}

// hostOf is a host by its epoch.
type hostOf string

// part is write of p as a part of what may go on: others wait for the end of a paste. One that is
// broken off does not go on, so its end is owed; what others break off meanwhile does not end it.
func (k *keyboard) part(ctx context.Context, by any, p []byte) (int, error) {
	own := k.pastes(by) && len(p) > 0 // who types nothing has not gone on
	switch {
	case own && bytes.HasPrefix(p, []byte(pasteBegin)): // who begins anew has given it up
		k.end(by)
		own = false
	case own:
		k.paste.late.Stop()
	}
	n, err := k.write(ctx, p)
	typed := p[:n]
	if own {
		typed = k.paste.tail.join(typed)
	}
	begin, end := bytes.LastIndex(typed, []byte(pasteBegin)), bytes.LastIndex(typed, []byte(pasteEnd))
	switch {
	case err != nil:
		pasting := begin > end || begin == end && own
		k.owed = append(k.owed, completion(p, n, pasting)...)
		if pasting && k.forsook != nil {
			k.forsook(by)
		}
		if pasting || end > begin {
			k.endPaste()
		}
	case begin > end && k.paste == nil:
		k.paste, own = k.begin(by), true
		k.paste.tail.join(typed)
	case end > begin:
		k.endPaste()
	}
	if own && k.paste != nil {
		k.paste.last = time.Now()
		k.paste.late.Reset(pasteLapse)
	}
	return n, err
}

// begin is a paste of that one's. It is ended when nothing more of it comes.
func (k *keyboard) begin(by any) *partedPaste {
	p := &partedPaste{by: by, ended: make(chan struct{})}
	p.late = time.AfterFunc(pasteLapse, func() { k.abandon(p) })
	return p
}

// pastes reports whether a paste of that one's goes on, as who has the turn knows.
func (k *keyboard) pastes(by any) bool { return k.paste != nil && k.paste.by == by }

// abandon has the end of a paste, given by itself or by whose it is, owed, if it goes on, as soon as
// nobody has the turn. It does not wait.
func (k *keyboard) abandon(what any) {
	k.mu.Lock()
	k.gone = append(k.gone, what)
	k.mu.Unlock()
	k.repay()
}

// forsake has what was abandoned owed, for who has the turn.
func (k *keyboard) forsake() {
	k.mu.Lock()
	gone := k.gone
	k.gone = nil
	k.mu.Unlock()
	k.end(gone...)
}

// end has the end of the paste owed that goes on, if it is one of these, or of one of these.
func (k *keyboard) end(gone ...any) {
	if k.paste == nil || !slices.Contains(gone, k.paste.by) && !slices.Contains(gone, any(k.paste)) {
		return
	}
	k.owed = append(k.owed, pasteEnd...)
	if k.forsook != nil {
		k.forsook(k.paste.by)
	}
	k.endPaste()
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
		k.paste.late.Stop()
		close(k.paste.ended)
		k.paste = nil
	}
}

// takeWhole is take of that one, outside of what others paste: a paste of which nothing more comes in time is
// ended first.
func (k *keyboard) takeWhole(ctx context.Context, by any) error {
	for {
		if err := k.take(ctx); err != nil {
			return err
		}
		if k.paste == nil || k.pastes(by) {
			return nil
		}
		ended, left := k.paste.ended, time.Until(k.paste.last.Add(PastePatience))
		if left <= 0 {
			k.end(k.paste)
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
