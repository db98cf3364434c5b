// Package e2e tests rooda from the outside, with real agents and a scripted
// model: see [rooda/e2e/agents] and [rooda/e2e/modelserver]. It owns no
// production code.
//
// The tests that need npm are named TestReal; the first run downloads the agents:
//
//	go test ./e2e/... -run Real -v    # minutes the first time
//	go test ./e2e/...                 # no agent, no download
//	ROODA_E2E_CACHE=/var/cache/agents go test ./e2e/... -run Real
package e2e
