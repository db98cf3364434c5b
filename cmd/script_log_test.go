package cmd_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// printKeys prints the keys of each line of a file in their order, and fails
// unless each line is one JSON object.
func printKeys(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: keys FILE")
	}
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		keys, err := keysOf(line)
		if err != nil {
			ts.Fatalf("%v: %s", err, line)
		}
		fmt.Fprintln(ts.Stdout(), strings.Join(keys, " "))
	}
}

// keysOf reads an object whose values are plain.
func keysOf(line string) ([]string, error) {
	var object map[string]any
	if err := json.Unmarshal([]byte(line), &object); err != nil {
		return nil, err
	}
	d := json.NewDecoder(strings.NewReader(line))
	_, _ = d.Token() // the brace
	var keys []string
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		keys = append(keys, fmt.Sprint(key))
		if _, err := d.Token(); err != nil {
			return nil, err
		}
	}
	return keys, nil
}
