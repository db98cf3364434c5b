package orchestrator

import (
	"io"
	"strings"
	"testing"
	"time"

	"rooda/orchestrator/loop"
	"rooda/pty"
)

// TestHearWhatHasScrolledOff: the promise of a turn counts although the lines after it have taken it
// off the screen, whatever becomes of the window, and that of the turn before does not.
func TestHearWhatHasScrolledOff(t *testing.T) {
	const composer = "\r\n────────────\r\n❯ \r\n────────────\x1b[A\r\x1b[2C"
	const wipe = "\x1b[A\r\x1b[J"
	const prompt = "Print one of\n" + loop.SuccessTag + "\n" + loop.FailureTag + "\nand say why."
	echo := wipe + "> " + strings.ReplaceAll(prompt, "\n", "\r\n  ") + "\r\n\r\n"
	lines := func(n int) string { return strings.Repeat("It is not reached.\r\n", n) }
	no := "● No.\r\n\r\n" + loop.FailureTag + "\r\n"
	yes := "● Yes.\r\n\r\n" + loop.SuccessTag + "\r\n"
	none, failure := loop.Signals{}, loop.Signals{Failure: true}
	frame := "\x1b[2J\x1b[H> Go on.\r\n\r\n" + no + lines(40)

	type step struct {
		size   pty.Size
		output string
		begin  bool   // the turn before is over
		over   string // the turn before is, and this is the next text
	}
	for name, test := range map[string]struct {
		steps []step
		want  loop.Signals
	}{
		"forty lines of reasons":                        {[]step{{output: composer + echo + no + lines(40) + composer}}, failure},
		"more lines than are kept":                      {[]step{{output: composer + echo + no + lines(1500) + composer}}, failure},
		"between more lines than are kept":              {[]step{{output: composer + echo + lines(1500) + no + lines(1500) + composer}}, failure},
		"a line without an end":                         {[]step{{output: composer + echo + no + strings.Repeat("x", 250_000) + composer}}, failure},
		"an echo, long gone":                            {[]step{{output: composer + echo + lines(3000) + composer}}, none},
		"a text that ends in a tag, its echo half gone": {[]step{{over: "Say this and nothing else at all:\nif it went well\n" + loop.SuccessTag, output: "> Say this and nothing else at all:\r\n  if it went well\r\n  " + loop.SuccessTag + "\r\n\r\n" + lines(1034) + composer}}, none},
		"the turn before, in another window": {[]step{
			{output: composer + echo + no + composer}, {begin: true, size: pty.Size{Cols: 90, Rows: 30}, output: "\x1b[2J\x1b[H" + strings.TrimPrefix(echo, wipe) + no + composer},
			{size: pty.Size{Cols: 80, Rows: 24}}, {over: "Go on.", output: wipe + "> Go on.\r\n\r\n● Fine now.\r\n" + composer},
		}, none},
		"a low window":  {[]step{{size: pty.Size{Cols: 80, Rows: 8}, output: composer + echo + no + lines(5) + composer}}, failure},
		"a tiny window": {[]step{{size: pty.Size{Cols: 20, Rows: 6}, output: composer + echo + no + lines(1) + composer}}, failure},
		"a tiny window that grows": {[]step{
			{size: pty.Size{Cols: 20, Rows: 6}, output: composer + echo + no + lines(1) + composer}, {size: pty.Size{Cols: 120, Rows: 40}},
		}, failure},
		"a window that shrinks": {[]step{
			{output: composer + echo + no + lines(5) + composer}, {size: pty.Size{Cols: 20, Rows: 30}}, {size: pty.Size{Cols: 80, Rows: 24}},
		}, failure},
		"an echo alone":      {[]step{{output: composer + echo + lines(40) + composer}}, none},
		"an echo, half gone": {[]step{{output: composer + echo + lines(1033) + composer}}, none},
		"an echo, all gone":  {[]step{{output: composer + echo + lines(1100) + composer}}, none},
		"the last of both":   {[]step{{output: composer + echo + yes + no + lines(40) + composer}}, failure},
		"the turn before":    {[]step{{output: composer + echo + yes + composer}, {over: "Go on.", output: wipe + "> Go on.\r\n\r\n" + lines(60) + composer}}, none},
		"the turn before, with no echo": {[]step{
			{output: composer + echo + yes + composer}, {over: "Go on.", output: wipe + lines(60) + composer},
		}, none},
		"the turn before, half gone": {[]step{
			{output: composer + echo + lines(4) + "● Yes.\r\n\r\n" + loop.SuccessTag + "\r\n" + lines(8) + composer}, {over: "Go on.", output: wipe + lines(1022) + composer},
		}, none},
		"one after another": {[]step{
			{output: composer + echo + yes + composer}, {over: "Go on.", output: wipe + "> Go on.\r\n\r\n" + no + lines(60) + composer},
		}, failure},
		"frames that scroll": {[]step{
			{output: composer + echo + yes + composer}, {over: "Go on.", output: frame + composer + frame + composer},
		}, failure},
		"the whole conversation again": {[]step{
			{output: composer + echo + yes + composer},
			{over: "Go on.", output: wipe + "> Go on.\r\n\x1b[2J\x1b[3J\x1b[H" + strings.TrimPrefix(echo, wipe) + yes + "> Go on.\r\n\r\n" + lines(60) + composer},
		}, none},
	} {
		e, err := newEye(tuiSigns(), io.Discard, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		e.given(prompt)
		d := &driver{eye: e, talk: &conversation{}}
		for _, s := range test.steps {
			if s.begin || s.over != "" {
				e.begin()
			}
			if s.over != "" {
				e.given(s.over)
			}
			if s.size != (pty.Size{}) {
				e.people(pty.Hands{Size: s.size})
			}
			_, _ = e.Write([]byte(s.output))
		}
		d.hear(false)
		if d.signals.Echoes = 0; d.signals != test.want {
			text, _ := e.recount()
			t.Errorf("%s: heard %+v, want %+v in\n%s", name, d.signals, test.want, text)
		}
	}
}

// TestUnseenAnswer: an answer of which the beginning has gone, with the text it belongs to, and in
// which no promise was seen, is told of.
func TestUnseenAnswer(t *testing.T) {
	const text = "Tell me all about it."
	lines := strings.Repeat("\r\nIt is not reached.", 60)
	for name, test := range map[string]struct {
		output string
		told   bool
	}{
		"of the alternate screen":          {"\x1b[?1049h\x1b[H> " + text + lines, true},
		"in sight":                         {"\x1b[?1049h\x1b[H> " + text + "\r\nNo.", false},
		"with a promise":                   {"\x1b[?1049h\x1b[H> " + text + lines + "\r\n" + loop.FailureTag, false},
		"of the main screen":               {"> " + text + lines, false},
		"longer than what is kept":         {"> " + text + strings.Repeat(lines, 20), false}, // read as it came
		"of which the history was cleared": {"> " + text + lines + "\x1b[3J", true},
	} {
		e, err := newEye(tuiSigns(), io.Discard, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		told := false
		d := &driver{eye: e, talk: &conversation{}, in: &Interactive{Tell: func(Talk) { told = true }}}
		d.talk.sequel.text = text
		e.given(text)
		_, _ = e.Write([]byte(test.output))
		d.hear(false)
		if d.caveat(); told != test.told {
			t.Errorf("%s: told %v", name, told)
		}
	}
}

// TestAnEarlierFailureIsTold: where the answer to the last input promises nothing, that one before it
// promised FAILURE is not passed over in silence.
func TestAnEarlierFailureIsTold(t *testing.T) {
	for last, want := range map[string]bool{"It is done.": true, loop.SuccessTag: false, loop.FailureTag: false} {
		e, err := newEye(tuiSigns(), io.Discard, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		told := false
		d := &driver{eye: e, talk: &conversation{}, in: &Interactive{Tell: func(talk Talk) { _, told = talk.(Warning) }}}
		e.given("First.")
		_, _ = e.Write([]byte("> First.\r\n\r\n" + loop.FailureTag + "\r\n"))
		d.hear(false)
		e.begin()
		e.given("Then.")
		_, _ = e.Write([]byte("> Then.\r\n\r\n" + last + "\r\n"))
		if d.hear(false); told != want {
			t.Errorf("%s: told %v", last, told)
		}
	}
}

// TestHearAfterAnotherHost: who takes an agent over does not know where its turn began, so where the
// text of the turn is not to be seen, promises of the history are those of others.
func TestHearAfterAnotherHost(t *testing.T) {
	for text, want := range map[string]bool{"> Then.": true, "[Pasted text #1 +2 lines]": false} {
		e, err := newEye(tuiSigns(), io.Discard, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		e.turn.inherited = true
		e.given("First.")
		e.given("Then.")
		said := map[bool][2]string{true: {"", loop.FailureTag}, false: {loop.SuccessTag, ""}}[want]
		_, _ = e.Write([]byte("> First.\r\n" + said[0] + "\r\n" + text + "\r\n" + said[1] + strings.Repeat("\r\nIt is not reached.", 60)))
		d := &driver{eye: e, talk: &conversation{}}
		if d.hear(false); promised(d.signals) != want {
			t.Errorf("%s: heard %+v", text, d.signals)
		}
	}
}
