package adapters

import "strings"

// wanted finds that somebody is waited for where no rule knows a question: by
// a mark, by answers that one of is marked or that name their keys, or by a line of
// keys above lines about the agent. question is nil where it cannot be read.
func (b bottom) wanted(marks patterns, composed bool, texts []given) (excerpt string, kind Kind, question *Dialog, ok bool) {
	if excerpt, ok = b.find(marks); ok {
		if question = b.lettered(); question == nil {
			question = b.opening()
		}
	} else if question = b.offered(composed, texts); question == nil {
		if composed {
			return "", "", nil, false
		}
		excerpt, kind, ok = b.instructed()
		return excerpt, kind, nil, ok
	}
	if question != nil {
		return question.Excerpt(), question.Kind, question, true
	}
	if kind = Unspecified; speaksOf(Auth, excerpt) || code.MatchString(excerpt) || secret.MatchString(excerpt) {
		kind = Auth
	}
	return unfilled(excerpt), kind, nil, ok
}

// pointed is the line of a list that has a cursor. What has a sign in the first
// column and no number is no list: so begin the texts of people.
var pointed = lazy(`^(?: *[>❯›»▶►▸➤→] *\d{1,2}[.)] +\S| +[❯›»▶►▸➤→] +\S)`)

// opening finds the last list with a cursor, wherever it stands, nil for none.
// Nothing says that it is a question but that there has been nothing else, so
// it is not one to be answered.
func (b bottom) opening() *Dialog {
	for i := len(b.lines) - 1; i >= 0; i-- {
		if !pointed.MatchString(b.lines[i]) {
			continue
		}
		if d := b.question(dialogRule{}, []int{i, len(b.lines) - 1}); d != nil {
			d.loose = !b.closes(d)
			return d
		}
	}
	return nil
}

var (
	// radio is an answer with a button, filled for the one that is chosen, and
	// direct one with a cursor or in its column that names a key of its own.
	radio  = lazy(`^( *)(?:([●◉⦿])|[○◯◌]) +(\S.*)$`)
	direct = lazy(`^( *)(?:([❯›▸▶►➤→])| ) (\S.*?) +[\[(](?i:alt|ctrl|cmd|opt|option|shift|meta|⌥|⌘)[ +-]?\S{1,2}[\])]$`)
	prompt = lazy(`^ *[>❯›$%#](?: |$)`)
)

// choice finds answers below each other that end the screen, of which exactly
// one is marked; nil for none. The keys that choose are not known.
func (b bottom) choice() *Dialog {
	end := len(b.lines)
	for end > 0 && len(b.lines)-end < edge/2 && !prompt.MatchString(b.lines[end-1]) && (wordless.MatchString(b.lines[end-1]) || keyLine(b.lines[end-1])) {
		end--
	}
	for _, form := range []*pattern{radio, direct} {
		d, first := &Dialog{}, end
		indent := ""
		for ; first > 0; first-- {
			m := form.FindStringSubmatch(b.lines[first-1])
			if m == nil || len(d.Options) > 0 && m[1] != indent {
				break
			}
			indent = m[1]
			d.Options = append([]Option{{Label: m[3], Selected: m[2] != ""}}, d.Options...)
		}
		if len(d.Options) < 2 || d.chosen() != 1 || first == 0 {
			continue
		}
		d.Text = strings.TrimSpace(b.lines[first-1])
		for at := b.heading(first); at < first-1; at++ {
			if !wordless.MatchString(b.lines[at]) {
				d.Text = strings.TrimSpace(b.lines[at]) + "\n" + d.Text
				break
			}
		}
		d.own, d.leads = b.own(b.heading(first), first)
		d.Kind, d.loose = kindOf(d, subject(strings.Split(d.Text, "\n"))), true
		d.seal()
		return d
	}
	return nil
}
