// Package windowtest is a person's terminal for tests: a pseudo-terminal with
// an emulator behind it.
//
// It owns the emulator, its keys and its size, programs that run on it, and
// the judgement whether one left something on. It can drain what comes or stall, like
// an ssh connection under a closed lid. Only tests call it.
//
//	w := windowtest.New(t, 80, 24)
//	p := w.Start(exec.Command("rooda", "attach"))
//	w.Await("Do you want to proceed")
//	w.Keys("y\x1c")
//	code := p.End()                    // also waits until all has come
//	if left := w.Leftover(); left != "" { t.Error(left) }
package windowtest
