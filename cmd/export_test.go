package cmd

import (
	"strconv"

	"rooda/internal/console"
)

// Promised says whether a command line may end with a status, by the table
// that its help is made of.
func Promised(args []string, code int) bool {
	s := console.Streams{Getenv: func(string) string { return "" }}
	root := newRoot(s)
	c, _, err := root.Find(shorthand(root, s, args))
	if err != nil || c.Hidden {
		return true
	}
	for _, listed := range statuses(c.CommandPath()) {
		if listed.code == strconv.Itoa(code) || listed.code == "N" {
			return true
		}
	}
	return false
}
