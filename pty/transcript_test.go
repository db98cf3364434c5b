package pty

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/pty/vt"
)

func TestNoScreenNoLog(t *testing.T) {
	spec, _ := fake(t, "exit 0")
	l := open(t, spec)
	if _, err := l.Snapshot(t.Context()); !errors.Is(err, ErrNoScreen) {
		t.Errorf("snapshot: %v", err)
	}
	if next, err := l.Follow(t.Context(), 3, &bytes.Buffer{}); !errors.Is(err, ErrNoLog) || next != 3 {
		t.Errorf("follow: %d, %v", next, err)
	}
	wait(t, l)
}

func TestLogIsContinued(t *testing.T) {
	spec, _ := fake(t, "exit 0")
	spec.Log, spec.Screen = filepath.Join(t.TempDir(), "log"), &ScreenOptions{}
	if err := os.WriteFile(spec.Log, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	l := open(t, spec)
	if exit := wait(t, l); exit.Bytes != 5 {
		t.Errorf("exit %+v", exit)
	}
	if s, err := l.Snapshot(t.Context()); err != nil || s.Offset != 11 {
		t.Errorf("snapshot at %d, %v", s.Offset, err)
	}
	var all bytes.Buffer
	if _, err := l.Follow(t.Context(), 0, &all); err != nil || all.String() != "beforebye\r\n" {
		t.Errorf("follow: %q, %v", all.String(), err)
	}
}

func TestFollowOnAFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	for _, size := range []int{1000, restBytes + 1000} {
		spec, out := fake(t, "line 1000")
		if size > 1000 {
			spec, out = fake(t, "flood 263144")
		}
		spec.Log = "/dev/full"
		l := open(t, spec)
		if exit := wait(t, l); !errors.Is(exit.LogErr, syscall.ENOSPC) {
			t.Errorf("exit %+v", exit)
		}
		var got bytes.Buffer
		_, err := l.Follow(t.Context(), 0, &got)
		if whole := size <= 1000; whole && (err != nil || got.String() != out.String()) || !whole && !errors.Is(err, ErrGap) {
			t.Errorf("follow from 0: %d bytes of %d, %v", got.Len(), len(out.String()), err)
		}
		got.Reset()
		from := max(0, len(out.String())-restBytes)
		if _, err := l.Follow(t.Context(), int64(from), &got); err != nil || got.String() != out.String()[from:] {
			t.Errorf("follow from %d: %d bytes of %d, %v", from, got.Len(), len(out.String()), err)
		}
	}
}

// A transcript whose log breaks off in the middle of a write goes on from there.
func TestLogBreaksOff(t *testing.T) {
	script, err := newTranscript(Spec{Log: filepath.Join(t.TempDir(), "log")}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	script.append([]byte("written "))
	script.mu.Lock()
	script.log.Close() // the next write fails
	script.mu.Unlock()
	script.append([]byte("kept "))
	script.append([]byte("too"))
	script.end()
	var got bytes.Buffer
	if next, err := script.follow(t.Context(), 3, &got); err != nil || got.String() != "tten kept too" || next != 16 {
		t.Errorf("follow: %q, %d, %v", got.String(), next, err)
	}
	if n, err := script.written(); n != 16 || !errors.Is(err, os.ErrClosed) {
		t.Errorf("written %d, %v", n, err)
	}
}

func TestLogCutShort(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	script, err := newTranscript(Spec{Log: path}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer script.end()
	script.append([]byte("some output"))
	if err := os.Truncate(path, 4); err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if _, err := script.follow(t.Context(), 0, &got); !errors.Is(err, ErrGap) || got.String() != "some" {
		t.Errorf("follow: %q, %v", got.String(), err)
	}
}

// A snapshot waits for the end of a frame, but not for ever.
func TestSnapshotOfAFrame(t *testing.T) {
	script, err := newTranscript(Spec{Screen: &ScreenOptions{}, Size: Size{80, 24}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	script.append([]byte("\x1b[?2026hhalf"))
	begin := time.Now()
	if s, _, err := script.snapshot(t.Context(), 0); err != nil || s.Text() != "half" || time.Since(begin) < frameWait {
		t.Errorf("snapshot %q, %v after %v", s.Text(), err, time.Since(begin))
	}
	go func() {
		time.Sleep(frameWait / 5)
		script.append([]byte(" whole\x1b[?2026l"))
	}()
	if s, _, err := script.snapshot(t.Context(), 0); err != nil || s.Text() != "half whole" {
		t.Errorf("snapshot %q, %v", s.Text(), err)
	}
	script.append([]byte("\x1b[?2026h"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := script.snapshot(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("snapshot: %v", err)
	}
}

func TestSnapshotWithHistory(t *testing.T) {
	script, err := newTranscript(Spec{Screen: &ScreenOptions{}, Size: Size{20, 3}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	script.append([]byte("1\r\n2\r\n3\r\n4\r\n5\r\n6"))
	s, lines, err := script.snapshot(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, l := range lines {
		texts = append(texts, l.Text())
	}
	if s.Text() != "4\n5\n6" || strings.Join(texts, ",") != "2,3" {
		t.Errorf("screen %q, history %q", s.Text(), texts)
	}
	if _, lines, _ := script.snapshot(t.Context(), 0); len(lines) != 0 {
		t.Errorf("%d lines", len(lines))
	}
	var _ []vt.Line = lines
}

// Where nobody types, answers must not come back as output.
func TestAnswersAreNotEchoed(t *testing.T) {
	out := newTape()
	l := open(t, Spec{
		Path: "/bin/sh", Argv: []string{"sh", "-c", `printf '\033[c'; sleep 0.2; echo done`},
		StdinPipe: true, Tap: out, Screen: &ScreenOptions{},
	})
	wait(t, l)
	if out.String() != "\x1b[cdone\r\n" {
		t.Errorf("output %q", out.String())
	}
}

func TestIndexIsSparse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "idx")
	x, err := newIndex(path, time.Now(), 5, Size{80, 24})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 1000 {
		x.mark(int64(n))
	}
	for range 1000 {
		x.input(1000, 3)
	}
	x.resize(1000, Size{1, 2})
	x.close()
	x.mark(1001) // closed: nothing happens
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, marks, err := ReadIndex(bytes.NewReader(append(data, "[0.5,12"...)))
	if err != nil || head.Offset != 5 || head.Cols != 80 || head.Rows != 24 {
		t.Fatalf("%+v, %v", head, err)
	}
	var got []Mark
	var typed []int
	for m, err := range marks {
		if err != nil {
			t.Fatal(err)
		}
		if m.Typed > 0 {
			typed = append(typed, m.Typed)
			continue
		}
		got = append(got, m)
	}
	if len(typed) < 1 || len(typed) > 3 || typed[0] != 3 {
		t.Errorf("typed %v, want one of 3 bytes for 0.1 s", typed)
	}
	if len(got) > 4 || len(got) < 2 || got[0].Offset != 0 || got[len(got)-1].Size != (Size{1, 2}) {
		t.Errorf("%d marks: %+v", len(got), got)
	}
}

func FuzzReadIndex(f *testing.F) {
	f.Add([]byte(`{"version":1,"start":"2026-01-02T03:04:05Z","offset":0,"cols":80,"rows":24}` + "\n[0.000,0]\n[1.25,300,80,24]\n"))
	f.Add([]byte(`{"version":1}` + "\n[1]\n"))
	f.Add([]byte(`{"version":1}` + "\n[1,2,3]\n"))
	f.Add([]byte(`{"version":1}` + "\n[1,2,99999,1]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, marks, err := ReadIndex(bytes.NewReader(data))
		if err != nil {
			return
		}
		failed := false
		for _, err := range marks {
			if failed {
				t.Fatal("goes on after an error")
			}
			failed = err != nil
		}
	})
}

// A viewer gets the output without queries, in whole sequences, and is told
// when it is too far behind.
func TestView(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	script, err := newTranscript(Spec{Log: path, Screen: &ScreenOptions{}, Size: Size{80, 24}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	view, err := (&Local{script: script}).View(0)
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	p := make([]byte, 64<<10)
	read := func(want string, fails error) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		if n, err := view.Read(ctx, p); string(p[:n]) != want || !errors.Is(err, fails) {
			t.Errorf("read %q, %v, want %q, %v", p[:n], err, want, fails)
		}
	}
	script.append([]byte("one\x1b[ctwo\x1b[3"))
	read("one\x00\x00\x00two", nil)
	read("", context.DeadlineExceeded)
	script.append([]byte("1mred\xe7\xab"))
	read("\x1b[31mred", nil)
	script.append([]byte("\xaf\x1b["))
	read("端", nil)
	script.append([]byte("6n\x1b]2;"))
	read("\x00\x00\x00\x00", nil)
	script.append([]byte("title\x07"))
	read("\x1b]2;title\x07", nil)
	// A resize comes between the output before it and that after it.
	script.append([]byte("old"))
	if err := script.resize(Size{70, 20}, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	script.append([]byte("new"))
	read("", ErrResized)
	resized, _, _ := script.snapshot(t.Context(), 0)
	if resized.Cols != 70 || resized.Line(0).Text() != "onetwored端oldnew" {
		t.Errorf("snapshot of %d columns shows %q", resized.Cols, resized.Text())
	}
	view.Jump(resized.Offset)
	read("", context.DeadlineExceeded)
	for range behind/1000 + 1 {
		script.append(bytes.Repeat([]byte("x"), 1000))
	}
	read("", ErrBehind)
	view.Jump(view.Offset() + 2000)
	if n, err := view.Read(t.Context(), p); n != len(p) || err != nil {
		t.Errorf("read %d, %v", n, err)
	}
	// More queries at once than the screen answers: where they are is not known.
	script.append(bytes.Repeat([]byte("\x1b[c"), 3000))
	read("", ErrBehind)
	s, _, _ := script.snapshot(t.Context(), 0)
	view.Jump(s.Offset)
	script.append([]byte("end\x1b["))
	read("end", nil)
	script.end()
	read("\x1b[", nil)
	read("", io.EOF)
}

func TestAskedKeepsTheLatest(t *testing.T) {
	var a asked
	for n := range int64(3 * askedKept) {
		a.add([]vt.Reply{{From: n * 10, To: n*10 + 3}}, n*10+3, 0)
	}
	last := int64(3*askedKept-1) * 10
	if len(a.spans) > askedKept || a.first < last-askedKept*10 || a.first > last-askedKept/2*10+10 {
		t.Errorf("%d spans, known from %d, last %d", len(a.spans), a.first, last)
	}
	got := a.between(last-28, last+1)
	want := []span{{last - 30, last - 27}, {last - 20, last - 17}, {last - 10, last - 7}, {last, last + 3}}
	if !slices.Equal(got, want) {
		t.Errorf("spans %v, want %v", got, want)
	}
}
