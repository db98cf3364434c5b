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
		"version":  {`{"version":4}` + "\n", "version 4"},
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

// Version 3 has its size elsewhere, intervals for times, and comments.
func TestReadCastOfVersion3(t *testing.T) {
	cast, err := ReadCast(strings.NewReader(`{"version":3,"term":{"cols":90,"rows":30,"type":"xterm"},"timestamp":5,"title":"Demo"}
# a comment
[0.25, "o", "a"]

[1.5, "i", "b"]
# another
[0.125, "x", "0"]`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(CastHeader{Version: 3, Width: 90, Height: 30, Timestamp: 5, Title: "Demo"}, cast.Header); diff != "" {
		t.Errorf("header (-want +got):\n%s", diff)
	}
	var got []CastEvent
	for event, err := range cast.Events() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, event)
	}
	want := []CastEvent{{250 * time.Millisecond, "o", "a"}, {1750 * time.Millisecond, "i", "b"}, {1875 * time.Millisecond, "x", "0"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if _, err := ReadCast(strings.NewReader(`{"version":4}`)); err == nil {
		t.Error("a version that nobody knows was read")
	}
}
