package pty_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"rooda/pty"
)

// The clock of an index stands still while the machine sleeps: what it tells of the last moments
// is counted from its end.
func TestReadLately(t *testing.T) {
	written := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	const head = `{"version":1,"start":"2026-11-20T08:00:00Z","offset":0,"cols":80,"rows":24}` + "\n"
	for _, tt := range []struct {
		name, lines string
		want        pty.Lately
	}{
		{"nothing", "", pty.Lately{}},
		{"output", "[0.500,0]\n[2.000,70]\n", pty.Lately{Printed: written}},
		{"typed", "[0.500,0]\n[2.000,70,3]\n", pty.Lately{Printed: written.Add(-1500 * time.Millisecond), Typed: written, TypedAt: 70}},
		{"twice, and an answer", "[0.500,0]\n[1.000,70,3]\n[2.000,80,1]\n[2.250,80]\n", pty.Lately{
			Printed: written, Typed: written.Add(-250 * time.Millisecond), TypedAt: 80,
		}},
		{"a new size", "[1.000,70,3]\n[2.000,80,100,30]\n", pty.Lately{Typed: written.Add(-time.Second), TypedAt: 70}},
		{"cut short", "[1.000,70,3]\n[2.000,8", pty.Lately{Typed: written, TypedAt: 70}},
	} {
		path := filepath.Join(t.TempDir(), "index")
		if err := os.WriteFile(path, []byte(head+tt.lines), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, written, written); err != nil {
			t.Fatal(err)
		}
		got, err := pty.ReadLately(path)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		got.Typed, got.Printed, got.Written = got.Typed.UTC(), got.Printed.UTC(), got.Written.UTC()
		tt.want.Written = written
		if got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
	if _, err := pty.ReadLately(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("an index that is not there was read")
	}
}
