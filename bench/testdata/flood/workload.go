package main

import (
	"bytes"
	"fmt"
)

// workloads are what can be written, by name: each returns the piece that is
// repeated.
var workloads = map[string]func() []byte{"log": logLine, "tui": frames, "yes": yes}

// logLine is a coloured line of an agent's log, 78 columns wide.
func logLine() []byte {
	return []byte("\x1b[2m2026-01-02T15:04:05Z\x1b[0m \x1b[32mINFO\x1b[0m  compiling \x1b[1mpackage\x1b[0m path=internal/planner took=12ms\n")
}

// yes is the shortest line, of which the kernel makes the most work: it writes
// a carriage return to every second byte.
func yes() []byte { return []byte("y\n") }

// frames are repaints of a whole screen of 80x24 that differ in every row,
// each one synchronized update, as agents' interfaces draw them.
func frames() []byte {
	var b bytes.Buffer
	for frame := range 15 {
		b.WriteString("\x1b[?2026h\x1b[?25l")
		for row := 1; row <= 24; row++ {
			fmt.Fprintf(&b, "\x1b[%d;1H\x1b[38;2;%d;90;%dm│\x1b[39m \x1b[1mstep %2d\x1b[22m of row %2d \x1b[2m✳ reading internal/planner\x1b[22m\x1b[K", row, 10*frame, 9*row, frame, row)
		}
		b.WriteString("\x1b[24;3H\x1b[?25h\x1b[?2026l")
	}
	return b.Bytes()
}
