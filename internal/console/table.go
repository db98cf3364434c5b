package console

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Table prints rows in columns under a heading. On a terminal that is too
// narrow the last column goes on below itself.
func Table(s Streams, heading []string, rows [][]string) error {
	return layOut(s, heading, rows, Wrap)
}

// CutTable is Table with lines that are cut to the terminal instead.
func CutTable(s Streams, heading []string, rows [][]string) error {
	return layOut(s, heading, rows, func(line string, _, width int) string { return Cut(line, width) })
}

func layOut(s Streams, heading []string, rows [][]string, fit func(line string, last, width int) string) error {
	var b strings.Builder // a tabwriter writes cell by cell
	w := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	for _, row := range append([][]string{heading}, rows...) {
		for i, cell := range row {
			if i > 0 {
				fmt.Fprint(w, "\t")
			}
			fmt.Fprint(w, OneLine(cell))
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("lay out table: %w", err)
	}
	last := -1
	var out strings.Builder // one write: each costs a command that starts in 2 ms
	for line := range strings.Lines(b.String()) {
		line = strings.TrimRight(line, " \n")
		if last < 0 {
			last = strings.LastIndex(line, heading[len(heading)-1])
		}
		if s.OutTerminal {
			line = fit(line, last, s.Width())
		}
		out.WriteString(line + "\n")
	}
	s.Printf("%s", out.String())
	return nil
}

// Wrap breaks the text that begins in column last, or, where that leaves no
// room, the line.
func Wrap(line string, last, width int) string {
	if Columns(line) <= width {
		return line
	}
	if width-last < Readable {
		return FoldWords(line, width, "    ")
	}
	head := prefix(line, last)
	return line[:head] + Indent(FoldWords(line[head:], width-last, ""), strings.Repeat(" ", last))
}
