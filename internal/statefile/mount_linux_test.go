package statefile_test

import "golang.org/x/sys/unix"

// mount puts a disk of 64 KiB at dir.
func mount(dir string) error { return unix.Mount("tmpfs", dir, "tmpfs", 0, "size=64k,mode=0700") }

func unmount(dir string) error { return unix.Unmount(dir, 0) }
