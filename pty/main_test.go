package pty_test

import (
	"testing"

	"go.uber.org/goleak"

	"rooda/pty"
	"rooda/pty/ptytest"
)

func TestMain(m *testing.M) {
	pty.PlayFake()
	ptytest.Play()
	goleak.VerifyTestMain(m)
}

// The suite that the terminals behind a socket pass as well.
func TestConformance(t *testing.T) {
	ptytest.Run(t, func(t testing.TB, spec pty.Spec) pty.Terminal {
		t.Helper()
		term, err := pty.Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { term.Close() })
		return term
	})
}
