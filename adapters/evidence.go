package adapters

import "time"

// Claim is what one source says. The zero Claim says nothing.
type Claim struct {
	Source    Source
	Condition Condition
	Kind      Kind
	Excerpt   string
	// Question is what the words were taken from, nil where it cannot be read.
	Question *Dialog
	// Since is when the source began to say so; Seen is when it last did.
	Since, Seen time.Time
	// Fresh is how long after Seen the claim holds; 0 means until it is replaced.
	Fresh time.Duration
}

// stands reports whether the claim says c and still holds.
func (c Claim) stands(condition Condition, now time.Time) bool {
	return c.Condition == condition && (c.Fresh == 0 || now.Before(c.Seen.Add(c.Fresh)))
}

// Evidence is the table that a decision is made from: a claim for each
// source, and when things happened. Times that never came are zero.
type Evidence struct {
	Started time.Time
	Process Claim // Exited, once the process has ended
	// Hook is what the agent's own event stream said last.
	Hook Claim
	// Status is the program's own record (OSC 7501), Before the one that it
	// replaced.
	Status, Before Claim
	Title          Claim
	Progress       Claim
	// Dialog is the question at the bottom of the screen, nil without one,
	// Asked when it appeared, and Gone when it vanished, unless that has
	// been long enough for it to be dropped.
	Dialog      *Dialog
	Asked, Gone time.Time
	// Composer, Busy, Waiting, Failure and Ended are the adapter's marks that
	// are on the bottom of the screen.
	Composer, Busy, Waiting, Failure, Ended Claim
	// Worked is the newest proof of work, or of a finished turn, that does not rest on mere
	// movement.
	Worked Claim
	// Told is when a source other than the screen last began to say so. Where it did so before the
	// last input and after, that input.
	Told time.Time
	// Sign is a line that should move, and need not: it vetoes rest, and proves
	// nothing.
	Sign Claim
	// Page is a line of keys on the bottom of the screen, which counts where no
	// composer is; Composed says that there has ever been one, Met that one
	// stood there when the last turn began.
	Page          Claim
	Composed, Met bool
	// Posed is what offers keys beside the composer, see bottom.posed.
	Posed Claim
	// Unanswered is the fingerprint of that where somebody has typed since it was told.
	Unanswered string
	// Beneath is what stands below something that moves while the words on the
	// screen do not, where no composer is.
	Beneath Claim
	// Entry says that the terminal's cursor can be seen behind a question or a
	// name, where no composer is.
	Entry bool
	// Ready says that the agent has been in any condition but starting.
	Ready bool
	// Output is when the last byte came, Input when something was last typed,
	// Changed when the text of the screen last changed, Burst when it last
	// changed twice within 1.5 s, and Settled when it last came to rest since.
	Output, Input, Changed, Burst, Settled time.Time
	// Stirred is when it last changed in more than clocks and counters, Worded in
	// more than these and signs.
	Stirred, Worded time.Time
	// Text is the last line on the screen, above the composer while one is there.
	Text string
}

// claims returns the claims that say something.
func (e Evidence) claims() []Claim {
	var said []Claim
	for _, c := range []Claim{e.Process, e.Hook, e.Status, e.Title, e.Progress, e.Composer, e.Busy, e.Sign, e.Waiting, e.Failure, e.Ended, e.Page, e.Posed, e.Beneath} {
		if c.Condition != "" {
			said = append(said, c)
		}
	}
	if e.Dialog != nil {
		said = append(said, Claim{Source: ByDialog, Condition: Blocked, Kind: e.Dialog.Kind, Excerpt: e.Dialog.Excerpt(), Since: e.Asked, Seen: e.Asked})
	}
	return said
}
