package shim

import (
	"bytes"
	"slices"
)

// maxKey is more than any key sends.
const maxKey = 32

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
	owed := append(rest(p, n), restOfKey(p, n)...)
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

// restOfKey is what is missing of the key, an arrow say, in which p is cut at n. A lone Escape is whole.
func restOfKey(p []byte, n int) []byte {
	begin := bytes.LastIndexByte(p[:n], 0x1b)
	if begin < 0 || begin+1 >= len(p) {
		return nil
	}
	end := begin + 2
	switch p[begin+1] {
	case '[':
		for end < len(p) && p[end] >= 0x20 && p[end] < 0x40 {
			end++
		}
	case 'O':
	default:
		return nil
	}
	if end = min(end+1, len(p)); end <= n || end-begin > maxKey {
		return nil
	}
	return slices.Clone(p[n:end])
}
