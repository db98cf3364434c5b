package session

import (
	"strings"

	"github.com/google/uuid"
)

// minPrefix is the shortest prefix that is looked up; shorter ones are slips.
const minPrefix = 4

// idLength is the length of a UUID in its usual form.
const idLength = 36

// ShortID is the beginning of an id that people are shown: its millisecond, which Create gives to
// one session of a state folder only.
func ShortID(id string) string { return id[:min(len(id), 13)] }

// isID reports whether text is a session id in the form that folders carry.
func isID(text string) bool {
	id, err := uuid.Parse(text)
	return err == nil && id.String() == text
}

// prefix checks text and returns it in lower case. Nothing but what could
// begin an id gets past it, so no path does.
func prefix(text string) (string, error) {
	lower := strings.ToLower(text)
	bad := strings.TrimLeft(lower, "0123456789abcdef-") != ""
	if bad || len(lower) < minPrefix || len(lower) > idLength {
		return "", &InvalidIDError{Text: text}
	}
	return lower, nil
}
