//go:build !linux

package shim

import "context"

// Stops returns when ctx ends: who wants to know whether a shim was stopped has to ask it.
func Stops(ctx context.Context, _ func()) { <-ctx.Done() }
