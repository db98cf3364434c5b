package shim

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"sync/atomic"
)

// ErrBegun says that perhaps a part of a piece was typed, or all of it: the shim has begun with it, and
// nobody can tell how far it got. What fails otherwise was not typed.
var ErrBegun = errors.New("some of it may have been typed")

// begunHeader is how a caller says that it is to hear of the beginning, which callers of before that
// would take for the end.
const begunHeader = "Rooda-Begun"

// tellsBegun is the feature of shims that tell of it.
const tellsBegun = "begun"

type begunKey struct{}

// noting is a context of requests that can be told to have begun.
func noting(ctx context.Context) context.Context {
	begun := new(atomic.Bool)
	return httptrace.WithClientTrace(context.WithValue(ctx, begunKey{}, begun), &httptrace.ClientTrace{
		Got1xxResponse: func(status int, _ textproto.MIMEHeader) error {
			if status == http.StatusProcessing {
				begun.Store(true)
			}
			return nil
		},
	})
}

func noted(ctx context.Context) bool { return ctx.Value(begunKey{}) != nil }

// begun reports whether the shim has said of a request of a context of noting's that it begins.
func begun(ctx context.Context) bool {
	b, known := ctx.Value(begunKey{}).(*atomic.Bool)
	return known && b.Load()
}
