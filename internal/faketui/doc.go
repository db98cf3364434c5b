// Package faketui is an agent's terminal interface for tests: a composer, a
// conversation, permission dialogs, and a switch for each habit that has
// broken programs that drive such interfaces. Test binaries play it; nothing
// else imports it.
//
// What is submitted decides what happens, by words in brackets:
//
//	[shell]        asks for permission to run a command, and goes on after the answer
//	[slow:2s]      works so long before it answers
//	[until:FILE]   works until there is such a file before it answers
//	[say:SUCCESS]  ends the answer with that promise, in backticks
//	[page]         ends the turn, and shows a page where the composer was until somebody types q
//	[mute]         ends the turn without a word
//	[error]        ends the turn in an error
//	[exit:3]       exits in the middle of the turn
//
// Anything else is answered at once. /exit leaves, /clear empties the
// conversation without a turn.
//
//	os.Exit(faketui.Main(os.Args[1:], os.Stdin, os.Stdout))
package faketui
