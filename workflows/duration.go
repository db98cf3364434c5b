package workflows

import (
	"fmt"
	"time"
)

// String returns the duration as "20m0s".
func (d Duration) String() string { return time.Duration(d).String() }

// MarshalText writes what String returns.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what time.ParseDuration accepts.
func (d *Duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("read duration: %w", err)
	}
	*d = Duration(parsed)
	return nil
}
