package adapters

import "strings"

// Yes returns the keys of the answer that allows what is asked this once, and
// nothing more, and that answer as people read it; ok is false for a question
// that has none.
func (s State) Yes() (keys, answer string, ok bool) {
	if s.Dialog != nil {
		return s.Dialog.yes()
	}
	return s.Offered.yes()
}

// Question is what can be read of what is asked, nil for nothing.
func (s State) Question() *Dialog {
	if s.Dialog != nil {
		return s.Dialog
	}
	return s.Offered
}

// yes is State.Yes for one question, which may be nil.
func (d *Dialog) yes() (keys, answer string, ok bool) {
	switch {
	case d == nil || d.loose:
		return "", "", false
	case d.letter != "":
		return d.letter + enterKey, d.letter, true
	}
	if keys, ok = d.choose(yes); !ok {
		return "", "", false
	}
	return keys, d.Options[d.first(yes)].String(), true
}

// String is an option as its line shows it.
func (o Option) String() string { return strings.TrimSpace(o.Key + " " + o.Label) }

// offered is the question of a blocked agent that no rule knows: where a title
// or a record says that it asks, too, the screen shows what.
func (e *Evidence) offered(s State) *Dialog {
	switch {
	case s.Condition != Blocked || s.Dialog != nil:
		return nil
	case e.Waiting.Question != nil:
		return e.Waiting.Question
	case e.Beneath.Question != nil:
		return e.Beneath.Question
	}
	return e.Page.Question
}
