package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// typed writes some pieces to the terminal of an agent that nobody has described, 5 s apart.
func typed(t *testing.T, pieces ...string) *stage {
	s := newStage(t, "generic")
	for _, piece := range pieces {
		s.write(piece)
		s.wait(5 * time.Second)
	}
	return s
}

// TestReplied: a question behind which a whole answer stands, and whose line the cursor has left, asks nobody: its
// program works. It does not rest, either, and somebody is to look after a while.
func TestReplied(t *testing.T) {
	const ask = "ready\r\nRun rm -rf x? [y/N] "
	for name, pieces := range map[string][]string{
		"behind it":          {ask, "y", "\r\n"},
		"all at once":        {ask + "y\r\n", "", ""},
		"as a word":          {ask, "yes\r\n"},
		"a no":               {"Go on? (yes/no): ", "no\r\n"},
		"of more":            {"Add it? (y/n/a) ", "a\r\n"},
		"in the line below":  {"Run rm -rf x? [y/N]\r\n", "y", "\r\n"},
		"as the last row":    {strings.Repeat("more\r\n", 45) + ask, "y", "\r\n"},
		"for the second":     {ask, "y\r\n", ask, "y\r\n"},
		"for a third":        {ask, "x\r\n" + ask, "\r\n", ask, "y\r\n"},
		"corrected":          {ask, "n", "\b \by", "\r\n"},
		"with its tail back": {ask, "y", "\x1b[6n\r\n"},
	} {
		t.Run(name, func(t *testing.T) {
			s := typed(t, pieces...)
			s.want(adapters.Working, "", adapters.ByScreen)
			s.wait(30 * time.Second)
			s.want(adapters.Working, "", adapters.ByScreen)
			s.wait(time.Minute)
			s.want(adapters.Unknown, adapters.Stuck, adapters.BySilence)
		})
	}
}

// TestNotReplied: while its line is still read, or nobody can tell that it is not, a question asks.
func TestNotReplied(t *testing.T) {
	const ask = "ready\r\nRun rm -rf x? [y/N] "
	for name, pieces := range map[string][]string{
		"the cursor behind it":       {ask, "y"},
		"nothing typed":              {ask + "\r\n"},
		"a part of it":               {"Go on? (yes/no) ", "ye", "\r\n"},
		"another text":               {ask, "x\r\n"},
		"the same again below":       {ask, "y\r\n", ask},
		"another below":              {ask, "y\r\n", "Run make? [y/N] "},
		"a cursor that is parked":    {ask + "\r\n", "\x1b[A\x1b[21Gy\r\n"},
		"one that is parked above":   {"\x1b[H" + ask + "\x1b[1;1H", "\x1b[2;21Hy\x1b[3;1H"},
		"one that is hidden":         {"\x1b[?25l" + ask, "y\r\n"},
		"one that hides it by then":  {ask, "y\x1b[?25l\r\n"},
		"an interface on its screen": {"\x1b[?1049h\x1b[H" + ask, "y\r\n"},
		"one that takes pastes":      {"\x1b[?2004h" + ask, "y\r\n"},
		"lines below it":             {ask, "y\r\n\n\nesc to leave\x1b[2A\r"},
	} {
		t.Run(name, func(t *testing.T) {
			if s := typed(t, pieces...); s.w.State().Condition != adapters.Blocked {
				t.Errorf("%+v", s.w.State())
			}
		})
	}
}
