package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rooda/internal/console"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/pty/vt"
)

// post types into one terminal.
type post struct {
	client  *shim.Client
	options sendOptions
	who     string
	look    func(context.Context) error // before anything is typed; nil for nothing
	sent    shim.Sent
}

// whole types all of it as one piece.
func (p *post) whole(ctx context.Context, text []byte) error {
	m := shim.Sending{
		Text: text, Paste: p.options.paste, Keys: p.options.names(), Enter: p.options.enter,
		Who: p.who, Limit: p.options.timeout, Look: p.look,
	}
	if !p.options.force {
		m.Quiet = quietBefore
	}
	if deadline, ok := ctx.Deadline(); ok { // a moment before, so that it is told how far it got
		left := time.Until(deadline)
		m.Limit = max(left-min(left/10, parting), time.Millisecond)
	}
	return p.answered(ctx, func(ctx context.Context) (err error) {
		p.sent, err = p.client.Send(ctx, m)
		return err
	})
}

// answered types. That may take long for a person who types, or for an agent that does
// not read, but not for a terminal that does not answer.
func (p *post) answered(ctx context.Context, send func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	taken := make(chan error, 1)
	go func() { taken <- send(ctx) }()
	look := time.NewTicker(unanswered)
	defer look.Stop()
	for {
		select {
		case err := <-taken:
			return err
		case <-look.C:
		}
		if _, silence := p.client.Task(ctx); errors.Is(silence, shim.ErrSilent) {
			cancel()
			if err := <-taken; err == nil {
				return nil
			}
			return silence
		}
	}
}

// begun says whether anything has been typed.
func (p *post) begun() bool {
	return p.sent.Text > 0 || p.sent.Struck > 0 || p.sent.Keys || p.sent.Enter
}

// part is how much of it was typed.
func (p *post) part() string {
	switch {
	case p.sent.Text < p.sent.Of:
		return fmt.Sprintf("%d of the text's %d bytes", p.sent.Text, p.sent.Of)
	case len(p.options.keys.given) > 0 && !p.sent.Keys && p.sent.Struck > 0:
		return fmt.Sprintf("%d of the %d keys", p.sent.Struck, len(p.options.names()))
	case len(p.options.keys.given) > 0 && !p.sent.Keys:
		return "the text, but not the keys"
	}
	return "all but the Enter"
}

// failed says what became of a text that was not taken.
func (p *post) failed(target agent, err error) error {
	look := fmt.Sprintf("rooda screen %s shows it", target)
	var asked codedError
	var long *pty.LineError
	switch {
	case errors.As(err, &long) && !p.begun():
		err := fmt.Errorf("%s took nothing: %w", target, long)
		if long.Bytes-long.Stood <= long.Max {
			return codedError{hintf(err, "rooda send %s --keys ctrl-u takes back what stands there", target), exitUsage}
		}
		return codedError{hintf(err, "send lines that are no longer, or write the text to a file and have the agent read that; --paste is no help there"), exitUsage}
	case errors.As(err, &long):
		return codedError{hintf(fmt.Errorf("%s took %s: then %w", target, p.part(), long), "%s", look), exitUsage}
	case errors.As(err, &asked):
		return err
	case errors.Is(err, vt.ErrKey):
		return noKey(err)
	case errors.Is(err, shim.ErrPerson) && !p.begun():
		return hintf(fmt.Errorf("%s took nothing: %w", target, shim.ErrPerson), "--force does not stop for a person; %s", look)
	case errors.Is(err, shim.ErrPerson):
		return hintf(fmt.Errorf("%s took %s: %w", target, p.part(), shim.ErrPerson), "--force does not stop for a person; %s", look)
	case errors.Is(err, context.DeadlineExceeded) && !p.begun():
		err = fmt.Errorf("%s took nothing for %s: somebody types there, or it does not read", target, console.Brief(p.options.timeout))
		if !p.options.force {
			look = "--force does not wait for a person; " + look
		}
		return codedError{hintf(err, "%s", look), exitTimeout}
	case errors.Is(err, context.DeadlineExceeded):
		return codedError{hintf(fmt.Errorf("%s took %s within %s", target, p.part(), console.Chosen(p.options.timeout)), "%s", look), exitTimeout}
	case p.begun() && errors.Is(err, pty.ErrExited):
		return codedError{hintf(fmt.Errorf("%s took %s, and then its agent ended", target, p.part()), "rooda logs %s shows what it printed", target), exitUnreachable}
	case p.begun():
		return fmt.Errorf("%w; it took %s at least", target.unreachable(err), p.part())
	}
	return target.unreachable(err)
}

// noKey is the error of a name that is no key's, or not that of one of the agent's.
func noKey(err error) error {
	return codedError{hintf(err, "a character, or Enter, Escape, Tab, Up, Down, PageUp, F1, C-c (or ctrl-c), M-x ...; S-Enter, C-Enter and their like only where the agent asked for them"), exitUsage}
}
