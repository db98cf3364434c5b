package adapters

var (
	// secret are words for what nobody else should read, and code for what is
	// typed in its place; an instruction may name a code, too.
	secret = lazy(`(?i)\b(?:pass ?(?:word|phrase|code)|tokens?|secrets?|(?:api|access|secret|private|license)[ _-]?keys?|pin|otp|credentials?)\b`)
	code   = lazy(`(?i)\b(?:enter|paste|type)\b.*\b(?:codes?|keys?)\b`)
	// labeled is an entry in the line of its name.
	labeled  = lazy(`^(.*?\p{L}[^:>]{0,3}[:>])( +\S.*)$`)
	prompted = lazy(`^ *[>❯›»](?: |$)`)
	word     = lazy(`^ *\S+$`)
)

// unfilled is a line without what has been typed into the entry that it names.
func unfilled(line string) string {
	m := labeled.FindStringSubmatch(line)
	if m != nil && (secret.MatchString(m[1]) || code.MatchString(m[1]) && word.MatchString(m[2])) {
		return m[1]
	}
	return line
}

// entryless returns the lines of a question or a page without what stands in
// the entries among them: somebody has typed it, and it may be a secret. typed
// is the index of the line at whose end the terminal's cursor stands, or -1.
func entryless(lines []string, typed int) []string {
	var kept []string
	asked := false // for a secret, by a line above
	for i, line := range lines {
		asks := secret.MatchString(line) || code.MatchString(line)
		switch m := labeled.FindStringSubmatch(line); {
		case asked && prompted.MatchString(line), i == typed && i > 0 && m == nil:
			continue
		case i == typed && m != nil:
			line = m[1]
		}
		kept = append(kept, unfilled(line))
		asked = asked || asks
	}
	return kept
}
