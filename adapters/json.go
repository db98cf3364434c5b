package adapters

import (
	"encoding/json"
	"time"
)

// The JSON forms are those of rooda-config.yml: spans of time are texts such
// as "150ms", and those that are not set are left out.

func span(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

// MarshalJSON writes the signs under the keys of rooda-config.yml.
func (s Signs) MarshalJSON() ([]byte, error) {
	type plain Signs
	return json.Marshal(struct {
		plain
		IdleQuiet  string `json:"idle_quiet,omitempty"`
		BlindQuiet string `json:"blind_quiet,omitempty"`
	}{plain(s), span(s.IdleQuiet), span(s.BlindQuiet)})
}

// MarshalJSON writes the rule under the keys of rooda-config.yml.
func (t TitleRule) MarshalJSON() ([]byte, error) {
	type plain TitleRule
	return json.Marshal(struct {
		plain
		Fresh string `json:"fresh,omitempty"`
	}{plain(t), span(t.Fresh)})
}

// MarshalJSON writes the recipe under the keys of rooda-config.yml.
func (s Submit) MarshalJSON() ([]byte, error) {
	type plain Submit
	return json.Marshal(struct {
		Settle string `json:"settle,omitempty"`
		plain
	}{span(s.Settle), plain(s)})
}
