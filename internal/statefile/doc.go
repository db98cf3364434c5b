// Package statefile owns how state reaches the disk and comes back: a durable
// replacement of a whole file, a lock that dies with its holder, and an
// envelope that tells one kind and version of file from another.
//
// It never repairs, migrates or removes a file that it cannot read: such a
// file is reported and left as it is. It knows nothing of what the files
// mean; package session does.
//
//	lock, err := statefile.Acquire(dir + "/host.lock")
//	data, err := statefile.Encode("rooda-session", 1, record)
//	err = statefile.Write(dir+"/session.json", data, 0o600)
//	err = statefile.Decode(dir+"/session.json", "rooda-session", 1, &record)
package statefile
