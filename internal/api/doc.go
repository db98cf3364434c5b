// Package api owns the control socket of a host, the process that drives a
// session: what can be seen and done there, who may, and the client that
// commands use.
//
// It decides nothing about the run and keeps no state of its own: it reads
// the run and its journal, and passes on what people want. It has no network
// socket. Agents' terminals have sockets of their own, see package pty/shim.
// cmd opens a Server for each run, and asks hosts through a Client.
//
//	server, err := api.Open(api.Host{Run: run, RunDir: dir, Stop: stop})
//	defer server.Close()
//
//	client, err := api.Dial(runDir, sessionDir)
//	now, err := client.Session(ctx)
//	err = client.Approve(ctx, "review")
//
// # Wire
//
// HTTP/1.1 and JSON on a unix socket, for this user only:
//
//	GET  /v1/session                  the session now, its host, and what this version can do
//	GET  /v1/tasks                    its tasks, in order
//	GET  /v1/events?from=N            the journal from event N on, then live: server-sent
//	                                  events whose ids are their numbers (Last-Event-ID goes on after one)
//	POST /v1/tasks/{task}/input       the body is typed as it is; {"text": "..."} as
//	                                  application/json is handed over when the agent is idle
//	POST /v1/tasks/{task}/approve     answers the agent's question with its plain yes
//	POST /v1/tasks/{task}/complete    ends an interactive iteration as done
//	POST /v1/tasks/{task}/cancel      ends the task as failed
//	POST /v1/stop?kill=1              stops the session
//
// An error is {"error": "...", "code": "...", "hint": "..."}; the header
// Rooda-Api holds the version. Unknown fields and parameters are ignored.
// The version rises only when a client of before could not work with it.
package api
