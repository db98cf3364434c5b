package pty

import "testing"

// What an agent asks and does not read the answers of is counted, and holds nobody up.
func TestAnswersThatNobodyReads(t *testing.T) {
	t.Parallel()
	const ask = `i=0; stty raw -echo; while [ $i -lt 20000 ]; do printf '\033[c\033[c\033[c\033[c\033[c'; i=$((i+5)); done`
	out := newTape()
	l := open(t, Spec{Path: "/bin/sh", Argv: []string{"sh", "-c", ask + "; echo ready"}, Env: []string{"PATH=/usr/bin:/bin"}, Tap: out, Screen: &ScreenOptions{}})
	out.await(t, "ready")
	// 256 wait, and a terminal holds some more.
	if exit := wait(t, l); exit.Unanswered < 1000 || exit.Unanswered > 20000-answersQueued {
		t.Errorf("exit %+v", exit)
	}
}
