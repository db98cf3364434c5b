package shim

import (
	"strings"
	"testing"
)

// TestTopicsAreWords: no method and no path is in what a person is told.
func TestTopicsAreWords(t *testing.T) {
	c := Dial(t.TempDir())
	defer c.Close()
	for call, err := range map[string]error{
		"type": c.Input(t.Context(), []byte("x"), InputOptions{}), "stop agent": c.Stop(t.Context(), false),
		"ask agent's terminal": second(c.Task(t.Context())), "read screen": second(c.Snapshot(t.Context())),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), call+": ") {
			t.Errorf("%v, want %s: ...", err, call)
		}
	}
}

func second[T any](_ T, err error) error { return err }
