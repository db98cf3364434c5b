package vt

// Terminator finds the byte 0x9C that ends a string sequence (OSC, DCS and their like) among those inside
// of characters, such as the one in an agent's title. The zero value stands at the beginning of a string.
type Terminator struct {
	first byte // of the character begun
	needs int8 // bytes that it still needs
}

// Step takes the next byte and returns how many bytes that make an end there, it included: 1 for a
// lone 0x9C, 2 for U+009C, 0 where the string goes on.
func (t *Terminator) Step(b byte) int {
	switch {
	case b == 0x9c && t.needs == 0:
		return 1
	case b == 0x9c && t.first == 0xc2:
		return 2
	case t.needs > 0 && b >= 0x80 && b < 0xc0:
		t.needs--
	default:
		t.first, t.needs = b, max(runeLength(b)-1, 0)
	}
	return 0
}

// runeLength is how long the character that starts with b is, 0 for none.
func runeLength(b byte) int8 {
	switch {
	case b < 0xc2 || b > 0xf4:
		return 0
	case b < 0xe0:
		return 2
	case b < 0xf0:
		return 3
	}
	return 4
}
