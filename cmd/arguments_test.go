package cmd

import (
	"strings"
	"testing"
)

// Whole words only: the end of one is no setting's name.
func TestSettingNamed(t *testing.T) {
	for flag, want := range map[string]string{
		"iteration-timeout": "ROODA_LOOP_ITERATION_TIMEOUT or ", "timeout": "ROODA_LOOP_ITERATION_TIMEOUT or ",
		"threshold": "ROODA_LOOP_FAILURE_THRESHOLD or ", "output-buffer": "ROODA_LOOP_MAX_OUTPUT_BUFFER or ",
		"": "", "t": "", "d": "", "out": "", "hold": "", "-timeout": "", "iteration": "",
	} {
		if got := settingNamed(flag); (got == "") != (want == "") || !strings.HasPrefix(got, want) {
			t.Errorf("--%s: %q, want %q", flag, got, want)
		}
	}
}
