package config

import "time"

// UnattendedTimeout is how long an agent whose session no rooda drives may be
// silent before it is ended; 0, and the default, is for ever.
func (c *Config) UnattendedTimeout() Value[time.Duration] {
	for _, s := range c.sources {
		if !s.has("sessions", "unattended_timeout") {
			continue
		}
		v := Value[time.Duration]{From: s.origin("sessions", "unattended_timeout")}
		if limit := s.file.Sessions.UnattendedTimeout; limit != nil {
			v.V = limit.duration()
		}
		return v
	}
	return Value[time.Duration]{From: Origin{Tier: BuiltIn}}
}
