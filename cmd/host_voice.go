package cmd

import "rooda/internal/console"

// hostVoice is what a host says besides progress. It may be used by any goroutine.
type hostVoice struct {
	s     console.Streams
	live  bool
	notes chan string // for the painter: nobody else may write while it paints
}

func newHostVoice(s console.Streams, quiet bool) hostVoice {
	return hostVoice{s: s, live: s.Live() && !quiet, notes: make(chan string, 16)}
}

// say never waits for the painter: of more than it can show soon, the rest says nothing new.
func (v hostVoice) say(text string) {
	if !v.live {
		v.s.Notef("%s\n", text)
		return
	}
	select {
	case v.notes <- text:
	default:
	}
}

func (v hostVoice) warn(text string) { v.say("warning: " + text) }

// stopping tells of a wish for an end, and has nothing wait for who reads slowly.
func (v hostVoice) stopping(h halt, again bool) {
	v.s.Hurry(true)
	if again {
		v.say("killing the agents" + askedBy(h))
		return
	}
	v.say("stopping" + askedBy(h) + ": agents get 5 s to end; once more to kill them at once")
}
