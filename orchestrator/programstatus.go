package orchestrator

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// ProgramStatus is one record of the program status protocol, OSC 7501.
type ProgramStatus struct {
	State, Kind, ID string
	// Message is what the agent says of it, fit for a terminal.
	Message string
}

// talk is a record as what it means to a person.
func (s ProgramStatus) talk() Talk {
	switch {
	case s.State != "blocked":
		return InteractionResolved{By: "agent"}
	case s.Kind == "":
		return InteractionNeeded{Kind: "unknown", Excerpt: s.Message}
	}
	return InteractionNeeded{Kind: s.Kind, Excerpt: s.Message}
}

// oscProgramStatus is the number of the operating system command.
const oscProgramStatus = 7501

// parseProgramStatus reads "key=value:key=value"; a query or anything else is
// no record.
func parseProgramStatus(cmd int, data []byte) (ProgramStatus, bool) {
	if cmd != oscProgramStatus {
		return ProgramStatus{}, false
	}
	var s ProgramStatus
	for field := range strings.SplitSeq(string(data), ":") {
		key, value, _ := strings.Cut(field, "=")
		switch key {
		case "state":
			s.State = value
		case "kind":
			s.Kind = word(value)
		case "id":
			s.ID = value
		case "msg":
			s.Message = spoken(value)
		}
	}
	return s, s.State != ""
}

// maxMessage is how many characters of a message are kept.
const maxMessage = 200

// spoken is a message, which travels as base64, with padding or without, in
// one line; nothing when it is no text.
func spoken(value string) string {
	text, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(value, "="))
	if err != nil || !utf8.Valid(text) {
		return ""
	}
	return firstRunes(escape(strings.Join(strings.Fields(string(text)), " ")), maxMessage)
}

// maxKind is the longest word for a kind of question.
const maxKind = 40

// word is value when that is a word, and nothing otherwise: it comes from the
// agent, and ends up in journals and on terminals.
func word(value string) string {
	strange := func(r rune) bool {
		return r != '-' && r != '_' && r != '.' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}
	if len(value) > maxKind || strings.ContainsFunc(value, strange) {
		return ""
	}
	return value
}
