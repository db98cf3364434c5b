package cmd

import "strings"

// fold breaks text into lines of at most width columns: at a space, behind a
// slash, or, where there is neither, anywhere. It is for what is laid out,
// where a line that is too long would spoil those around it; what somebody may
// copy is broken by foldWords.
func fold(text string, width int) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		foldLine(&b, line, max(width, 1))
	}
	return b.String()
}

// foldBelow is fold for a text that has something before it: what is broken
// goes on behind that indent, which counts for the width.
func foldBelow(text string, width int, below string) string {
	return indent(fold(text, width-len(below)), below)
}

// indent begins all lines but the first with an indent.
func indent(text, by string) string { return strings.ReplaceAll(text, "\n", "\n"+by) }

func foldLine(b *strings.Builder, line string, width int) {
	for {
		end := prefix(line, width)
		if end == len(line) {
			b.WriteString(line)
			return
		}
		at := end
		if slash := strings.LastIndexByte(line[:end], '/') + 1; slash > 0 {
			at = slash
		}
		if space := strings.LastIndexByte(line[:end+1], ' '); space > 0 && (space > at || at == end) {
			at = space
		}
		b.WriteString(strings.TrimRight(line[:at], " "))
		b.WriteByte('\n')
		line = strings.TrimLeft(line[at:], " ")
	}
}

// prefix returns how much of a line fits into width columns, at least one
// character.
func prefix(line string, width int) int {
	end, used := 0, 0
	for g := styled.StringGraphemes(line); g.Next(); {
		used += g.Width()
		if used > width && end > 0 {
			return end
		}
		end += len(g.Value())
	}
	return end
}

// foldWords breaks lines at spaces, and goes on below where they begin. Words and commands
// stay whole, for whoever copies them, and so do the lines of
// an excerpt, which has a mark below it.
func foldWords(text string, width int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		words := strings.TrimLeft(line, " ")
		below := line[:len(line)-len(words)]
		if styled.String(line) <= width || strings.HasPrefix(strings.TrimLeft(words, "0123456789 "), "|") {
			continue
		}
		var b strings.Builder
		used := 0
		for _, word := range unbroken(words) {
			columns := styled.String(word)
			switch {
			case used == 0:
				b.WriteString(below + word)
				used = len(below) + columns
				continue
			case used+1+columns > width:
				b.WriteString("\n" + below + word)
				used = len(below) + columns
				continue
			}
			b.WriteString(" " + word)
			used += 1 + columns
		}
		lines[i] = b.String()
	}
	return strings.Join(lines, "\n")
}
