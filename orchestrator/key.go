package orchestrator

import (
	"fmt"

	"rooda/orchestrator/plan"
)

// iterationKey is the identity of an iteration beyond its session; every
// process of it carries the key in its environment.
func iterationKey(session, stage string, k plan.Key) string {
	return fmt.Sprintf("%s/%s/%s/%d/%d", session, stage, k.Task, k.Attempt, k.Iteration)
}
