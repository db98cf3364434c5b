package adapters

// More of what a line of its own may offer, as well-known programs put it; see cue.
var (
	// several are answers in brackets, yes and no among them, whatever else: [y/d/N], [y,n,q,?].
	several = lazy(`(?i)[\[({<] *(?:[\p{L}\d?]{1,6}[/,| ]+)*(?:y|yes)(?:[/,| ]+[\p{L}\d?]{1,6})*[/,| ]+(?:n|no)(?:[/,| ]+[\p{L}\d?]{1,6})* *[\])}>][\s?:>›]*$`)
	// lone is a yes in brackets behind a question.
	lone = lazy(`(?i)\? *[\[(](?:y|yes)[\])] *[:?>›]? *$`)
	// worth is a place for a word.
	worth = lazy(`(?i)^\W*(?:please )?enter (?:a |the |your )?(?:value|response)\b[^.?!:]*[:>] *$`)
	// arrived is the place for a name.
	arrived = lazy(`(?i)^\s*(?:login|user ?name): *$`)
)

// phrased reports whether a line offers answers in one of these forms.
func phrased(line string) bool {
	if several.MatchString(line) && !spelled.MatchString(line) { // what is only that has rules of its own
		return true
	}
	for _, form := range []*pattern{lone, worth, arrived} {
		if form.MatchString(line) {
			return true
		}
	}
	return false
}
