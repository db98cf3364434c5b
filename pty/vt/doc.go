// Package vt is the terminal that an agent sees: a [Screen] takes the bytes
// that a program prints and keeps what a person would see.
//
// It owns the tokenizer, the cells of the main and the alternate screen, the
// scrollback, the modes, the answers to the questions that programs ask their
// terminal, and what keys send ([KeyBytes]). It does no I/O, starts no goroutine, knows no clock and
// nothing of agents. The pty package feeds it from the reader of a terminal;
// detection, policy and attached viewers read its snapshots.
//
//	screen := vt.New(vt.Options{Cols: 120, Rows: 40})
//	screen.Write(output)                      // any chunking gives the same screen
//	for _, reply := range screen.Replies() { send(reply.Data) }
//	fmt.Println(screen.Snapshot().Text())
//
// The model is that of xterm in UTF-8 mode, with the additions that agents
// use. Left out on purpose: left and right margins, double-size lines,
// protected and rectangular areas, graphics, and every request that would
// change the window.
package vt
