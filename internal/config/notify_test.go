package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A program of the notification starts at the folder of its file, wherever
// rooda is called, and one that is missing is found before somebody needs it.
func TestNotifyProgram(t *testing.T) {
	p := newPlace(t)
	p.global("notify: {on_waiting: ./call.sh --urgent}\n")
	n := p.load().Notify()
	if len(n.Command) != 2 || !filepath.IsAbs(n.Command[0]) || n.OnWaiting.V != "./call.sh --urgent" {
		t.Fatalf("got %q for %q", n.Command, n.OnWaiting.V)
	}
	if err := n.Check(os.Environ(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "notify.on_waiting") {
		t.Errorf("a program that is missing: %v", err)
	}
	if err := os.WriteFile(n.Command[0], []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := n.Check(os.Environ(), t.TempDir()); err != nil {
		t.Errorf("a program that is there: %v", err)
	}
}
