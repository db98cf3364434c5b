package cmd

import "strings"

// remarkName is the columns of what a remark is about, and of the space behind it.
const remarkName = 11

// remark prints a line with what it is about before it.
func (s Streams) remark(about, text string) {
	s.tellBelow(strings.Repeat(" ", remarkName), "%-*s%s\n", remarkName, about, text)
}
