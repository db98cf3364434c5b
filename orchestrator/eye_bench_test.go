package orchestrator

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// BenchmarkEye is what an eye costs beside the watcher that it writes to: it keeps the promises of what
// scrolls off. Code has signs that tags have, too.
func BenchmarkEye(b *testing.B) {
	var log, tui strings.Builder
	for i := 0; log.Len() < 1<<20; i++ {
		fmt.Fprintf(&log, "\x1b[32mok\x1b[0m  \trooda/package/number%d\t%d.%03ds  some words of a log line follow\r\n", i%97, i%7, i%1000)
	}
	rule := strings.Repeat("─", 60)
	for tui.Len() < 1<<20 {
		tui.WriteString("\x1b[?2026h\x1b[H\x1b[2J")
		for row := range 20 {
			fmt.Fprintf(&tui, "\x1b[3%dmline %d of a conversation that is painted\x1b[0m again\r\n", row%7, row)
		}
		tui.WriteString(rule + "\r\n❯ \r\n" + rule + "\x1b[?2026l")
	}
	for _, output := range []struct{ name, text string }{
		{"log", log.String()}, {"code", strings.ReplaceAll(log.String(), "ok", "<ok>")}, {"tui", tui.String()},
	} {
		for _, alone := range []bool{true, false} {
			b.Run(output.name+map[bool]string{true: "/watcher", false: "/eye"}[alone], func(b *testing.B) {
				e, err := newEye(tuiSigns(), io.Discard, time.Now())
				if err != nil {
					b.Fatal(err)
				}
				e.given("Do it.")
				_, _ = e.Write([]byte("> Do it.\r\n\r\n"))
				b.SetBytes(int64(len(output.text)))
				for b.Loop() {
					for text := output.text; text != ""; {
						n := min(32<<10, len(text))
						if alone {
							e.watcher.Write(time.Now(), []byte(text[:n]))
						} else {
							_, _ = e.Write([]byte(text[:n]))
						}
						text = text[n:]
					}
				}
			})
		}
	}
}
