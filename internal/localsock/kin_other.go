//go:build !linux

package localsock

// Variable cannot be known here: there is no /proc.
func Variable(int, string) string { return "" }

// Argv cannot be known here either.
func Argv(int) []string { return nil }

func parent(int) int { return 0 }
