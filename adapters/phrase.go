package adapters

// More of what a line of its own may offer, as well-known programs put it; see cue.
var (
	// several are answers in brackets, yes and no among them, whatever else: [y/d/N], [y,n,q,?].
	several = lazy(`(?i)[\[({<] *(?:[\p{L}\d?]{1,6}[/,| ]+)*(?:y|yes)(?:[/,| ]+[\p{L}\d?]{1,6})*[/,| ]+(?:n|no)(?:[/,| ]+[\p{L}\d?]{1,6})* *[\])}>][\s?:>›]*$`)
	// lone is a yes in brackets behind a question.
	lone = lazy(`(?i)\? *[\[(](?:y|yes)[\])] *[:?>›]? *$`)
	// wordy are words with their keys behind them.
	wordy = lazy(`(?i)(?:^|[?:])[\s│|]*(?:` + allows + `) ?[\[(]\S{1,6}[\])][\s,/|·•]+(?:or )?(?:[\p{L} ]{2,20} ?[\[(]\S{1,6}[\])][\s,/|·•]+)*(?:` + refuses + `) ?[\[(]\S{1,6}[\])]\W*$`)
	// meant are keys behind a question with what they mean.
	meant = lazy(`(?i)\? +\p{L}: ?\p{L}[\p{L} ]*(?:, ?\p{L}: ?\p{L}[\p{L} ]*)+$`)
	// worth is a place for a word, and entering names one that has to be typed.
	worth    = lazy(`(?i)^\W*(?:please )?enter (?:a |the |your )?(?:value|response)\b[^.?!:]*[:>] *$`)
	entering = lazy(`(?i)^\W*(?:please )?enter ['"“‘]\w+['"”’] to \w+[^.?!]*[:>] *$`)
	// arrived is the place for a name.
	arrived = lazy(`(?i)^\s*(?:login|user ?name): *$`)
	// pushed are buttons in brackets, faced such with a cursor ahead of the first, and radioed such with signs.
	pushed  = lazy(`(?i)^[\s│|]*[\[(<] ?(?:` + allows + `) ?[\])>]\s+[\[(<] ?(?:` + refuses + `) ?[\])>]\W*$`)
	faced   = lazy(`(?i)^[\s│|]*[❯›»▶>] ?(?:` + allows + `) {2,}(?:` + refuses + `)\s*$`)
	radioed = lazy(`(?i)^[\s│|]*[●○◉◯] ?(?:yes|no) ?/ ?[●○◉◯] ?(?:yes|no)\s*$`)
)

// phrased reports whether a line offers answers in one of these forms.
func phrased(line string) bool {
	if several.MatchString(line) && !spelled.MatchString(line) { // what is only that has rules of its own
		return true
	}
	for _, form := range []*pattern{lone, wordy, meant, worth, entering, arrived, pushed, faced, radioed} {
		if form.MatchString(line) {
			return true
		}
	}
	return false
}
