package config_test

import (
	"testing"
	"time"
)

func TestUnattendedTimeout(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"": 0, "sessions: {}\n": 0, "sessions: {unattended_timeout: null}\n": 0,
		"sessions: {unattended_timeout: 24h}\n": 24 * time.Hour, "sessions: {unattended_timeout: 90}\n": 90 * time.Second,
	} {
		p := newPlace(t)
		p.workspace(text)
		if got := p.load().UnattendedTimeout().V; got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	p := newPlace(t)
	p.workspace("sessions: {unattended_timeout: 0}\n")
	if _, err := p.try(); err == nil {
		t.Error("0 is no limit")
	}
	p = newPlace(t)
	p.global("sessions: {unattended_timeout: 24h}\n")
	p.workspace("sessions: {unattended_timeout: null}\n")
	if got := p.load().UnattendedTimeout().V; got != 0 {
		t.Errorf("null leaves %s", got)
	}
}
