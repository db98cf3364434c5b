package console

import (
	"fmt"
	"strings"
	"time"
)

// Brief shows a duration as people say it: 0.4s, 12.3s, 4m05s, 2h07m.
func Brief(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%.1fs", d.Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%dm%02ds", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
}

// Chosen shows a time that somebody chose: 1s, 2.5s, 10m00s.
func Chosen(d time.Duration) string { return strings.Replace(Brief(d), ".0s", "s", 1) }

// Clock shows a running time without fractions, so that it does not flicker.
func Clock(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%ds", int(d.Seconds()))
	}
	return Brief(d)
}

// OutOf shows "2/10", or "2" without a limit.
func OutOf(n, limit int) string {
	if limit == 0 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d/%d", n, limit)
}
