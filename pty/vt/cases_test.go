package vt_test

import (
	"fmt"
	"strings"
	"testing"

	"rooda/pty/vt"
)

// cases are small inputs on a screen of 10 by 4. want is the rows, separated
// by "|", and, after "@", the cursor's column and row from 0, with "+" where the
// next character wraps.
var cases = []struct{ name, in, want string }{
	// Printing and controls.
	{"text", "hello", "hello @5,0"},
	{"line feed keeps the column", "ab\ncd", "ab|  cd @4,1"},
	{"VT and FF are line feeds", "a\vb\fc", "a| b|  c @3,2"},
	{"new line mode", "\x1b[20hab\ncd\x1b[20l\ne", "ab|cd|  e @3,2"},
	{"CR overwrites", "10%\r55%", "55% @3,0"},
	{"backspace moves only", "abc\b\bX", "aXc @2,0"},
	{"backspace takes the wrap back", "abcdefghij\bX", "abcdefghXj @9,0"},
	{"NEL", "ab\x1bEcd", "ab|cd @2,1"},
	{"IND and RI", "ab\x1bDc\x1bMd", "ab d|  c @4,0"},
	{"RI at the top scrolls down", "ab\x1bM\rx", "x|ab @1,0"},
	{"bottom scrolls up", "1\r\n2\r\n3\r\n4\r\n5", "2|3|4|5 @1,3"},
	{"DEL and NUL are nothing", "a\x7f\x00b", "ab @2,0"},
	{"C0 inside a sequence", "ab\x1b[\r1Cx", "ax @2,0"},
	{"CAN ends a sequence", "\x1b[31\x18mX", "mX @2,0"},
	{"SUB ends a string", "\x1b]0;title\x1aX", "X @1,0"},
	{"ESC ends a sequence", "\x1b[3\x1b[2CX", "  X @3,0"},
	{"8-bit C1 is nothing", "a\x1bEb\x85c\xc2\x85d", "a|bcd @3,1"},
	{"CSI as one byte and as U+009B is nothing", "\x9b3CX\xc2\x9b2DY", "3CX2DY @6,0"},
	{"OSC as one byte is nothing", "\x9d0;t\x9cX", "0;tX @4,0"},
	{"0x9c inside a character of a title", "\x1b]0;✳ Claude\aX", "X @1,0"},
	{"strings are not text", "a\x1bPq#0\x1b\\b\x1b_Gi=1\x1b\\c\x1b^pm\x1b\\d\x1bXsos\x1b\\e", "abcde @5,0"},
	{"not UTF-8", "a\xffb\xe2\x94c\xc3", "a\uFFFDb\uFFFDc @5,0"},
	{"surrogates and overlong forms", "\xed\xa0\x80\xc0\xafx", "\uFFFD\uFFFD\uFFFD\uFFFDx @5,0"},

	// Wrap.
	{"waits at the margin", "abcdefghij", "abcdefghij @9,0+"},
	{"wraps with the next", "abcdefghijk", "abcdefghij|k @1,1"},
	{"CR at the margin does not wrap", "abcdefghij\rX", "Xbcdefghij @1,0"},
	{"line feed at the margin", "abcdefghij\r\nk", "abcdefghij|k @1,1"},
	{"no wrap", "\x1b[?7labcdefghijklm", "abcdefghim @9,0"},
	{"wide character at the margin", "abcdefghi世", "abcdefghi|世 @2,1"},
	{"wide character that just fits", "abcdefgh世", "abcdefgh世 @9,0+"},
	{"no wrap for a wide one", "\x1b[?7labcdefghi世", "abcdefghi @9,0"},
	{"wrap scrolls at the bottom", "\x1b[4;9Habc", "||        ab|c @1,3"},

	// Wide and combined characters.
	{"overwrite the first half", "世界\rX", "X 界 @1,0"},
	{"overwrite the second half", "世界\x1b[2GX", " X界 @2,0"},
	{"combining mark", "e\u0301x", "e\u0301x @2,0"},
	{"mark at the margin", "abcdefghie\u0301", "abcdefghie\u0301 @9,0+"},
	{"mark with nothing before it", "\u0301x", "x @1,0"},
	{"mark on a wide character", "世\u0301x", "世\u0301x @3,0"},
	{"joined family", "👩\u200d👧x", "👩\u200d👧x @3,0"},
	{"skin tone", "👍🏽x", "👍🏽x @3,0"},
	{"flag", "🇩🇪x", "🇩🇪x @3,0"},
	{"picture asked for", "⚠\ufe0fx", "⚠\ufe0fx @3,0"},

	// Moving.
	{"CUU CUD CUF CUB", "\x1b[2Bab\x1b[Ac\x1b[3Cd\x1b[2De", "|  c  ed|ab @6,1"},
	{"CUP counts from 1", "\x1b[2;3HX\x1b[HY", "Y|  X @1,0"},
	{"CUP beyond the edges", "\x1b[99;99HX", "|||         X @9,3+"},
	{"HVP", "\x1b[2;2fX", "| X @2,1"},
	{"CNL CPL", "ab\x1b[2Ec\x1b[Fd", "ab|d|c @1,1"},
	{"CHA HPA VPA", "\x1b[4Ga\x1b[6`b\x1b[3dc", "   a b||      c @7,2"},
	{"HPR VPR", "\x1b[2aa\x1b[eb", "  a|   b @4,1"},
	{"VPR leaves the region", "\x1b[1;2r\x1b[3eX", "|||X @1,3"},
	{"save and restore by CSI", "ab\x1b[scd\x1b[uX", "abXd @3,0"},
	{"DECSC and DECRC", "ab\x1b7\x1b[3;3Hcd\x1b8X", "abX||  cd @3,0"},
	{"DECRC without DECSC goes home", "ab\r\nc\x1b8X", "Xb|c @1,0"},
	{"mode 1048", "ab\x1b[?1048h\r\n\x1b[?1048lX", "abX @3,0"},

	// Tabs.
	{"tab", "a\tb", "a       b @9,0"},
	{"tab stops at the margin", "a\t\t\tb", "a        b @9,0+"},
	{"HTS", "\x1b[4G\x1bH\r\tX", "   X @4,0"},
	{"TBC", "\x1b[9G\x1b[g\r\tX", "         X @9,0+"},
	{"TBC 3, CBT", "\x1b[4G\x1bH\x1b[9G\x1b[ZX\x1b[3g\x1b[Z\x1b[ZY", "Y  X @1,0"},
	{"CHT", "\x1b[3G\x1bH\r\x1b[2IX", "        X @9,0"},

	// Erasing, inserting, deleting.
	{"EL", "abcdef\x1b[3D\x1b[KX", "abcX @4,0"},
	{"EL 1", "abcdef\x1b[3D\x1b[1KX", "   Xef @4,0"},
	{"EL 2", "abcdef\x1b[2KX", "      X @7,0"},
	{"ED", "1\r\n23\r\n4\x1b[A\x1b[J", "1|2 @1,1"},
	{"ED 1", "1\r\n23\r\n4\x1b[A\x1b[1J", "||4 @1,1"},
	{"ED 2 keeps the cursor", "ab\x1b[2JX", "  X @3,0"},
	{"ED 3 keeps the screen", "ab\x1b[3JX", "abX @3,0"},
	{"ECH", "abcdef\x1b[3G\x1b[2X", "ab  ef @2,0"},
	{"ECH cuts a wide one", "a世b\x1b[3G\x1b[X", "a  b @2,0"},
	{"ICH", "abcdef\x1b[3G\x1b[2@", "ab  cdef @2,0"},
	{"ICH pushes a wide one out", "abcdefgh世\x1b[1G\x1b[@", " abcdefgh @0,0"},
	{"DCH", "abcdef\x1b[3G\x1b[2P", "abef @2,0"},
	{"DCH cuts a wide one", "a世b\x1b[2G\x1b[P", "a b @1,0"},
	{"insert mode", "abc\r\x1b[4hXY\x1b[4lZ", "XYZbc @3,0"},
	{"REP", "ab\x1b[3bX", "abbbbX @6,0"},
	{"REP of a wide one", "世\x1b[b", "世世 @4,0"},
	{"REP is bounded", "a\x1b[65535b\x1b[HX", "Xaaaaaaaaa|aaaaaaaaaa|aaaaaaaaaa|a @1,0"},
	{"DECALN", "ab\x1b#8", "EEEEEEEEEE|EEEEEEEEEE|EEEEEEEEEE|EEEEEEEEEE @0,0"},

	// The scroll region.
	{"region scrolls up", "1\r\n2\r\n3\r\n4\x1b[2;3r\x1b[3H\nX", "1|3|X|4 @1,2"},
	{"region scrolls down", "1\r\n2\r\n3\r\n4\x1b[2;3r\x1b[2H\x1bMX", "1|X|2|4 @1,1"},
	{"below the region nothing scrolls", "1\r\n2\r\n3\r\n4\x1b[1;2r\x1b[4H\n\nX", "1|2|3|X @1,3"},
	{"IL in the region", "1\r\n2\r\n3\r\n4\x1b[2;3r\x1b[2H\x1b[L", "1||2|4 @0,1"},
	{"IL outside of it", "1\r\n2\r\n3\r\n4\x1b[2;3r\x1b[H\x1b[L", "1|2|3|4 @0,0"},
	{"DL in the region", "1\r\n2\r\n3\r\n4\x1b[2;3r\x1b[2H\x1b[M", "1|3||4 @0,1"},
	{"SU and SD", "1\r\n2\r\n3\r\n4\x1b[2;4r\x1b[2S\x1b[T", "1||4 @0,0"},
	{"CUU stops at the region", "\x1b[2;3r\x1b[3H\x1b[9AX", "|X @1,1"},
	{"CUU from above goes on", "\x1b[3;4r\x1b[2H\x1b[9AX", "X @1,0"},
	{"origin mode", "\x1b[2;3r\x1b[?6hX\x1b[9;9HY", "|X|        Y @9,2"},
	{"DECRC restores origin mode", "\x1b[2;3r\x1b[?6h\x1b7\x1b[?6l\x1b8\x1b[HX", "|X @1,1"},
	{"a region of one row is none", "\x1b[2;2r\x1b[4H\nX", "|||X @1,3"},
	{"region from the top down to 2", "1\r\n2\r\n3\r\n4\x1b[1;2r\x1b[2H\n\nX", "|X|3|4 @1,1"},

	// Screens and resets.
	{"mode 1049", "ab\x1b[?1049hcd\x1b[?1049lX", "abX @3,0"},
	{"mode 1049 shows a clear screen", "ab\x1b[?1049hX", "  X @3,0"},
	{"mode 47 keeps what was there", "a\x1b[?47hb\x1b[?47l\x1b[?47hc", " bc @3,0"},
	{"mode 1047 clears on leaving", "a\x1b[?1047hb\x1b[?1047l\x1b[?1047hc", "  c @3,0"},
	{"soft reset", "\x1b[2;3r\x1b[?6h\x1b[4h\x1b[?7l\x1b(0\x1b[!p\x1b[Hq\rQ", "Q @1,0"},
	{"RIS", "ab\x1b[2;3r\x1b[?1049h\x1b[31mcd\x1bcX", "X @1,0"},

	// Character sets.
	{"DEC graphics", "\x1b(0lqk\x1b(Bq", "┌─┐q @4,0"},
	{"G1 by SO and SI", "\x1b)0q\x0eq\x0fq", "q─q @3,0"},
	{"single shift", "\x1b*0\x1bNqq", "─q @2,0"},
	{"DECRC restores the sets", "\x1b(0\x1b7\x1b(B\x1b8q", "─ @1,0"},
	{"UK", "\x1b(A#", "£ @1,0"},

	// Not for us.
	{"unknown sequences", "\x1b[?99h\x1b[5y\x1b[1;2;3;4;5T\x1b[>7t\x1b%GX", "X @1,0"},
	{"left and right margins are not known", "\x1b[?69h\x1b[3;5sX", "X @1,0"},
	{"too many parameters", "\x1b[" + strings.Repeat("1;", 99) + "1mX", "X @1,0"},
	{"numbers too large", "\x1b[99999999999BX", "|||X @1,3"},
}

func TestCases(t *testing.T) {
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			for _, chunk := range []int{len(test.in), 1, 2, 3, 7} {
				s := vt.New(vt.Options{Cols: 10, Rows: 4})
				writeChunks(s, []byte(test.in), chunk)
				if got := picture(s.Snapshot()); got != test.want {
					t.Fatalf("in chunks of %d:\n got %q\nwant %q", chunk, got, test.want)
				}
			}
		})
	}
}

func writeChunks(s *vt.Screen, p []byte, size int) {
	for len(p) > 0 {
		n := min(max(size, 1), len(p))
		s.Write(p[:n])
		p = p[n:]
	}
}

// picture writes a snapshot as the cases do.
func picture(sn *vt.Snapshot) string {
	mark := ""
	if sn.Cursor.Pending {
		mark = "+"
	}
	return fmt.Sprintf("%s @%d,%d%s", strings.ReplaceAll(sn.Text(), "\n", "|"), sn.Cursor.X, sn.Cursor.Y, mark)
}
