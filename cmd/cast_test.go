package cmd

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestCastHandsAndEnd: a recording says which input was rooda's own, and goes
// on to the agent's end, but never says what was typed.
func TestCastHandsAndEnd(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	index := `{"version":1,"start":"2026-01-02T03:04:05Z","offset":0,"cols":80,"rows":24}
[0.000,0]
[1.000,2,3]
[3.000,2,1]
[3.500,2]
`
	var hands typists
	hands.add(start.Add(2900*time.Millisecond), time.Time{})
	var out bytes.Buffer
	if err := writeCast(&out, castSource{"s/t", strings.NewReader("hiho"), strings.NewReader(index), hands, start.Add(20 * time.Second)}); err != nil {
		t.Fatal(err)
	}
	_, events, _ := strings.Cut(out.String(), "\n")
	want := `[0,"o","hi"]
[1,"i","rooda: ***"]
[3,"i","*"]
[3.5,"o","ho"]
[20,"o",""]
`
	if diff := cmp.Diff(want, events); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	out.Reset()
	if err := writeCast(&out, castSource{"s/t", strings.NewReader("hiho"), strings.NewReader(index), nil, start.Add(3400 * time.Millisecond)}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(out.String(), "[3.5,\"o\",\"ho\"]\n[3.5,\"o\",\"\"]\n") {
		t.Errorf("an end just before the last output: %s", &out)
	}
	for data, own := range map[string]bool{"rooda: ***": true, "rooda: ": false, "rooda: *x": false, "***": false} {
		if ownInput(data) != own {
			t.Errorf("%q is rooda's own: %t", data, !own)
		}
	}
}
