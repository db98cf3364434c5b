package pty

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestCastRoundTrip(t *testing.T) {
	header := CastHeader{Version: 2, Width: 120, Height: 40, Timestamp: 1700000000, Command: "agent"}
	var b bytes.Buffer
	w, err := NewCastWriter(&b, header)
	if err != nil {
		t.Fatal(err)
	}
	star := "✳"
	for _, e := range []CastEvent{
		{0, "o", "\x1b[1m<a>" + star[:1]},
		{500 * time.Millisecond, "i", "y\r"},
		{1500 * time.Millisecond, "o", star[1:2]},
		{2 * time.Second, "o", star[2:] + "b\xff"},
		{3 * time.Second, "m", "snap done"},
		{3118 * time.Millisecond, "i", "*"},
		{4 * time.Second, "o", star[:2]},
	} {
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "[3.118,") { // Seconds() is 3.1180000000000003
		t.Errorf("times with too many decimals:\n%s", b.String())
	}
	cast, err := ReadCast(&b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(header, cast.Header); diff != "" {
		t.Error(diff)
	}
	var got []CastEvent
	for e, err := range cast.Events() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e)
	}
	want := []CastEvent{
		{0, "o", "\x1b[1m<a>"},
		{500 * time.Millisecond, "i", "y\r"},
		{2 * time.Second, "o", "✳b\uFFFD"},
		{3 * time.Second, "m", "snap done"},
		{3118 * time.Millisecond, "i", "*"},
		{4 * time.Second, "o", "\uFFFD\uFFFD"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestCastErrors(t *testing.T) {
	head := `{"version":2,"width":80,"height":24}` + "\n"
	for name, test := range map[string]struct{ in, want string }{
		"empty":    {"", "header"},
		"version":  {`{"version":3}` + "\n", "version 3"},
		"no json":  {"hello\n", "header"},
		"event":    {head + `[1,"o","a"]` + "\nnonsense\n", "line 3"},
		"short":    {head + `[1,"o"]` + "\n", "2 fields"},
		"bad type": {head + `[1,2,"a"]` + "\n", "line 2"},
	} {
		t.Run(name, func(t *testing.T) {
			cast, err := ReadCast(strings.NewReader(test.in))
			if err == nil {
				for _, e := range cast.Events() {
					err = e
				}
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}
