package docs_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"rooda/internal/api"
)

// TestControlSocketIsComplete holds the page against what a host answers.
func TestControlSocketIsComplete(t *testing.T) {
	page, err := os.ReadFile("sessions.md")
	if err != nil {
		t.Fatal(err)
	}
	for request, answer := range map[string]any{"GET /v1/session": api.Session{}, "GET /v1/tasks": api.Task{}} {
		_, row, found := strings.Cut(string(page), "| `"+request+"` |")
		if !found {
			t.Errorf("sessions.md does not mention %s", request)
			continue
		}
		row, _, _ = strings.Cut(row, "\n")
		for _, field := range reflect.VisibleFields(reflect.TypeOf(answer)) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if !strings.Contains(row, "`"+name+"`") {
				t.Errorf("sessions.md does not mention `%s` of %s", name, request)
			}
		}
	}
}
