package shim

import (
	"context"
	"time"
)

// struck types the keys, each by itself. One that was begun is ended: with half of it the next would be
// another.
func (d *dispatch) struck(ctx context.Context) error {
	for i, key := range d.strike {
		wait := time.Duration(0)
		switch {
		case i == 0 && len(d.text) > 0, i > 0 && string(d.strike[i-1]) == "\x1b", i > 0 && string(key) == "\r":
			wait = beforeEnter
		case i > 0:
			wait = betweenKeys
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
		n, err := d.write(ctx, key)
		if n > 0 && n < len(key) {
			d.server.keyboard.owed = append(d.server.keyboard.owed, key[n:]...)
		}
		if err != nil {
			return err
		}
		d.sent.Struck++
	}
	return nil
}
