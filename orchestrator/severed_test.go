package orchestrator

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/pty/shim"
)

// Who has come and not left is there, as often as that is so.
func TestInside(t *testing.T) {
	came := func(n int, by string, readOnly bool) shim.Deed {
		return shim.Deed{N: n, By: by, What: shim.Came, ReadOnly: readOnly}
	}
	left := func(by string, readOnly bool) shim.Deed {
		return shim.Deed{By: by, What: shim.Left, ReadOnly: readOnly}
	}
	got := inside([]shim.Deed{
		came(1, "human", false), came(2, "human", true), left("human", true), {By: "human", What: shim.Typed},
		came(3, "agent:a", true), came(4, "human", false), left("human", false), left("somebody", false),
	})
	if diff := cmp.Diff([]shim.Deed{came(3, "agent:a", true), came(4, "human", false)}, got); diff != "" {
		t.Errorf("inside (-want +got):\n%s", diff)
	}
}
