// Package session owns what is kept of one run of one workflow: the record
// that a crashed run is resumed from, the journal of its events, the lock
// that says who drives it, and the folders of its iterations. The format is
// described in sessions/README.md.
//
// It decides nothing and runs nothing; package orchestrator does, and calls
// Save before it acts on a decision. It never stores a value of the
// environment, and never changes a file that it cannot read.
//
//	home, err := session.Home(os.Environ())
//	handle, err := session.NewManager(home).Create(record)
//	err = handle.Save(record)        // checkpoint, with its events in Outbox
//	err = handle.Append(record.Outbox)
package session
