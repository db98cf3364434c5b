package adapters

import (
	"slices"
	"strings"
	"unicode"
)

// pasteable takes out of a text what could end a paste or act on a terminal.
func pasteable(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
	return strings.TrimRight(blank.ReplaceAllString(text, ""), "\n")
}

// blank are the lines at the head of a text that say nothing. They would be all
// that shows in the first line of a composer.
var blank = lazy(`\A(?:[ \t]*\n)+`)

// pieces cuts a text into writes, never inside a character or a sequence.
func pieces(text string) []string {
	var list []string
	for len(text) > pieceSize {
		n := pieceSize - len(pasteEnd)
		for n > 0 && text[n]&0xc0 == 0x80 {
			n--
		}
		list, text = append(list, text[:n]), text[n:]
	}
	return append(list, text)
}

// landmarks are parts of a text that show it in a composer, however the
// composer wraps it: the beginnings of its first line that is more than a frame and of its last
// one, and its end.
func landmarks(text string) []string {
	const long = 24
	var marks []string
	lines := strings.Split(text, "\n")
	first := max(0, slices.IndexFunc(lines, func(line string) bool { return solid(line) != "" }))
	for _, line := range []string{lines[first], lines[len(lines)-1]} {
		if mark := []rune(solid(line)); len(mark) > 0 {
			marks = append(marks, string(mark[:min(len(mark), long)]))
		}
	}
	if last := []rune(solid(lines[len(lines)-1])); len(last) > long {
		marks = append(marks, string(last[len(last)-long:]))
	}
	return marks
}

// placeholder is what composers show for a text that is long or has several
// lines: how much was pasted, in brackets.
var placeholder = lazy(`(?i)\[[^\]\n]{0,40}\bpast(?:e|ed)\b[^\]\n]{0,60}\]`)

// foldable reports whether composers show a placeholder for such a text.
func foldable(text string) bool { return strings.Contains(text, "\n") || len(text) >= 100 }

// solid is a text without what wrapping and frames add.
func solid(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r >= 0x2500 && r <= 0x259f {
			return -1
		}
		return r
	}, text)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
