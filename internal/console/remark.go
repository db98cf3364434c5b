package console

import "strings"

// remarkName is the columns of what a remark is about, and of the space behind it.
const remarkName = 11

// Remark prints a line with what it is about before it.
func (s Streams) Remark(about, text string) {
	s.TellBelow(strings.Repeat(" ", remarkName), "%-*s%s\n", remarkName, about, text)
}
