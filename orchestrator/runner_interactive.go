package orchestrator

import (
	"context"
	"time"

	"rooda/pty"
)

// paintLimit bounds what is kept of an interface's output.
const paintLimit = 64 << 10

// converse runs one interactive iteration to its end.
func (r AgentRunner) converse(ctx, kill context.Context, it Iteration) Result {
	command := commandLine(it.Launch, it.Prompt)
	// Of an interface that is painted again and again little is worth keeping.
	out := newCapture(it.Prompt, min(it.MaxOutput, paintLimit), it.Output)
	text, err := newText("", out, nil, it.Unfinished)
	if err != nil {
		return Result{Command: command, Err: err}
	}
	now := time.Now()
	eye, err := newEye(it.Launch.Signs, text, now)
	if err != nil {
		return Result{Command: command, Err: err}
	}
	eye.typed, eye.turn.inherited = []string{it.Prompt}, it.Interactive.Adopted && it.Interactive.Sent > 0
	if !it.Adopted && (it.Prompt == "" || it.Launch.Paste != "") {
		eye.watcher.Unasked()
	}
	if it.Interactive.Version != nil {
		eye.watcher.Askable()
	}
	term, err := r.open(ctx, kill, it, pty.Spec{
		Path: it.Path, Argv: it.Launch.Argv, Dir: it.Dir, Env: it.Env,
		StdinPipe: it.Launch.StdinPipe, Stdin: it.Launch.Stdin,
		Screen: &pty.ScreenOptions{Status: it.Launch.Signs.OSC7501},
		Key:    it.Key, Log: it.Log, Index: it.Index, Tap: eye, Hands: it.witnessed(eye.people),
	})
	if err != nil {
		return unopened(ctx, kill, it, command, err)
	}
	d := &driver{it: it, in: it.Interactive, eye: eye, term: term, talk: newConversation(it, now)}
	d.talk.shows = eye.shows
	unwatch := it.watched(term)
	res := d.run(ctx, kill)
	unwatch()
	if res.Kept == nil {
		_ = term.Close()
	}
	if err := text.Close(); err != nil && res.Err == nil && res.Kept == nil {
		res.Err = err
	}
	res.output, res.Truncated, res.Size = &out.tail, false, out.total
	res.Command, res.Tail = command, escape(lastRunes(eye.shown(), excerptRunes))
	return res
}
