package ptytest

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/pty"
	"rooda/pty/vt"
)

func testTap(t *testing.T, open Opener) {
	spec, tape := Spec(t, "flood 3000000")
	exit := End(t, open(t, spec))
	log, err := os.ReadFile(spec.Log)
	if err != nil {
		t.Fatal(err)
	}
	if got := tape.String(); got != string(log) || exit.Bytes != int64(len(log)) || len(log) < 3_000_000 {
		t.Errorf("tap %d bytes, log %d, exit %+v", len(got), len(log), exit)
	}
}

// picture is everything that a snapshot shows.
func picture(s *vt.Snapshot) map[string]any {
	return map[string]any{"styled": string(s.Styled()), "modes": string(s.ModeBytes()), "cols": s.Cols, "rows": s.Rows}
}

// replay is the screen after all of output.
func replay(cols, rows int, output []byte) *vt.Snapshot {
	screen := vt.New(vt.Options{Cols: cols, Rows: rows})
	screen.Write(output)
	return screen.Snapshot()
}

func testSnapshot(t *testing.T, open Opener) {
	spec, tape := Spec(t, "screen")
	spec.Size = pty.Size{Cols: 80, Rows: 24}
	term := open(t, spec)
	tape.Await(t, "\x1b[6 q")
	first, err := term.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(picture(replay(80, 24, []byte(tape.String()))), picture(first)); d != "" {
		t.Errorf("screen (-want +got):\n%s", d)
	}
	if first.Text() != "\n\n    red 端末" || first.Title != "a title" || !first.Modes.Has(vt.AltScreen) || first.Offset != int64(len(tape.String())) {
		t.Errorf("snapshot: %q, title %q, modes %v, offset %d of %d", first.Text(), first.Title, first.Modes.Names(), first.Offset, len(tape.String()))
	}
	input(t, term, "x")
	tape.Await(t, "?25l")
	second, err := term.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if second.Generation <= first.Generation {
		t.Errorf("generation %d, then %d", first.Generation, second.Generation)
	}
	input(t, term, "x")
	End(t, term)
	last, err := term.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(picture(second), picture(last)); d != "" {
		t.Errorf("screen after the end (-want +got):\n%s", d)
	}
}

// testSnapshotAndTail takes snapshots in the middle of a flood: each, with the
// output from its offset on, must give the screen that all output gives.
func testSnapshotAndTail(t *testing.T, open Opener) {
	spec, tape := Spec(t, "flood 4000000")
	spec.Size = pty.Size{Cols: 80, Rows: 24}
	term := open(t, spec)
	var snapshots []*vt.Snapshot
	for range 5 {
		s, err := term.Snapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		snapshots = append(snapshots, s)
	}
	End(t, term)
	all := []byte(tape.String())
	want := picture(replay(80, 24, all))
	for _, s := range snapshots {
		screen := vt.New(vt.Options{Cols: s.Cols, Rows: s.Rows})
		screen.Write(s.Styled())
		screen.Write(s.ModeBytes())
		screen.Write(all[s.Offset:])
		if d := cmp.Diff(want, picture(screen.Snapshot())); d != "" {
			t.Errorf("from offset %d (-want +got):\n%s", s.Offset, d)
		}
	}
}

func testAnswers(t *testing.T, open Opener) {
	spec, tape := Spec(t, "ask")
	End(t, open(t, spec))
	want := `answers "\x1b[3;4R\x1b[?62;22c\x1b]11;rgb:1c1c/1c1c/1c1c\x1b\\\x1bP>|rooda test\x1b\\\x1b[0n"`
	if !strings.Contains(tape.String(), want) {
		t.Errorf("output %q, want %s", tape.String(), want)
	}
}

func testAnswersUnread(t *testing.T, open Opener) {
	spec, tape := Spec(t, "nag 1000")
	term := open(t, spec)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if exit, err := term.Wait(ctx); err != nil || exit.Code != 0 {
		t.Fatalf("exit %+v, %v", exit, err)
	}
	// What is answered after that is echoed behind it.
	if !strings.Contains(tape.String(), "\r\nasked\r\n") {
		t.Errorf("output of %d bytes ends %q", len(tape.String()), tape.String()[max(0, len(tape.String())-20):])
	}
}

func testIndex(t *testing.T, open Opener) {
	spec, tape := Spec(t, "size")
	spec.Size = pty.Size{Cols: 90, Rows: 30}
	term := open(t, spec)
	tape.Await(t, "size 90x30\r\n")
	if err := term.Resize(t.Context(), pty.Size{Cols: 70, Rows: 20}); err != nil {
		t.Fatal(err)
	}
	tape.Await(t, "size 70x20\r\n")
	input(t, term, "keys")
	term.Stop(t.Context())
	exit := End(t, term)
	f, err := os.Open(spec.Index)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	head, marks, err := pty.ReadIndex(f)
	if err != nil || head.Cols != 90 || head.Rows != 30 || head.Offset != 0 || head.Start.IsZero() {
		t.Fatalf("header %+v, %v", head, err)
	}
	var last, resized, typed pty.Mark
	for m, err := range marks {
		if err != nil {
			t.Fatal(err)
		}
		if m.At < last.At || m.Offset < last.Offset || m.Offset > exit.Bytes {
			t.Errorf("mark %+v after %+v", m, last)
		}
		if m.Size != (pty.Size{}) {
			resized = m
		}
		if m.Typed > 0 {
			typed = m
		}
		last = m
	}
	if resized.Size != (pty.Size{Cols: 70, Rows: 20}) || resized.Offset != int64(len("size 90x30\r\n")) {
		t.Errorf("resize %+v", resized)
	}
	if typed.Typed != len("keys") {
		t.Errorf("typed %+v, want 4 bytes", typed)
	}
}
