package adapters

// reports are what a terminal sends by itself: answers to queries, its size,
// its colours, and whether it has the focus.
var reports = lazy(`\x1b\[(?:[?>=][\d;]*\$?[a-z]|\d+;\d+R|\d+n|\d+(?:;\d+)*t|[IO])|\x1b[P\]_X^][^\x07\x1b]*(?:\x07|\x1b\\)`)

// Typed reports whether the input in a recording has been typed, at least in
// part: recordings hold what their terminal answered to queries, too.
func Typed(input string) bool { return reports.ReplaceAllString(input, "") != "" }
