package shim

import (
	"errors"
	"fmt"
)

// SizePolicy says which windows of those who are attached and may type the
// size of an agent's terminal follows.
type SizePolicy string

// The policies.
const (
	// Latest is the window of whoever typed last, and when that one leaves,
	// of the one before.
	Latest SizePolicy = "latest"
	// Smallest is as many columns and rows as fit into all windows.
	Smallest SizePolicy = "smallest"
	// Fixed is none of them: the size stays, unless somebody asks for another.
	Fixed SizePolicy = "fixed"
)

// ErrPolicy says that text is no policy.
var ErrPolicy = errors.New("not latest, smallest or fixed")

// ErrNoPolicies says that a shim of before there were policies keeps the terminal.
var ErrNoPolicies = errors.New("agent's terminal was started by an earlier rooda, which has no size policies")

// ParseSizePolicy reads a policy. The error is ErrPolicy.
func ParseSizePolicy(text string) (SizePolicy, error) {
	switch p := SizePolicy(text); p {
	case Latest, Smallest, Fixed:
		return p, nil
	}
	return "", fmt.Errorf("read size policy %q: %w", text, ErrPolicy)
}

// policies is the feature of shims that have them.
const policies = "size-policy"
