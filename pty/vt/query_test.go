package vt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/pty/vt"
)

func TestReplies(t *testing.T) {
	st := "\x1b\\"
	for _, test := range []struct {
		name, in string
		want     []string
	}{
		{"DA1", "\x1b[c\x1b[0c\x1b[1c", []string{"\x1b[?62;22c", "\x1b[?62;22c"}},
		{"DA2 and DA3", "\x1b[>c\x1b[=c", []string{"\x1b[>1;10;0c", ""}},
		{"DSR", "\x1b[5n\x1b[?15n", []string{"\x1b[0n"}},
		{"CPR at that byte", "ab\x1b[6n\x1b[3;4H\x1b[?6n", []string{"\x1b[1;3R", "\x1b[?3;4R"}},
		{"CPR in origin mode", "\x1b[3;5r\x1b[?6h\x1b[2;2H\x1b[6n", []string{"\x1b[2;2R"}},
		{"CPR at the margin", "\x1b[99Gx\x1b[6n", []string{"\x1b[1;80R"}},
		{"width probe", "\x1b[H👩\u200d👧\x1b[6n\x1b[H⚠\ufe0f\x1b[6n", []string{"\x1b[1;3R", "\x1b[1;3R"}},
		{"colour scheme", "\x1b[?996n", []string{"\x1b[?997;1n"}},
		{"colours", "\x1b]10;?\a\x1b]11;?" + st + "\x1b]12;?\a", []string{
			"\x1b]10;rgb:d0d0/d0d0/d0d0" + st, "\x1b]11;rgb:1c1c/1c1c/1c1c" + st, "\x1b]12;rgb:d0d0/d0d0/d0d0" + st}},
		{"two in one", "\x1b]10;?;?\a", []string{"\x1b]10;rgb:d0d0/d0d0/d0d0" + st, "\x1b]11;rgb:1c1c/1c1c/1c1c" + st}},
		{"setting a colour", "\x1b]11;#ffffff\a\x1b]4;1;red\a", nil},
		{"palette", "\x1b]4;1;?;231;?;244;?;256;?\a\x1b]4;16;?\a", []string{
			"\x1b]4;1;rgb:cdcd/0000/0000" + st, "\x1b]4;231;rgb:ffff/ffff/ffff" + st,
			"\x1b]4;244;rgb:8080/8080/8080" + st, "\x1b]4;16;rgb:0000/0000/0000" + st}},
		{"kitty keyboard", "\x1b[?u\x1b[>1u\x1b[?u", []string{"\x1b[?0u", "\x1b[?0u"}},
		{"DECRQM", "\x1b[?2026$p\x1b[?2026h\x1b[?2026$p\x1b[?2027$p\x1b[4$p\x1b[?7$p\x1b[?1049$p\x1b[99$p", []string{
			"\x1b[?2026;2$y", "\x1b[?2026;1$y", "\x1b[?2027;0$y", "\x1b[4;2$y", "\x1b[?7;1$y", "\x1b[?1049;2$y", "\x1b[99;0$y"}},
		{"DECRQM of reports that are not sent", "\x1b[?2048$p\x1b[?2048h\x1b[?2048$p", []string{"\x1b[?2048;0$y", "\x1b[?2048;0$y"}},
		{"XTVERSION", "\x1b[>q\x1b[>0q", []string{"\x1bP>|rooda 1.2" + st, "\x1bP>|rooda 1.2" + st}},
		{"sizes", "\x1b[14t\x1b[16t\x1b[18t\x1b[21t\x1b[8;1;1t", []string{"\x1b[4;384;640t", "\x1b[6;16;8t", "\x1b[8;24;80t", ""}},
		{"XTGETTCAP", "\x1bP+q544e" + st, []string{"\x1bP0+r" + st}},
		{"known and unanswered", "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b_Gf=24;AAAA\x1b\\\x1bP$qm\x1b\\", []string{"", ""}},
		{"clipboard", "\x1b]52;c;?\a\x1b]52;c;aGk=\a", []string{""}},
		{"status before DA1", "\x1b]7501;?" + st + "\x1b[c\x1b]7501;?\a", []string{
			"\x1b]7501;?" + st, "\x1b[?62;22c", "\x1b]7501;?\a"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, chunk := range []int{len(test.in), 1, 3} {
				s := vt.New(vt.Options{Cols: 80, Rows: 24, Version: "rooda 1.2", Status: true})
				writeChunks(s, []byte(test.in), chunk)
				var got []string
				for _, r := range s.Replies() {
					got = append(got, string(r.Data))
				}
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Fatalf("in chunks of %d (-want +got):\n%s", chunk, diff)
				}
			}
		})
	}
}

func TestStatusUnanswered(t *testing.T) {
	s := vt.New(vt.Options{})
	s.Write([]byte("\x1b]7501;?\a\x1b[c"))
	replies := s.Replies()
	if len(replies) != 2 || replies[0].Data != nil {
		t.Errorf("replies %+v", replies)
	}
}

// TestReplySpan: the queries can be cut out of the output by their offsets.
func TestReplySpan(t *testing.T) {
	out := "ab\x1b[6nc\x1b]11;?\x1b\\d\x1b]52;c;?\ae\x1b[?2026$pf"
	for _, chunk := range []int{len(out), 1, 2, 5} {
		s := vt.New(vt.Options{Base: 1000})
		writeChunks(s, []byte(out), chunk)
		rest, at := "", int64(1000)
		for _, r := range s.Replies() {
			rest += out[at-1000 : r.From-1000]
			at = r.To
		}
		if rest += out[at-1000:]; rest != "abcdef" {
			t.Errorf("in chunks of %d: %q is left", chunk, rest)
		}
	}
}

func TestRepliesAreBounded(t *testing.T) {
	s := vt.New(vt.Options{})
	for range 10 {
		s.Write([]byte(strings.Repeat("\x1b[6n\a", 1000)))
	}
	if n, d := len(s.Replies()), s.Dropped(); n != 256 || d.Replies != 10_000-256 || d.Events != 10_000-256 {
		t.Errorf("%d replies, dropped %+v", n, d)
	}
	s.Write([]byte("\x1b[5n"))
	if got := s.Replies(); len(got) != 1 || string(got[0].Data) != "\x1b[0n" {
		t.Errorf("afterwards %+v", got)
	}
}

func TestEvents(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"title", "\x1b]0;✳ Claude\x1b\\\x1b]2;✳ Claude\a\x1b]1;icon\a\x1b]2;b\x01\xffc\a", "title:✳ Claude title:bc"},
		{"title stack", "\x1b]2;a\a\x1b[22;0t\x1b]2;b\a\x1b[23;0t\x1b[23t", "title:a title:b title:a"},
		{"progress", "\x1b]9;4;1;30\a\x1b]9;4;1;30\a\x1b]9;4;3;\x1b\\\x1b]9;4;0\a\x1b]9;4;9\a", "progress:1,30 progress:3,0 progress:0,0"},
		{"status", "\x1b]7501;state=blocked:kind=permission:msg=aGk=\x1b\\", "status:state=blocked:kind=permission:msg=aGk="},
		{"notifications", "\x1b]9;done; really\a\x1b]777;notify;codex;turn; over\a\x1b]777;other;x\a\x1b]9;2;box\a", "notify:,done; really notify:codex,turn; over"},
		{"bell", "a\a", "bell"},
		{"modes", "\x1b[?2004;1004h\x1b[?2004h\x1b[?1004l", "bracketed_paste=true focus=true focus=false"},
		{"mouse modes exclude each other", "\x1b[?1000h\x1b[?1003h\x1b[?1000l", "mouse_click=true mouse_click=false mouse_motion=true mouse_motion=false"},
		{"reset", "\x1b[?25l\x1bc", "cursor_visible=false cursor_visible=true reset"},
		{"too long", "\x1b]2;" + strings.Repeat("x", 9000) + "\a\x1b]2;y\a", "title:y"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, chunk := range []int{len(test.in), 1, 3} {
				s := vt.New(vt.Options{})
				writeChunks(s, []byte(test.in), chunk)
				var got []string
				for _, e := range s.Events() {
					got = append(got, describe(e))
				}
				if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
					t.Fatalf("in chunks of %d (-want +got):\n%s", chunk, diff)
				}
			}
		})
	}
}

func describe(e vt.Event) string {
	switch e.Kind {
	case vt.TitleChanged:
		return "title:" + e.Text
	case vt.ProgressChanged:
		return fmt.Sprintf("progress:%d,%d", e.Progress.State, e.Progress.Percent)
	case vt.StatusReported:
		return "status:" + e.Text
	case vt.Notified:
		return "notify:" + e.Title + "," + e.Text
	case vt.Bell:
		return "bell"
	case vt.ModeChanged:
		return fmt.Sprintf("%s=%v", e.Mode, e.On)
	case vt.Reset:
		return "reset"
	}
	return "?"
}
