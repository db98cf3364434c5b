package attach

import "testing"

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
