package shim

import (
	"context"
	"errors"
)

// outcome is what became of a handshake.
type outcome int

const (
	agreed     outcome = iota // there is an agent
	handedOver                // its shim was told to go, and another host adopts what there is
	givenUp                   // nobody wants an agent any more
	saidNo                    // the shim says that there is none, and why
	unheard                   // it says nothing, or there was no time to hear all: its record tells
)

// outcome names it. over says that ctx has ended before the handshake, which failed with err.
func (h *handshake) outcome(ctx context.Context, over bool, err error) outcome {
	said := err != nil && !errors.Is(err, errMute)
	switch {
	case over && released(ctx) && !said && h.working():
		return handedOver
	case over && errors.Is(ctx.Err(), context.Canceled):
		return givenUp
	case said:
		return saidNo
	case err != nil || over:
		return unheard
	}
	return agreed
}
