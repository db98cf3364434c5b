package attach

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestWayOut(t *testing.T) {
	type read struct {
		p      string
		paused bool
		out    bool
	}
	for name, test := range map[string]struct {
		keys  string
		reads []read
	}{
		"after a pause":             {`ctrl-\`, []read{{"\x1c", true, true}}},
		"encoded, with its release": {`ctrl-\`, []read{{"\x1b[92;5:1u\x1b[92;5:3u", true, true}}},
		"in the flow":               {`ctrl-\`, []read{{"\x1c", false, false}, {"a", false, false}, {"\x1c", false, false}, {"\x1c", false, false}}},
		"again and again":           {`ctrl-\`, []read{{"\x1c", false, false}, {"\x1c", false, false}, {"\x1c", false, true}}},
		"in a text":                 {`ctrl-\`, []read{{"a\x1cb", true, false}, {"\x1cb", true, false}}},
		"two keys":                  {"ctrl-p,ctrl-q", []read{{"\x10", true, false}, {"\x11", false, true}}},
		"two keys, another between": {"ctrl-p,ctrl-q", []read{{"\x10", true, false}, {"x", false, false}, {"\x11", false, false}}},
		"too early, and again":      {`ctrl-\`, []read{{"\x1c", false, false}, {"\x1c", true, true}}},
		"too early, and released":   {`ctrl-\`, []read{{"\x1b[92;5:1u", false, false}, {"\x1b[92;5:3u", true, false}, {"\x1b[92;5:1u", true, true}}},
		"too early, two keys":       {"ctrl-p,ctrl-q", []read{{"\x10", false, false}, {"\x11", true, false}, {"\x10", true, false}, {"\x11", false, true}}},
		"none":                      {"none", []read{{"\x1c", true, false}}},
	} {
		var w wayOut
		for i, r := range test.reads {
			if out := w.read([]byte(r.p), keys(t, test.keys), r.paused); out != r.out {
				t.Errorf("%s: read %d: out %t, want %t", name, i, out, r.out)
			}
		}
	}
}

// Who presses the key before a paste has paused, and once more after that, leaves by the second press.
func TestWayOutAfterAnEarlyPress(t *testing.T) {
	for name, test := range map[string]struct {
		pause time.Duration // behind the first press
		out   bool
	}{
		"after a pause": {pasteWait + 100*time.Millisecond, true},
		"at once":       {pasteWait - 100*time.Millisecond, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			k := newKeyboard(keys(t, `ctrl-\`), false)
			ctx, cancel := context.WithCancel(t.Context())
			var both sync.WaitGroup
			both.Go(func() { k.recognize(ctx, func() {}) })
			both.Go(func() {
				for range k.typed { // the agent takes what comes
				}
			})
			k.reads <- []byte("\x1b[200~text")
			time.Sleep(pasteWait / 2)
			k.reads <- []byte("\x1c")
			time.Sleep(test.pause)
			k.reads <- []byte("\x1c")
			synctest.Wait()
			select {
			case <-k.detached:
				if !test.out {
					t.Errorf("%s: detached", name)
				}
			default:
				if test.out {
					t.Errorf("%s: still attached", name)
				}
			}
			cancel()
			both.Wait()
		})
	}
}
