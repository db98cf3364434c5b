package yamlsrc

import (
	"fmt"
	"strconv"
	"strings"
)

// plainKey says whether a key needs no quotes.
func plainKey(s string) bool {
	return s != "" && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

// fieldName writes a path the way a person would: stages[0].env["a b"].
func fieldName(path []any) string {
	var b strings.Builder
	for _, step := range path {
		switch step := step.(type) {
		case int:
			fmt.Fprintf(&b, "[%d]", step)
		case string:
			if !plainKey(step) {
				fmt.Fprintf(&b, "[%s]", strconv.Quote(cut(step)))
				continue
			}
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(step)
		}
	}
	return b.String()
}

// cut shortens a text that a message quotes.
func cut(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// with returns path and one step more, never sharing memory with path.
func with(path []any, step any) []any {
	return append(path[:len(path):len(path)], step)
}
