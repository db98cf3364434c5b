package shim

import "bytes"

// completion is what ends p where it is cut at n, the paste included in which that may be.
func completion(p []byte, n int, pasting bool) []byte {
	for _, mark := range []string{pasteBegin, pasteEnd} {
		for i := 1; i < len(mark); i++ {
			switch {
			case !bytes.HasSuffix(p[:n], []byte(mark[:i])) || !bytes.HasPrefix(p[n:], []byte(mark[i:])):
			case mark == pasteBegin:
				return []byte(mark[i:] + pasteEnd)
			default:
				return []byte(mark[i:])
			}
		}
	}
	owed := restOfStroke(p, n)
	if len(owed) == 0 {
		owed = rest(p, n) // of a character that began in what was typed before
	}
	if pasting {
		owed = append(owed, pasteEnd...)
	}
	return owed
}

// rest is what is missing of the character in which p is cut at n.
func rest(p []byte, n int) (missing []byte) {
	for n > 0 && n < len(p) && p[n]&0xc0 == 0x80 && len(missing) < 3 {
		missing = append(missing, p[n])
		n++
	}
	return missing
}
