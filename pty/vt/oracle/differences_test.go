package oracle

const (
	notKnown  = "it does not know the sequence"
	noPending = "it keeps the cursor past the last column, and erases and deletes nothing there; xterm acts on the last column"
	halves    = "it leaves the other half of a wide character standing"
	rowColumn = "it keeps the column; xterm, and the VT510, go to the first"
	forgets   = "it forgets the character to repeat when the cursor moves"
)

// tmuxDifferences are those of tmux 3.3a.
var tmuxDifferences = map[string]string{
	"\x1b[%da":                    notKnown,
	"\x1b[%de":                    notKnown,
	"\x1b[%dI":                    notKnown,
	"\x1b[!pX coloured":           "its soft reset keeps the colours",
	"\x1b[!pX margin":             noPending,
	"\b margin":                   noPending,
	"\x1b[%dD margin":             noPending,
	"\x1b[%dJ margin":             noPending,
	"\x1b[%dK margin":             noPending,
	"\x1b[%dP margin":             noPending,
	"\x1b[%d@ margin":             noPending,
	"\x1b[%dX margin":             noPending,
	"\x1b[?7lXYZXYZXYZXYZ margin": noPending,
	"\x1b[%dJ wide":               halves,
	"\x1b[%dK wide":               halves,
	"\x1b[%dP wide":               halves,
	"\x1b[%d@ wide":               halves,
	"\x1b[%dX wide":               halves,
	"\x1b[4hXY wide":              halves,
	"\x1b[%dL":                    rowColumn,
	"\x1b[%dM":                    rowColumn,
	"\x1b[%db":                    forgets,
	"\x1b[%d;4r origin":           "it homes to the corner of the screen in origin mode too",
}

// xvtDifferences are those of charmbracelet/x/vt.
var xvtDifferences = map[string]string{
	" origin":             "it does not put the cursor into the region in origin mode",
	"世 corner":            "it drops a wide character that does not fit",
	"e\u0301":             "it gives the combined character two columns",
	"\x1bE":               notKnown,
	"\x1b[s\x1b[HX\x1b[u": notKnown,
	"\x1b#8":              notKnown,
	"\x1b[4hXY":           notKnown,
	"\x1b[?47hX\x1b[?47l": notKnown,
	"\x1b)0\x0eqx\x0f":    notKnown,
	"\x1b[!pX":            notKnown,
	"\x1b[%dJ":            "1 erases whole rows, 3 the screen, and 2 leaves no background",
	"\x1b[%dP wide":       halves,
	"\x1b[?1049h":         "it puts the cursor home; xterm leaves it",
	"\x1b[1\r2CX":         "a control in a sequence ends the parameters before it",
}

// splits is why two of claude's recordings leave a piece of the title on the
// main screen of x/vt; tmux shows them as the model does.
const splits = "it takes a byte of ✳ (e2 9c b3) in a title for the control that ends it"

// recordingDifferences are by oracle and recording.
var recordingDifferences = map[string]string{
	"xvt claude/session.cast":          splits,
	"xvt claude/start-no-replies.cast": splits,
}

// What random streams leave out, because the oracle differs there:
//
//   - tmux inserts and deletes rows outside of the scroll region too, keeps
//     the cursor past the last column when it moves up or down, and has a
//     saved cursor of its own for mode 1049. So streams go to the first column
//     before they move between rows, and use these in pairs.
//     It also shows no background on what mode 1049 clears.
//   - x/vt panics in a region that ends below the screen, counts rows from the
//     region where it should not, and lets the cursor leave it by CUU and CUD; so
//     it gets no regions but those of TestSequences. It erases whole rows in ED 1. It does not know IRM,
//     drops wide characters that do not fit, and gives combined ones two columns.
var (
	tmuxAvoid = []string{}
	xvtAvoid  = []string{
		"\r\x1b[1J", "\x1b[2;5r", "\x1b[1;4r", "\x1b[3;6r",
		"\x1b[2;5r\x1b[3H\x1b[%dM", "\x1b[2;5r\x1b[4H\x1b[%dL",
		"世", "\r世界", "a世b", "世e\u0301", "e\u0301", "\r\x1b[4hXY\x1b[4l",
	}
)
