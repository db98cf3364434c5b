package shim

import (
	"context"
	"time"

	"rooda/pty/vt"
)

// struck types the keys, each by itself. One that was begun is ended: with half of it the next would be
// another.
func (d *dispatch) struck(ctx context.Context) error {
	for i, key := range d.strike {
		if err := pause(ctx, d.pace(i, string(key))); err != nil {
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

// pace is the pause ahead of key number i, or of Enter behind them all.
func (d *dispatch) pace(i int, key string) time.Duration {
	if i > 0 {
		return vt.Pace(string(d.strike[i-1]), key)
	}
	return vt.PaceBehind(d.text, key)
}
