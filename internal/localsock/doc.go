// Package localsock owns the sockets by which processes of one user talk to
// each other: where they are, who may connect, that a stale one is cleared
// and a lost one comes back, and who is at the other end.
//
// It knows nothing of what is said on them: whoever opens a Door brings the
// handler. Sweep takes away what killed processes left. It opens no network socket, and removes nothing that is no socket
// or that somebody listens on. Package pty/shim has a door for each agent,
// internal/api one for each host.
//
//	path, err := localsock.Path(runDir, folder)
//	door, err := localsock.Open(path, localsock.OwnOnly(handler, refuse))
//	go door.Watch(ctx)
//	defer door.Close(time.Second)
package localsock
