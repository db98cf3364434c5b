package attach

import (
	"bytes"
	"strconv"
)

const (
	bitControl   = 4        // the bit of control in modifiers
	bitsOfLocks  = 64 | 128 // the bits of caps lock and num lock
	eventRelease = 3        // the event type of a key that was let go
)

// decodeKey reads a key that was sent with its code: CSI code ; modifiers u
// of the kitty protocol, with alternate keys, event types and text, or
// CSI 27 ; modifiers ; code ~ of modifyOtherKeys. Only control is known.
func decodeKey(seq []byte) (c chord, event int, ok bool) {
	fields := bytes.Split(seq[2:len(seq)-1], []byte{';'})
	var code, modifiers []byte
	switch final := seq[len(seq)-1]; {
	case final == 'u' && len(fields) >= 1 && len(fields) <= 3:
		code, modifiers = fields[0], []byte("1")
		if len(fields) > 1 {
			modifiers = fields[1]
		}
	case final == '~' && len(fields) == 3 && string(fields[0]) == "27":
		code, modifiers = fields[2], fields[1]
	default:
		return chord{}, 0, false
	}
	code, _, _ = bytes.Cut(code, []byte{':'})
	modifiers, kind, typed := bytes.Cut(modifiers, []byte{':'})
	event = 1
	if typed {
		event, _ = strconv.Atoi(string(kind))
	}
	n, err := strconv.Atoi(string(code))
	if err != nil || n <= 0x20 || n > 0x7e {
		return chord{}, 0, false
	}
	m := 1
	if len(modifiers) > 0 {
		if m, err = strconv.Atoi(string(modifiers)); err != nil {
			return chord{}, 0, false
		}
	}
	key := byte(n)
	switch (m - 1) &^ bitsOfLocks {
	case 0:
		return chord{key, false}, event, true
	case bitControl:
		if key >= 'A' && key <= 'Z' {
			key |= 0x20
		}
		return chord{key, true}, event, true
	}
	return chord{}, 0, false
}

// released says whether a key sequence tells that a key was let go.
func released(seq []byte) bool {
	if len(seq) < 4 || seq[len(seq)-1] != 'u' {
		return false
	}
	fields := bytes.Split(seq[2:len(seq)-1], []byte{';'})
	return len(fields) > 1 && bytes.HasSuffix(fields[1], []byte(":3"))
}
