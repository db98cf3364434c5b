package orchestrator

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"rooda/adapters"
	"rooda/pty"
)

// withheld are variables of the user's own terminal that must not reach an
// agent: they switch protocols on that rooda's terminal does not speak.
var withheld = []string{
	"TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TERM_SESSION_ID", "TERMINAL_EMULATOR", "VTE_VERSION", "WT_SESSION",
	"KITTY_WINDOW_ID", "KITTY_PID", "KITTY_LISTEN_ON", "ITERM_SESSION_ID", "ITERM_PROFILE", "LC_TERMINAL", "LC_TERMINAL_VERSION",
	"GHOSTTY_RESOURCES_DIR", "GHOSTTY_BIN_DIR", "WEZTERM_PANE", "WEZTERM_EXECUTABLE", "ALACRITTY_WINDOW_ID", "KONSOLE_VERSION",
	"TMUX", "TMUX_PANE", "STY", "ZELLIJ", "LINES", "COLUMNS",
}

// reference is the only use of a variable: a password may hold other dollars.
var reference = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$\{[A-Za-z_][A-Za-z0-9_]*\}`) })

// environment is what one agent process gets: the user's variables (AI-28)
// less those of his terminal, the adapter's defaults, the task's settings, and
// rooda's own, each stronger than the ones before, except that an adapter
// never overrides the user.
//
// A task's values that refer to variables that are not set are errors: an empty token
// fails an hour later. The list is returned all the same.
func environment(user, adapter []string, task map[string]string, session, id, key string, iteration int) ([]string, taskErrors) {
	own := []string{
		"TERM=xterm-256color", "COLORTERM=truecolor",
		"ROODA_SESSION=" + session, "ROODA_TASK=" + id, "ROODA_ITERATION=" + strconv.Itoa(iteration+1),
		pty.KeyVariable + "=" + key,
	}
	env := map[string]string{}
	// An agent may run rooda, whose agents have events of their own.
	user = slices.DeleteFunc(slices.Clone(user), func(pair string) bool { return strings.HasPrefix(pair, adapters.EventVariable+"=") })
	for _, pair := range slices.Concat(adapter, user) {
		if name, value, ok := strings.Cut(pair, "="); ok && !slices.Contains(withheld, name) {
			env[name] = value
		}
	}
	expanded := map[string]string{}
	var wrong taskErrors
	for _, name := range slices.Sorted(maps.Keys(task)) {
		var missing string
		expanded[name] = reference().ReplaceAllStringFunc(task[name], func(ref string) string {
			variable := ref[2 : len(ref)-1]
			value, set := env[variable]
			if !set {
				missing = variable
			}
			return value
		})
		if missing != "" {
			wrong = append(wrong, unset(name, missing))
		}
	}
	for name, value := range expanded {
		env[name] = value
	}
	for _, pair := range own {
		name, value, _ := strings.Cut(pair, "=")
		env[name] = value
	}
	list := make([]string, 0, len(env))
	for name, value := range env {
		list = append(list, name+"="+value)
	}
	slices.Sort(list)
	return list, wrong
}

// unset is the error of a task's env.key that refers to a variable.
func unset(key, variable string) error {
	return &taskError{"env." + key, fmt.Errorf("the variable %s is not set", variable), fmt.Sprintf("set it: export %s=..., or correct env of the task", variable)}
}
