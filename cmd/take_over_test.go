package cmd

import (
	"errors"
	"fmt"
	"testing"

	"rooda/internal/api"
)

// A host that dies while it is asked has not answered.
func TestAnswered(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want bool
	}{
		{nil, true},
		{&api.Error{Text: "no"}, true},
		{&api.VersionError{API: 9}, true},
		{errors.New("the host answers 500"), true},
		{fmt.Errorf("%w: refused", api.ErrNoHost), false},
		{api.ErrSilent, false},
		{fmt.Errorf("read session from host: %w", api.ErrEnded), false},
	} {
		if got := answered(tt.err); got != tt.want {
			t.Errorf("%v: answered %t, want %t", tt.err, got, tt.want)
		}
	}
}
