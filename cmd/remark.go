package cmd

import "strings"

// remarkName is the columns of what a remark is about, and of the space behind it.
const remarkName = 11

// remark prints a line below a table, with what it is about before it. On a terminal it is broken
// between words, and commands stay whole.
func (s Streams) remark(about, text string) {
	if s.OutTerminal {
		text = indent(foldWords(text, max(s.Width()-remarkName, 2*remarkName)), strings.Repeat(" ", remarkName))
	}
	s.printf("%-*s%s\n", remarkName, about+":", text)
}
