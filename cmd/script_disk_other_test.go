//go:build !linux

package cmd_test

import "github.com/rogpeppe/go-internal/testscript"

func mounts() bool { return false }

func smallDisk(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("there is none here") }
