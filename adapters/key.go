package adapters

import (
	"fmt"

	"rooda/pty/vt"
)

// wordlike is what a person takes for the name of a key.
var wordlike = lazy(`^(?:[CMScms]-.+|[A-Za-z][A-Za-z0-9]+)$`)

// KeyText returns what one entry of a handler's keys types. It is the name of
// a key as in `rooda send --keys` (see [vt.KeyBytes]), or else the text itself:
// a character, or what holds more than letters and digits, such as "\r" or
// "y\r". A word that is no key is an error ([vt.ErrKey]) and not text, because
// each of its letters could be an answer.
func KeyText(entry string) (string, error) {
	if key, err := vt.KeyBytes(entry, false); err == nil {
		return string(key), nil
	} else if wordlike.MatchString(entry) {
		return "", err
	}
	return entry, nil
}

// entryStrokes is what entries of a handler's keys make a person press. Each stands for itself: of an
// Escape and what follows, no Alt is made.
func entryStrokes(entries []string) (strokes []string, err error) {
	for _, entry := range entries {
		text, err := KeyText(entry)
		if err != nil {
			return nil, fmt.Errorf("keys: %w", err)
		}
		strokes = append(strokes, Strokes(text)...)
	}
	return strokes, nil
}
