package vt

import (
	"strings"
	"time"
)

const (
	keyPause = 60 * time.Millisecond
	// EnterPause is between a text and its Enter, or its first key, and after an Enter: a program that gets
	// both at once takes the Enter for a part of the text.
	EnterPause = 150 * time.Millisecond
	// EscapePause is behind a lone Escape, of which a program makes one key, Alt, with whatever comes
	// sooner: readline (keyseq-timeout), Node.js (escapeCodeTimeout), prompt_toolkit (ttimeoutlen) and tmux
	// (escape-time, until 3.5) all wait for 500 ms. Those that wait for a second, as ncurses does, have a
	// setting for it, and an answer that waited so long would keep others from the keyboard.
	EscapePause = 600 * time.Millisecond
)

// Pace is how long after a key the next may be typed, both as their bytes: many programs take what comes
// at once for one key, or for a paste.
func Pace(before, next string) time.Duration {
	switch {
	case strings.HasSuffix(before, "\x1b"):
		return EscapePause
	case next == "\r":
		return EnterPause
	}
	return keyPause
}

// PaceBehind is Pace behind a text, which takes longer to be taken in; behind none it is 0.
func PaceBehind(text []byte, next string) time.Duration {
	if len(text) == 0 {
		return 0
	}
	return max(EnterPause, Pace(string(text[len(text)-1:]), next))
}
