//go:build !linux

package localsock

// Variable cannot be known here: there is no /proc.
func Variable(int, string) string { return "" }

func parent(int) int { return 0 }
