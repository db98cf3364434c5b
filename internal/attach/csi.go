package attach

import "bytes"

// csi is a control sequence taken apart.
type csi struct {
	prefix []byte // one of < = > ?, or nothing
	params []int  // without sub-parameters; -1 where one is left out
	inter  []byte
	final  byte
	// nested says that there are sub-parameters.
	nested bool
}

const maxParam = 1 << 16

// parseCSI takes apart ESC [ ... final.
func parseCSI(seq []byte) csi {
	c := csi{final: seq[len(seq)-1]}
	body := seq[2 : len(seq)-1]
	if len(body) > 0 && body[0] >= '<' && body[0] <= '?' {
		c.prefix, body = body[:1], body[1:]
	}
	if i := bytes.IndexFunc(body, func(r rune) bool { return r < '0' }); i >= 0 {
		body, c.inter = body[:i], body[i:]
	}
	if len(body) == 0 {
		return c
	}
	c.nested = bytes.IndexByte(body, ':') >= 0
	for field := range bytes.SplitSeq(body, []byte{';'}) {
		field, _, _ = bytes.Cut(field, []byte{':'})
		n := -1
		for _, b := range field {
			if b >= '0' && b <= '9' {
				n = min(max(n, 0)*10+int(b-'0'), maxParam)
			}
		}
		c.params = append(c.params, n)
	}
	return c
}

// first returns the first parameter, or missing where it is left out.
func (c csi) first(missing int) int {
	if len(c.params) == 0 || c.params[0] < 0 {
		return missing
	}
	return c.params[0]
}
