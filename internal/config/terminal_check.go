package config

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"rooda/adapters"
	"rooda/prompts"
	"rooda/pty/vt"
)

const regexpHint = "patterns are Go's: https://pkg.go.dev/regexp/syntax"

// terminal checks what the schema cannot.
func (s *source) terminal(f terminalFile, at ...any) {
	for i, t := range f.Titles {
		s.pattern(string(t.Match), under(under(under(at, "titles"), i), "match")...)
		s.pause(t.Fresh, under(under(under(at, "titles"), i), "fresh")...)
	}
	if m := f.Marks; m != nil {
		s.patterns(m.Busy, under(under(at, "marks"), "busy")...)
		s.patterns(m.Idle, under(under(at, "marks"), "idle")...)
		s.patterns(m.Waiting, under(under(at, "marks"), "waiting")...)
		s.patterns(m.Error, under(under(at, "marks"), "error")...)
		s.patterns(m.Done, under(under(at, "marks"), "done")...)
		s.patterns(m.Placeholder, under(under(at, "marks"), "placeholder")...)
	}
	for i, d := range f.Dialogs {
		features := under(under(under(at, "dialogs"), i), "features")
		s.patterns(d.Features, features...)
		if s.has(features...) && len(d.Features) < 2 {
			s.refuse(errors.New("one feature alone is no dialog"), "prose matches one pattern easily: add one for the keys below, such as Esc to cancel", features...)
		}
	}
	named := map[text]bool{}
	for i, h := range f.Handlers {
		place := under(under(at, "handlers"), i)
		s.handler(h, place...)
		if name := under(place, "name"); h.Name != nil && named[*h.Name] && s.has(name...) {
			s.refuse(fmt.Errorf("there is another handler %q above", *h.Name), "give each its own name: by it a handler takes the place of one from elsewhere", name...)
		}
		if h.Name != nil {
			named[*h.Name] = true
		}
	}
	if f.Version != nil {
		version := under(at, "version")
		s.pattern(string(*f.Version), version...)
		if p, err := regexp.Compile(string(*f.Version)); err == nil && p.NumSubexp() == 0 && s.has(version...) {
			s.refuse(errors.New("the pattern has no group"), `put the version in parentheses: 'Agent v(\d[\w.-]*)'`, version...)
		}
	}
	s.most(f.IdleQuiet, longestQuiet, "idle_quiet: 700ms", under(at, "idle_quiet")...)
	s.most(f.BlindQuiet, longestQuiet, "blind_quiet: 10s", under(at, "blind_quiet")...)
	if f.Submit != nil {
		s.most(f.Submit.Settle, longestSettle, "settle: 300ms", under(under(at, "submit"), "settle")...)
	}
}

func (s *source) handler(h handlerFile, at ...any) {
	if !s.has(at...) {
		return
	}
	s.pattern(string(h.Match), under(at, "match")...)
	if h.Choose != nil {
		s.pattern(string(*h.Choose), under(at, "choose")...)
	}
	for i, key := range h.Keys {
		s.key(string(key), under(under(at, "keys"), i)...)
	}
	given := 0
	for _, key := range []string{"use", "keys", "choose"} {
		if s.doc.Has(under(at, key)...) {
			given++
		}
	}
	if given != 1 {
		s.refuse(fmt.Errorf("a handler has exactly one of use, keys and choose, this one has %d", given), "use: confirmYes takes the plain yes", at...)
	}
}

// key refuses a word that was meant as the name of a key and is none.
func (s *source) key(key string, at ...any) {
	_, err := adapters.KeyText(key)
	if err == nil || !s.has(at...) {
		return
	}
	hint := `keys are written as in rooda send --keys (Enter, Escape, Tab, Up, C-c ...); of a word that is to be typed, each letter: [y, e, s], or with its Enter: "yes\r"`
	if near := prompts.Nearest(key, vt.KeyNames()); len(near) > 0 {
		hint = "did you mean " + near[0] + "?"
	}
	s.refuse(err, hint, at...)
}

func (s *source) patterns(list []text, at ...any) {
	for i, p := range list {
		s.pattern(string(p), under(at, i)...)
	}
}

func (s *source) pattern(p string, at ...any) {
	if _, err := regexp.Compile(p); err != nil && s.has(at...) {
		s.refuse(err, regexpHint, at...)
	}
}

// longestSettle is more than any composer needs to take a text in, longestQuiet
// more than any screen rests in the middle of what is called work.
const longestSettle, longestQuiet = 10 * time.Second, time.Minute

// most refuses what can only be meant in another unit.
func (s *source) most(v *pause, limit time.Duration, example string, at ...any) {
	s.pause(v, at...)
	if v == nil || !s.has(at...) {
		return
	}
	if d, err := parseSpan(string(*v)); err == nil && d > limit {
		hint := "for example " + example
		if n, err := strconv.Atoi(string(*v)); err == nil {
			hint = fmt.Sprintf("a number alone is seconds; for milliseconds write %dms", n)
		}
		s.refuse(fmt.Errorf("%s is too long, the most is %s", d, limit), hint, at...)
	}
}

func (s *source) pause(v *pause, at ...any) {
	if v == nil || !s.has(at...) {
		return
	}
	if _, err := parseSpan(string(*v)); err != nil {
		s.refuse(err, "leave it out for the built-in value", at...)
	}
}
