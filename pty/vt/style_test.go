package vt_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/pty/vt"
)

// TestSGR looks at the style of the first cell, by the bytes that paint it.
func TestSGR(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"1;2;3;5;7;8;9;53", "1;2;3;5;7;8;9;53"},
		{"1;22", ""},
		{"1;2;3;23", "1;2"},
		{"31;42", "31;42"},
		{"97;104", "97;104"},
		{"38;5;200", "38;5;200"},
		{"38;5;9", "91"},
		{"38;2;1;2;3", "38;2;1;2;3"},
		{"38:2::1:2:3", "38;2;1;2;3"},
		{"38:2:1:2:3", "38;2;1;2;3"},
		{"38:5:123;1", "1;38;5;123"},
		{"48:2:5:1:2:3;3", "3;48;2;1;2;3"},
		{"58:2::9:8:7;4", "4;58;2;9;8;7"},
		{"58;5;3;4", "4;58;5;3"},
		{"4:3", "4:3"},
		{"4:3;24", ""},
		{"4:0", ""},
		{"4:3;4", "4"},
		{"4:1", "4"},
		{"21", "4:2"},
		{"4:5;58;5;1;59", "4:5"},
		{"31;0;1", "1"},
		{"31;;1", "1"},
		{"31;39;1", "1"},
		{"38;5;300;1", "1"},
		{"38;2;1;2", ""},
		{"38;7;1", ""},
		{"38:6:1;1", "1"},
		{"1:2;3", "3"},
		{"6", "5"},
		{"200;3", "3"},
	} {
		t.Run(test.in, func(t *testing.T) {
			s := vt.New(vt.Options{Cols: 10, Rows: 2})
			fmt.Fprintf(s, "\x1b[%smX", test.in)
			want := "X"
			if test.want != "" {
				want = "\x1b[" + test.want + "mX\x1b[0m"
			}
			if got := s.Snapshot().Line(0).Styled(); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// TestBackgroundErase: what is erased or scrolled in gets the background, and
// nothing else of the pen.
func TestBackgroundErase(t *testing.T) {
	for name, in := range map[string]string{
		"EL": "\x1b[K", "ED": "\x1b[J", "ED 2": "\x1b[2J", "ECH": "\x1b[9X", "DCH": "\x1b[9P", "ICH": "\x1b[9@",
		"IL": "\x1b[L", "DL": "\x1b[9M", "SU": "\x1b[9S", "SD": "\x1b[T", "RI": "\x1bM", "LF": "\n\x1b[A\n",
		"alternate": "\x1b[?1049h",
	} {
		t.Run(name, func(t *testing.T) {
			s := vt.New(vt.Options{Cols: 4, Rows: 1})
			s.Write([]byte("\x1b[1;4;31;44m" + in))
			for x := range 4 {
				cell := s.Snapshot().Line(0).Cell(x)
				if got := cell.Style.BG.String(); got != "4" || cell.Style.FG != 0 || cell.Style.Attr != 0 {
					t.Errorf("cell %d: %+v", x, cell)
				}
			}
		})
	}
}

func TestLink(t *testing.T) {
	s := vt.New(vt.Options{Cols: 20, Rows: 2})
	s.Write([]byte("\x1b]8;id=7;https://a.example/;x\x1b\\li\x1b[1mnk\x1b[0m\x1b]8;;\ano"))
	line := s.Snapshot().Line(0)
	want := vt.Link{ID: "7", URI: "https://a.example/;x"}
	for x, text := range "linkno" {
		cell := line.Cell(x)
		if x >= 4 {
			want = vt.Link{}
		}
		if cell.Link != want || cell.Text != string(text) {
			t.Errorf("cell %d: %+v", x, cell)
		}
	}
	if got, want := line.Styled(), "\x1b]8;id=7;https://a.example/;x\x1b\\li\x1b[1mnk\x1b]8;;\x1b\\\x1b[0mno"; got != want {
		t.Errorf("styled %q, want %q", got, want)
	}
}

// TestTablesStaySmall writes more styles, clusters and links than are kept.
func TestTablesStaySmall(t *testing.T) {
	s := vt.New(vt.Options{Cols: 40, Rows: 3, Scrollback: 5})
	keep := s.Snapshot()
	for i := range 60_000 {
		fmt.Fprintf(s, "\x1b[38;2;%d;%d;%dm\x1b]8;;http://%d/\ax%c\x1b]8;;\a\r\n", i>>16, i>>8&255, i&255, i, 0x300+i%64)
		if i == 20_000 {
			keep = s.Snapshot()
		}
	}
	if got := keep.Line(0).Cell(0).Link.URI; got != "http://19999/" {
		t.Errorf("an old snapshot has changed: %q", got)
	}
	cell := s.Snapshot().Line(1).Cell(0)
	if got := fmt.Sprint(cell.Style.FG, cell.Link.URI); got != "#00ea5fhttp://59999/" {
		t.Errorf("last line is %s", got)
	}
	if styles, clusters, links := s.TableSizes(); max(styles, clusters, links) > 4096 {
		t.Errorf("tables hold %d, %d, %d values", styles, clusters, links)
	}
}

func TestJSON(t *testing.T) {
	s := vt.New(vt.Options{Cols: 12, Rows: 2, Base: 100})
	in := "\x1b]2;build\a\x1b[>5u\x1b[>4;2m\x1b]9;4;1;40\a\x1b[1;4:3;31;48;2;1;2;3mhi\x1b[0m 世\x1b[?2004h"
	s.Write([]byte(in))
	got, err := json.MarshalIndent(s.Snapshot(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	var have, want any
	if err := json.Unmarshal(got, &have); err != nil {
		t.Fatal(err)
	}
	err = json.Unmarshal(fmt.Appendf(nil, `{"cols":12,"rows":2,"generation":1,"offset":%d,"title":"build",
		"cursor":{"x":5,"y":0},"modes":["auto_wrap","cursor_visible","bracketed_paste"],
		"kitty_keyboard":[5],"modify_other_keys":2,"progress":{"state":1,"percent":40},
		"lines":[{"text":"hi 世","styles":[{"x":0,"text":"hi","fg":"1","bg":"#010203","underline":"curly","bold":true}]},{"text":""}]}`,
		100+len(in)), &want)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Error(diff)
	}
}

func TestHistory(t *testing.T) {
	s := vt.New(vt.Options{Cols: 10, Rows: 3, Scrollback: 5})
	for i := range 12 {
		fmt.Fprintf(s, "\x1b[3%dmline %d\r\n", i%8, i)
	}
	first, end := s.History()
	if first != 5 || end != 10 {
		t.Fatalf("history is rows %d to %d", first, end)
	}
	var got []string
	for _, l := range s.Lines(0, 100) {
		got = append(got, l.Text())
	}
	if got := strings.Join(got, ","); got != "line 5,line 6,line 7,line 8,line 9" {
		t.Error(got)
	}
	if got := s.Lines(8, 1); len(got) != 1 || got[0].Styled() != "\x1b[30mline 8\x1b[0m" {
		t.Errorf("row 8 is %v", got)
	}
	s.Write([]byte("\x1b[?1049h1\r\n2\r\n3\r\n4\r\n\x1b[?1049l"))
	if _, after := s.History(); after != end {
		t.Error("the alternate screen wrote history")
	}
	s.Write([]byte("\x1b[3J"))
	if first, end := s.History(); first != end || len(s.Lines(0, 10)) != 0 {
		t.Error("ED 3 left history")
	}
	if s := vt.New(vt.Options{Rows: 2, Scrollback: -1}); true {
		s.Write([]byte("1\n2\n3\n4\n"))
		if first, end := s.History(); first != end {
			t.Error("history where none was asked for")
		}
	}
}

func TestCut(t *testing.T) {
	s := vt.New(vt.Options{Cols: 20, Rows: 2})
	s.Write([]byte("ab\x1b[31mc端\x1b[0md末"))
	line := s.Snapshot().Line(0)
	tests := []struct {
		from, to int
		want     string
	}{
		{0, 20, line.Styled()},
		{0, 2, "ab"},
		{1, 3, "b\x1b[31mc\x1b[0m"},
		{2, 4, "\x1b[31mc \x1b[0m"},
		{4, 6, "\x1b[31m \x1b[0md"},
		{3, 5, "\x1b[31m端\x1b[0m"},
		{6, 8, "末"},
		{7, 30, " "},
		{9, 12, ""},
		{3, 3, ""},
	}
	for _, tt := range tests {
		if got := line.Cut(tt.from, tt.to); got != tt.want {
			t.Errorf("Cut(%d, %d) = %q, want %q", tt.from, tt.to, got, tt.want)
		}
	}
}
