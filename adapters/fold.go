package adapters

// Folded reports whether a line holds what agents show in place of a long text.
func Folded(line string) bool { return placeholder.MatchString(line) }
