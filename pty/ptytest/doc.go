// Package ptytest is what every pty.Terminal must do, as tests that run
// against any of them: the one in this process and the one behind a socket.
//
// It owns the suite and the agent that the test binary plays in it. Only tests
// call it.
//
//	func TestMain(m *testing.M) { ptytest.Play(); os.Exit(m.Run()) }
//
//	func TestLocal(t *testing.T) {
//		ptytest.Run(t, func(t testing.TB, spec pty.Spec) pty.Terminal { ... pty.Open(spec) ... })
//	}
package ptytest
