package adapters

import (
	"encoding/base64"
	"strings"
	"time"
	"unicode/utf8"
)

// statusClaim reads a program status record (OSC 7501). ok is false for a
// record of a part of the program and for one that is not understood; a
// record that clears returns a claim that says nothing.
func statusClaim(record string, at time.Time) (c Claim, ok bool) {
	fields := map[string]string{}
	for field := range strings.SplitSeq(record, ":") {
		key, value, _ := strings.Cut(field, "=")
		fields[key] = value
	}
	if fields["id"] != "" {
		return Claim{}, false
	}
	c = Claim{Source: ByStatus, Since: at, Seen: at}
	if fields["state"] != "blocked" && fields["state"] != "error" { // people are told of these
		c.Excerpt = record
	}
	if message, err := base64.StdEncoding.DecodeString(pad(fields["msg"])); err == nil && len(message) > 0 && utf8.Valid(message) {
		c.Excerpt = brief(string(message), excerptLength)
	}
	switch fields["state"] {
	case "clear":
		return Claim{}, true
	case "idle":
		c.Condition = Idle
	case "done":
		c.Condition = Done
	case "working":
		c.Condition = Working
	case "error":
		c.Condition, c.Kind = Idle, Failed
	case "blocked":
		c.Condition = Blocked
		switch kind := Kind(fields["kind"]); kind {
		case Permission, Question, Auth:
			c.Kind = kind
		default:
			c.Kind = Unspecified
		}
	default:
		return Claim{}, false
	}
	return c, true
}

// pad completes base64 that came without its padding.
func pad(text string) string {
	text = strings.TrimRight(text, "=")
	return text + strings.Repeat("=", (4-len(text)%4)%4)
}
