// Package shim keeps an agent's terminal in a process of its own, so that the
// agent outlives whoever started it: a pty.Terminal behind a socket.
//
// It owns that process (Main, which the program runs for its hidden command
// "shim"), the handshake that starts it, the socket's wire format, the files
// that say what became of it, and the client for all of that. The process
// reads the terminal, appends to the log, keeps the screen and answers the agent's
// queries; it waits for no viewer, knows no policy, tries nothing twice and
// uses no network. Hosts call Start and Adopt; attach, send, screen and logs
// call Dial; whoever lists sessions calls Probe.
//
//	term, err := shim.Start(ctx, shim.Request{Dir: dir, RunDir: run, Self: self, Spec: spec, Epoch: 1})
//	...
//	term, err = shim.Adopt(ctx, shim.Adoption{Dir: dir, Epoch: 2, Tap: text}) // by the next host
//	exit, err := term.Wait(ctx)
//
// # Files
//
// In the iteration's folder, beside the log and its index, all of them JSON:
// spec.json, what is run (no environment, ever); shim.json, which process runs it, behind
// which socket; exit.json, how it ended, written durably before the socket
// goes, into room that was reserved at the start; screen.json, the last picture. An end that
// no disk takes all the same is told on the socket, until it is written or nobody can want it.
//
// # Wire
//
// HTTP/1.1 and JSON on a unix socket, for this user only, and one WebSocket:
//
//	GET  /v1/task                                      what runs, how it is
//	GET  /v1/output?from=N&follow=1                    raw output from an offset of the log
//	GET  /v1/screen?format=text|ansi|json|snapshot
//	GET  /v1/hands?follow=1                            who is at it, a JSON line for each change
//	POST /v1/input?paste=1&quiet=2s                    the body is typed as one piece; a host's with
//	                                                   more=1 is the beginning of one, and with
//	                                                   follows=1 goes on with it or is refused (turn);
//	                                                   with pasting=1 it goes on with an open paste of the
//	                                                   same one's or is refused (paste)
//	POST /v1/send?paste=1&key=Up&enter=1&quiet=2s&limit=1m
//	                                                   the body, keys, Enter as one piece; JSON lines of [Sent]
//	POST /v1/resize?cols=C&rows=R
//	POST /v1/signal?number=N
//	POST /v1/stop?kill=1
//	POST /v1/detach?all=1                              viewers leave
//	GET  /v1/attach?cols=C&rows=R&read_only=1&from=N&history=N&policy=latest|smallest|fixed
//
// On the WebSocket binary messages are terminal bytes, text messages are
// [Message] objects. Errors are {"error": "...", "code": "..."}. The header
// Rooda-Epoch fences hosts: a lower one than has been seen is refused with 409, and one above [LastEpoch]
// with 400. A higher one is a later
// host's, which takes over by GET /v1/task or by what it is let do; no other look does that, and no
// agent of the session. With Rooda-Begun input is answered with 102 as well, when it begins; with
// Rooda-Pulse: 15s an empty line among those of hands says every 15 s that all is well (no more often than
// ten times a second). The format only grows: unknown fields are ignored, and a shim of today is adopted
// by the hosts to come.
package shim
