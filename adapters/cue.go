package adapters

import (
	"slices"
	"strings"
)

// What a line of its own may offer, besides answers by letters in brackets, see spelled.
var (
	// countdown is the end of a line that says how long an answer is waited for.
	countdown = lazy(`(?i)[\s,;·•|-]*(?:[\[(][^\[\]()]*\b\d+ ?(?:s|secs?|seconds?|m|min|minutes?)\b[^\[\]()]*[\])]|\bauto-?\p{L}+ in \d+ ?\p{L}*)[\s.…]*([:?>]?)\s*$`)
	// chosen are short answers in brackets behind a question, or behind an order to choose and
	// before a colon; unframed the same for yes and no without brackets, and either what may be
	// typed in words.
	chosen   = lazy(`(?i)(?:\?[^\p{L}\p{N}]*?|^\W*(?:please )?(?:choose|select|pick|enter|type|choice|option)\b[^.?!]*?)[\[({<] *\[?\p{L}*\d*\]?(?:(?: *[/|,] *| or )(?:or )?[\[(]?[\p{L}\d]{1,12}[\])]?)+ *[\])}>] *([:?>›]*) *$`)
	behind   = lazy(`(?i)^\W*(?:please )?(?:choose|select|pick|enter|type|choice|option)\b[^.?!]*[\[(][^\[\]()]{1,12}[\])] *[:?>›] *$`)
	unframed = lazy(`(?i)(?:[?›>:] *|^[\s│|]*)(?:(?:y|yes|y\(es\)) ?[/|,] ?(?:n|no|n\(o\))|(?:n|no) ?[/|] ?(?:y|yes))(?: ?[/|,] ?[\p{L}()]+)* *[:?>]? *$`)
	either   = lazy(`(?i)(?:\?[ ,]*|^\W*|\? *[(\[] *)(?:(?:please )?(?:type|enter|press|choose) )?['"]?(?:y|yes)['"]? or ['"]?(?:n|no)['"]?(?: *[)\]])?[\s:>.]*$`)
	// ranged is a range of numbers and a colon, numeric an order to type one.
	ranged  = lazy(`^\W*[\[(]\d+ ?(?:-|–|\.\.) ?\d+[\])] *[:?>] *$`)
	numeric = lazy(`(?i)^\W*(?:please )?(?:enter|type|choose|select|pick) (?:an? |the |your |one )*(?:\w+ )?(?:numbers?|options?|letters?|index)\b[^.?!:]*[:>] *$`)
	// bracketed is a key in brackets, alone or behind a question, or two of them, or its sign behind a question.
	bracketed = lazy(`(?i)(?:\?\s*|^\s*)[\[(](?:[^\[\]()]*[^\p{L}\[\]()])?(?:enter|return)\b[^\[\]()]*[\])] *$|(?:[\[(]|\? *)(?:enter|return|[↵⏎]) ?[/|,] ?(?:esc(?:ape)?|⎋)[\])]? *$|\? *[\[(]?[↵⏎][\])]? *$`)
	// digits are the keys of a list above.
	digits = lazy(`(?i)^\W*(?:press|hit) (?:[\[('"]?[\p{L}\d][\])'"]?, )*[\[('"]?[\p{L}\d][\])'"]? (?:or|/) [\[('"]?[\p{L}\d][\])'"]?[\s:>.]*$`)
	paging = lazy(`(?i)^ *-{2,} ?\(?more\)?[^\p{L}]*-{2,} *$`)
	trusts = lazy(`(?i)^[^\p{L}●•⏺]*do you trust\b[^?]*\? *$`)
	// pressed names a key or a word, and what it does.
	pressed = lazy(`(?i)^\W*(?:please )?(?:press|hit|(?:reply|respond|answer)(?: with)?) (?:[\[<('"]?(?:(?:ctrl|alt|shift|cmd|option|meta)(?: ?[+-] ?| )\S|enter|return|esc(?:ape)?|space(?:bar)?|any key|\p{L}|\d)[\])>'"]?|\p{L} (?:or|/) \p{L}) (?:key )?(?:(?:again )?to|for) (?:` + does + `)\b|^\W*(?:please )?(?:type|enter) (?:['"“‘][\w -]+['"”’]|['"[(<]?[\w-]+['"\])>]?)(?: in capitals)? (?:and press|to (?:` + does + `|delete|remove|destroy|reset|replace|discard|trust))\b[^.?!]*[:.>]? *$|(?:^|\? )\W*(?:press|hit) any key[\s.…]*$`)
	// named is an entry for a secret or for one of several.
	named = lazy(`(?i)^(?:[^\n.]*\b(?:pass ?(?:word|phrase|code)|otp|pin|verification code)\b[^\n:>.]{0,60}|[^\n.]*\b(?:enter|paste|type) [^\n>:.]*\b(?:code|token|key|password)\b[^\n>:.]{0,30}|[^\n]*\b(?:select|choose|pick|enter|type|option)\b[^\n]*[\[(]\d+ ?(?:-|–|\.\.) ?\d+[\])][^\n:>?]{0,20}|[^\n.]*\b(?:your|enter|make an?) (?:\w+ )?(?:choice|selection|answer)\b[^\n:>?]{0,20})[:>?] *[*•]*$`)
	// ordered is a question in which nobody asks.
	ordered = lazy(`^ *(?:[?!⚠]\x{FE0E}?\x{FE0F}? *)?(?:Allow|ALLOW|Approve|Permit|Authori[sz]e|Grant|Trust|Overwrite|Replace|Delete|Remove|Continue|Proceed|Confirm|Accept|Run|Execute|Apply|Retry|Are you sure)\b(?:[^?.!]|\.\S)*\?(?: +[yY›>»:]?)?$|^[^●•⏺]*\bwants? to\b.*[.:,] (?:Allow|Approve|Proceed|Continue|Confirm)\?$`)
	// consulting looks like one, and is about other people.
	consulting = lazy(`^ *Confirm with\b`)
	// required is the heading of a question.
	required = lazy(`(?i)^[^\p{L}\p{N}●•⏺]*(?:(?:approval|permission|confirmation|authori[sz]ation|action) (?:is )?(?:required|requested|needed)(?: to \w+ [^.?!:]*)?|(?:needs?|requires?) (?:your )?(?:approval|permission|confirmation)|(?:waiting for|awaiting) (?:your |the |user )*(?:confirmation|approval|permission|authori[sz]ation))(?: *[:…(]|\.{3}| *$)(?:[^.?!]|\.\S|\.{3})*$`)
)

// cue finds keys or words that the last line offers, or what one of the marks of waiting knows
// in it. last says that nothing stands below it.
func (b bottom) cue(marks patterns, last bool) *Dialog {
	line := b.lines[len(b.lines)-1]
	if cited(line) || b.copied(len(b.lines)-1) || enumerated.MatchString(line) {
		return nil
	}
	offers := func(p *pattern) bool { return p.MatchString(line) }
	waits := func(p *expression) bool { return p.MatchString(line) }
	if at := b.poll(); last && at >= 0 {
		return b.part(0, at+1).saying()
	}
	switch {
	case slices.ContainsFunc([]*pattern{unframed, either, ranged, bracketed, digits, paging, trusts, required}, offers):
	case phrased(line), chooses(line), alternatives(line), b.stacked(), last && numeric.MatchString(line):
	case !prosaic(line) && !paragraph.MatchString(line) && !stopped.MatchString(line) && !spelled.MatchString(line) && slices.ContainsFunc(marks, waits):
	default:
		return nil
	}
	return b.with(b.saying())
}

// chooses reports whether a line has answers in brackets.
func chooses(line string) bool {
	if behind.MatchString(line) {
		return true
	}
	m := chosen.FindStringSubmatch(line)
	return m != nil && (m[1] != "" || strings.Contains(line, "?"))
}

// instruction finds a key to press, an entry, or an order with a question mark in the last line. Where
// ends does not say that nothing stands below it, the sign of a message ahead makes it an announcement.
func (b bottom) instruction(ends bool) *Dialog {
	last := len(b.lines) - 1
	if last < 0 || prosaic(b.lines[last]) || !ends && paragraph.MatchString(b.lines[last]) {
		return nil
	}
	if d := b.spoken(pressed, named); d != nil {
		return b.with(d)
	}
	if last > 0 && b.wraps(last) {
		return nil // the rest of a sentence
	}
	if consulting.MatchString(b.lines[last]) {
		return nil
	}
	return b.with(b.spoken(ordered))
}

// spoken is the last line as a question where it has one of these forms.
func (b bottom) spoken(forms ...*pattern) *Dialog {
	if len(b.lines) == 0 {
		return nil
	}
	line := b.lines[len(b.lines)-1]
	if slices.ContainsFunc(forms, func(p *pattern) bool { return p.MatchString(line) }) {
		return b.saying()
	}
	return nil
}

// saying is the last line as a question.
func (b bottom) saying() *Dialog {
	line := b.lines[len(b.lines)-1]
	d := &Dialog{Text: strings.TrimSpace(unfilled(line))}
	if d.Kind = kindOf(d, d.Text); d.Kind == Question {
		d.Kind = spokenKind(d.Text)
		if secret.MatchString(line) || code.MatchString(line) {
			d.Kind = Auth
		}
	}
	d.seal()
	return d
}
