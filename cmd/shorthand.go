package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rooda/internal/console"
	"rooda/prompts"
)

// shorthand turns "rooda build ..." into "rooda run build ...": when the
// first word is no command and is a procedure's name. Of a word that is
// neither only the word is left: it is what is wrong, not the flags after it.
func shorthand(root *cobra.Command, s console.Streams, args []string) []string {
	run, _, err := root.Find([]string{"run"})
	if err != nil {
		return args
	}
	if len(args) > 2 && strings.HasPrefix(args[0], "__complete") { // what is being typed is no word yet
		if typed := shorthand(root, s, args[1:len(args)-1]); len(typed) == len(args)-1 {
			return slices.Concat(args[:1], typed, args[len(args)-1:])
		}
		return args
	}
	at := firstWord(run, args)
	switch {
	case at < 0 || isCommand(root, args[at]):
		return args
	case !isProcedure(root, s, args[at], args):
		return args[at : at+1]
	}
	return slices.Concat([]string{"run"}, args)
}

// isProcedure reports whether a word names a procedure. When the
// configuration cannot be read, a word that resembles no command may well be
// one of its procedures: run will say what is wrong with the configuration.
func isProcedure(root *cobra.Command, s console.Streams, word string, args []string) bool {
	if _, err := prompts.Lookup(word); err == nil {
		return true
	}
	c, err := quietConfig(s, args)
	if c != nil {
		if _, unknown := c.Procedure(word); unknown == nil {
			return true
		}
	}
	if err != nil {
		return prompts.Nearest(word, shortForms(root, s, args)) == nil
	}
	return false
}

// firstWord is the index of the first argument that is neither a flag of run
// nor a flag's value, -1 when there is none.
func firstWord(run *cobra.Command, args []string) int {
	for i := 0; i < len(args); i++ {
		if args[i] == "--" || !strings.HasPrefix(args[i], "-") || args[i] == "-" {
			return i
		}
		if wantsValue(run.Flags(), args[i]) {
			i++
		}
	}
	return -1
}

// wantsValue reports whether the value of a flag is the next argument.
func wantsValue(flags *pflag.FlagSet, arg string) bool {
	if name, ok := strings.CutPrefix(arg, "--"); ok {
		flag := flags.Lookup(name)
		return flag != nil && flag.NoOptDefVal == ""
	}
	for i, letter := range arg[1:] { // -dn 5
		flag := flags.ShorthandLookup(string(letter))
		if flag == nil || flag.NoOptDefVal == "" {
			return flag != nil && i == len(arg)-2
		}
	}
	return false
}

func isCommand(root *cobra.Command, name string) bool {
	if name == "help" || strings.HasPrefix(name, "__complete") {
		return true
	}
	for _, c := range root.Commands() {
		if c.Name() == name || slices.Contains(c.Aliases, name) {
			return true
		}
	}
	return false
}
