package adapters

// polled is a line that begins with the mark of an open question, as the libraries paint it that
// most programs ask with, and helping one that says which key shows the others.
var (
	polled  = lazy(`^ *(?:\? +|◆  )\S`)
	helping = lazy(`^ *\? +(?:for|to)\b`)
)

func polls(line string) bool { return polled.MatchString(line) && !helping.MatchString(line) }

// poll is the line with the mark of an open question among the last ones, with no blank one and no end of a
// sentence below it, -1 for none. With the answer, its mark becomes another.
func (b bottom) poll() int {
	for i := len(b.lines) - 1; i >= max(0, len(b.lines)-region); i-- {
		switch {
		case i < len(b.lines)-1 && b.at[i+1] != b.at[i]+1:
			return -1
		case polls(b.lines[i]):
			return i
		case stopped.MatchString(b.lines[i]):
			return -1
		}
	}
	return -1
}
