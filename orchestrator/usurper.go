package orchestrator

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"rooda/adapters"
)

const (
	// maxPatience bounds how often the time doubles for which another question has to stand before people are
	// told: some count, and are another each time.
	maxPatience = 7
	// maxCalls bounds the calls for other answers while nobody types.
	maxCalls = 4
)

// usurper is the question that has taken the place of the one that people were told of, while nothing but its
// words tells them apart: its agent says all the time that it asks. The zero usurper is none.
type usurper struct {
	print   string
	since   time.Time
	times   int      // that people were told of another
	answers []string // to which they were called since somebody has typed
}

// with is the answers, and others.
func (u usurper) with(answers string) []string {
	if slices.Contains(u.answers, answers) {
		return u.answers
	}
	return append(u.answers, answers)
}

// usurped reports whether the agent asks something else than people were told.
func (q *obstacle) usurped() bool {
	d := q.state.Question()
	return q.open() && !q.unread && d != nil && d.Fingerprint != q.print
}

// watch follows what has taken the question's place.
func (q *obstacle) watch(now time.Time) {
	switch d := q.state.Question(); {
	case !q.usurped():
		q.usurper.print, q.usurper.since = "", time.Time{}
	case q.usurper.print != d.Fingerprint:
		q.usurper.print, q.usurper.since = d.Fingerprint, now
	}
}

// ripe is when that has stood for so long that it is told, zero for nothing.
func (q *obstacle) ripe() time.Time {
	if q.usurper.since.IsZero() {
		return time.Time{}
	}
	return q.usurper.since.Add(Vanish << min(q.usurper.times, maxPatience))
}

// supplant tells people what the agent asks now, once that has stood for a while. Where somebody may have answered,
// or its answers are others, they are called anew; else the record follows. ours is false while there is nothing to tell.
func (c *conversation) supplant(s scene, now time.Time) (m move, ours bool) {
	q := &c.asked
	q.watch(now)
	if !q.usurped() || !s.Current || s.Hold || now.Before(q.ripe()) {
		return move{}, false
	}
	answered := q.print != "" && (s.touched.After(q.told) || q.agreed.After(q.told) || q.given != nil)
	if !answered && !q.varies(s) {
		return move{tell: q.follow(s)}, true
	}
	if now.Before(s.attended()) {
		return move{}, false
	}
	by, list := q.resolver(s), q.usurper.with(q.answers)
	*q = obstacle{state: q.state, lack: q.lack, since: q.usurper.since, told: now}
	if !answered {
		q.usurper.answers = list
	}
	told := q.raised(s)
	told.Answered = by
	return move{tell: told}, true
}

// varies reports whether the question has answers to which nobody was called yet, and which have not only more or less
// room than those.
func (q *obstacle) varies(s scene) bool {
	is := answersOf(q.state)
	resized := s.Resized.After(q.told) && q.usurper.since.Sub(s.Resized) < Vanish
	return !resized && q.print != "" && is != q.answers && len(q.usurper.answers) < maxCalls && !slices.Contains(q.usurper.answers, is)
}

// follow puts the question on record that stands there now.
func (q *obstacle) follow(s scene) InteractionChanged {
	from := q.print
	q.note, q.usurper.answers = "", q.usurper.with(q.answers)
	r := q.raised(s)
	q.usurper.times++
	return InteractionChanged{
		Kind: r.Kind, Excerpt: r.Excerpt, Options: r.Options, Fingerprint: r.Fingerprint, Yes: r.Yes, Note: r.Note,
		Another: true, from: from,
	}
}

// answersOf are the words of the answers that a question has, without what only counts.
func answersOf(state adapters.State) string {
	d := state.Question()
	if d == nil {
		return ""
	}
	words := adapters.Replies(d.Text)
	for _, option := range d.Options {
		words = append(words, option.Label)
	}
	return strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, strings.Join(words, "\n"))
}
