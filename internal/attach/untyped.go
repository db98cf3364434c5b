package attach

import (
	"fmt"

	"rooda/pty"
	"rooda/pty/shim"
)

// typesAgain is what a person does whose keys are dropped, because they may be the rest of what was.
var typesAgain = fmt.Sprintf("to type, press nothing for %.0f seconds", shim.PastePatience.Seconds())

// untyped says of a line that was refused why, and what stands there of it. How long it is nobody knows
// before all of it has come.
func untyped(long pty.LineError) string {
	if long.Stood == 0 {
		return fmt.Sprintf("not typed: the agent's terminal keeps %d bytes of a line, and this one is longer; %s", long.Max, typesAgain)
	}
	return fmt.Sprintf("the rest is not typed: the agent's terminal keeps %d bytes of a line, and %d stand there, which Ctrl-U takes back; %s", long.Max, long.Stood, typesAgain)
}
