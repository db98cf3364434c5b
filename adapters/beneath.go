package adapters

import (
	"strings"
	"time"
)

// beneath returns the lower part of a screen, from the highest line on that moves
// while the words stand, and whether any does. Lines that stood below the composer
// are about the agent, and may move as they like.
func (d *drift) beneath(b bottom, about int) (part bottom, moves bool) {
	for i := range b.lines {
		if d.rows[b.at[i]] && (i < len(b.lines)-about || !d.familiar(b.lines[i])) {
			part, _ = b.cropped(len(b.lines) - i)
			return part, true
		}
	}
	return b, len(d.rows) > 0
}

// item is a line of a list of what is done, or is to be.
var item = lazy(`^ *[^\p{L}\p{N}\s$>❯›] `)

// foreign returns the lines below one that moves that were not there beside the
// composer and do not move, nor are items of a list, none if all of them stand deeper, as
// what a tool prints does.
func (d *drift) foreign(b bottom) []string {
	var lines []string
	margin := false
	for i := 1; i < len(b.lines); i++ {
		line := b.lines[i]
		if wordless.MatchString(line) || d.rows[b.at[i]] || item.MatchString(line) || task.MatchString(line) || d.familiar(line) {
			continue
		}
		margin = margin || indent(line) <= indent(b.lines[0])
		lines = append(lines, strings.TrimSpace(line))
	}
	if !margin {
		return nil
	}
	return lines
}

// over is what offers keys right above what moves, and below which nothing else stands.
func (d *drift) over(b bottom, marks patterns, texts []given, busy bool) *Dialog {
	end := len(b.lines)
	for end > 0 && (wordless.MatchString(b.lines[end-1]) || d.rows[b.at[end-1]]) {
		end--
	}
	if end == 0 || end == len(b.lines) {
		return nil
	}
	question, _ := b.part(0, end).unechoed(texts, func(part bottom) (*Dialog, string) {
		return part.offering("", marks, d.rows, busy)
	})
	return question
}

// stands is what takes the place of a composer while something moves above it: a
// question whose form is known, or any lines of words.
func (w *Watcher) stands(b bottom, at time.Time) Claim {
	e := &w.evidence
	part, moves := w.drift.beneath(b, w.seat.below)
	if !moves {
		return Claim{}
	}
	if e.Waiting.Condition != "" {
		if excerpt, kind, question, ok := part.wanted(w.detector.rules.waiting, false, w.given); ok {
			claim := mark(e.Beneath, Blocked, kind, excerpt, true, at)
			claim.Question = question
			return claim
		}
	}
	if d := w.drift.over(b, w.detector.rules.waiting, w.given, e.Busy.Condition != ""); d != nil {
		if d.Fingerprint == w.drift.answered && at.Before(e.Input.Add(stuckAfter)) {
			return Claim{}
		}
		claim := mark(e.Beneath, Blocked, d.Kind, d.Excerpt(), true, at)
		claim.Question = d
		return claim
	}
	w.drift.answered = ""
	lines := w.drift.foreign(part)
	if !e.Composed || len(lines) < 2 && !(len(lines) == 1 && e.Entry) {
		return Claim{}
	}
	lines = entryless(lines, -1)
	excerpt := brief(strings.Join(lines, " "), excerptLength)
	kind := kindOf(&Dialog{}, subject(lines))
	if kind == Question {
		kind = Unspecified
	}
	return mark(e.Beneath, Blocked, kind, excerpt, true, at)
}

// beneath reports whether what stands in the composer's place is a question although
// something moves above it. Of what has no form that is known it takes longer, and
// of an agent that nobody has seen compose. A busy mark may be left above a question
// by an agent of which nothing is known.
func (q *inquiry) beneath() bool {
	e := &q.e
	known, busy := e.Waiting.Condition != "", e.Busy.Condition != ""
	offers := e.Beneath.Question != nil
	if e.Beneath.Condition == "" || e.Page.Condition != "" || busy && (!known && !offers || !e.Composed || q.signs.BlindQuiet == 0) {
		return false
	}
	patience := strange
	if known && e.Composed && !busy {
		patience = max(idleQuiet, q.signs.IdleQuiet)
	}
	return q.past(later(later(e.Worded, e.Input), e.Started).Add(patience))
}
