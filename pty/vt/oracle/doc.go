// Package oracle only has tests: it holds the terminal model against tmux and
// charmbracelet/x/vt. It is a module of its own, so that the program does not
// depend on what it is compared with.
package oracle
