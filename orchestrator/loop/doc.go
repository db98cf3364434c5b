// Package loop is the pure core of one OODA loop: what an iteration's output
// and ending mean, when the loop stops, and what its timing was.
//
// It owns the promise scan with its echo mask, the outcome matrix, the
// limits and the statistics. It has no clock, starts no process and does no
// I/O; the orchestrator runs agents and asks this package what to think of them:
//
//	scan := loop.NewScanner(prompt)     // fed with the agent's cleaned output
//	io.Copy(scan, output)
//	verdict := loop.Judge(loop.Ending{ExitCode: code}, scan.Signals())
//	position, status := limits.Next(position, verdict.Outcome)
package loop
