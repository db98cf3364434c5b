package orchestrator

import (
	"slices"
	"strings"
	"unicode"
)

// lastShownRunes bounds what is shown of a line of the screen.
const lastShownRunes = 80

// lastShown is the last line with a word on a screen, for the end of a sentence; empty where
// there is none. Whoever is called may see by it what stands there.
func lastShown(screen string) string {
	if line := lastLineShown(screen); line != "" {
		return "; its last line: " + line
	}
	return ""
}

// lastLineShown is that line alone.
func lastLineShown(screen string) string {
	for _, line := range slices.Backward(strings.Split(screen, "\n")) {
		if strings.ContainsFunc(line, unicode.IsLetter) {
			return shortened(line)
		}
	}
	return ""
}

// shortened is a line of a screen as a sentence may end with it.
func shortened(line string) string {
	shown := []rune(strings.Join(strings.Fields(escape(line)), " "))
	if len(shown) > lastShownRunes {
		shown = append(shown[:lastShownRunes-1], '…')
	}
	return string(shown)
}
