package ptytest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"rooda/pty"
)

// Opener starts an agent. What it opens is closed when the test ends.
type Opener func(t testing.TB, spec pty.Spec) pty.Terminal

// Run holds the terminals that open gives against the contract of
// pty.Terminal.
func Run(t *testing.T, open Opener) {
	tests := []struct {
		name string
		test func(*testing.T, Opener)
	}{
		{"Exit", testExit},
		{"Environment", testEnvironment},
		{"Prompt", testPrompt},
		{"Input", testInput},
		{"InputWhole", testInputWhole},
		{"InputUnread", testInputUnread},
		{"Resize", testResize},
		{"Stop", testStop},
		{"StopStubborn", testStopStubborn},
		{"Close", testClose},
		{"Wait", testWait},
		{"LeftOvers", testLeftOvers},
		{"Tap", testTap},
		{"Snapshot", testSnapshot},
		{"SnapshotAndTail", testSnapshotAndTail},
		{"Answers", testAnswers},
		{"AnswersUnread", testAnswersUnread},
		{"Follow", testFollow},
		{"FollowSlow", testFollowSlow},
		{"FollowUntil", testFollowUntil},
		{"Index", testIndex},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.test(t, open)
		})
	}
}

// Spec is an agent that plays a part, in a folder of the test's own.
func Spec(t testing.TB, part string) (pty.Spec, *Tape) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, tape := t.TempDir(), NewTape()
	return pty.Spec{
		Path: self, Argv: []string{"agent"}, Env: Environ(part), Tap: tape, Dir: dir,
		Log: filepath.Join(dir, "output.log"), Index: filepath.Join(dir, "output.idx"),
		Screen: &pty.ScreenOptions{Version: "rooda test"},
	}, tape
}

// End waits for the agent's end.
func End(t testing.TB, term pty.Terminal) pty.Exit {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	exit, err := term.Wait(ctx)
	if err != nil {
		t.Fatalf("wait: %v", err)
	}
	return exit
}

func input(t testing.TB, term pty.Terminal, text string) {
	t.Helper()
	if err := term.Input(t.Context(), []byte(text)); err != nil {
		t.Fatalf("input %q: %v", text, err)
	}
}
