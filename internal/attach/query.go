package attach

import (
	"bytes"
	"slices"
)

// asks says whether a terminal would answer a control sequence.
func asks(c csi) bool {
	if len(c.inter) == 0 && c.final == 'c' || string(c.inter)+string(c.final) == "$p" {
		return true
	}
	switch string(c.prefix) + string(c.inter) + string(c.final) {
	case "n", "?n", "<n", "=n", "?u", ">q", "x", "$w", "?m", "?g", "?S", "$u", "*y", "#S":
		return true
	case "t":
		return slices.Contains([]int{11, 13, 14, 15, 16, 18, 19, 20, 21}, c.first(0))
	}
	return false
}

// intrudes says whether a control sequence acts on what is the person's and
// not the agent's: the history, and the window's place, size and state.
func intrudes(c csi) bool {
	switch string(c.prefix) + string(c.inter) + string(c.final) {
	case "J":
		return c.first(0) == 3
	case "t":
		n := c.first(0)
		return n > 0 && n <= 10 || n >= 24
	case "?h", "?l":
		return slices.Contains(c.params, 3) // 80 or 132 columns
	case "$|", "*|", "+T", "i", "?i":
		return true
	}
	return false
}

// asksCommand says whether a terminal would answer an OSC, or it is a status
// record, which is the shim's.
func asksCommand(content []byte) bool {
	number, data, _ := bytes.Cut(content, []byte{';'})
	switch string(number) {
	case "7501":
		return true
	case "4", "5", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "21", "52", "60", "61", "99":
		return slices.ContainsFunc(bytes.Split(data, []byte{';'}), func(field []byte) bool {
			return bytes.HasSuffix(field, []byte("?"))
		})
	}
	return false
}

func setsTitle(content []byte) bool {
	number, _, _ := bytes.Cut(content, []byte{';'})
	return slices.Contains([]string{"0", "1", "2"}, string(number))
}

func asksGraphics(keys []byte) bool {
	return slices.ContainsFunc(bytes.Split(keys, []byte{','}), func(key []byte) bool { return string(key) == "a=q" })
}
