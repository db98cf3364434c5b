package console

import "strings"

// FoldWords breaks lines that are wider than so many columns at spaces, and goes on below where
// they begin, behind the indent that is given as well. Words and commands stay whole, for
// whoever copies them, and so do the lines of an excerpt, which has a mark below it.
func FoldWords(text string, width int, indent string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		words := strings.TrimLeft(line, " ")
		if Columns(line) <= width || strings.HasPrefix(strings.TrimLeft(words, "0123456789 "), "|") {
			continue
		}
		begin := line[:len(line)-len(words)]
		below := begin + indent
		var b strings.Builder
		used, gap := 0, "" // columns of the line, and the space behind it
		for _, word := range unbroken(words) {
			if word == "" {
				gap += " "
				continue
			}
			wide := Columns(word)
			switch {
			case b.Len() == 0:
				b.WriteString(begin + word)
				used = len(begin) + wide
			case used+len(gap)+wide > width && used+len(gap) > len(below):
				b.WriteString("\n" + below + word)
				used = len(below) + wide
			default:
				b.WriteString(gap + word)
				used += len(gap) + wide
			}
			gap = " "
		}
		b.WriteString(gap[1:min(len(gap), 1+max(width-used, 0))])
		lines[i] = b.String()
	}
	return strings.Join(lines, "\n")
}

// Indent begins all lines but the first with an indent.
func Indent(text, by string) string { return strings.ReplaceAll(text, "\n", "\n"+by) }
