package faketui

import (
	"flag"
	"strings"
	"time"
)

// options are the switches.
type options struct {
	late     time.Duration // takes pastes, and shows itself, only then; what is typed before is lost
	status   string        // OSC 7501: "asked" (only when answered), "always", "never", "lying" (always working)
	title    string        // "state", "none", or a title that never changes
	log      string        // file that gets a line for what happens
	clock    string        // file that gets the times at which questions stood painted, in nanoseconds
	swallow  int           // the first so many Enters come to nothing
	fold     bool          // the first Enter after a paste becomes a line
	ambush   string        // comes up right after a paste: a dialog that "keeps" the text or "eats" it (with above, a question there), or a "page"
	meet     string        // a dialog that comes up with the first Enter, which comes to nothing: it "keeps" the text or "eats" it
	drop     bool          // drops a paste of several lines
	bracket  bool          // shows how many lines were pasted, in brackets, in place of the text
	page     string        // what a page shows: "keys", what they do, or nothing of them ("mute"); it says idle all the same
	repaint  time.Duration // paints the same again and again
	resize   bool          // paints when its terminal gets another size
	flood    int           // asks so many questions of its terminal and reads no answer for a while
	quote    bool          // answers with prose that looks like tags, questions and marks
	redraw   int           // paints a dialog so many times, in different colours
	recur    int           // asks again after so many answers
	announce time.Duration // its status record says so long before that it asks
	wording  string        // its questions about commands in other words, which do not tell that they are permissions
	above    string        // its questions about commands stand above the composer, which stays, and end so; y, n and Enter answer
	trust    bool          // begins with a question about trust
	single   bool          // uses the first key only of those that come in one read into a dialog
	deaf     bool          // ignores what is typed into a dialog
	leave    int           // exits by itself, idle, after so many turns
	lazy     string        // does nothing with its prompt: "drops" it, or "keeps" it in the composer
	hide     bool          // shows neither its composer nor that it works while it does
	wipe     bool          // shows nothing at all while it works, and then nothing but its answer
	work     string        // what it shows above its composer while it works
	spin     time.Duration // the sign at the head of that moves for so long, and then stands
	hush     time.Duration // shows that it works so long before it says so in any other way
	tall     bool          // paints all of the conversation on the main screen, which scrolls
	draft    string        // what stands in the composer when a turn has ended
	prompt   string
}

func parse(args []string) (options, error) {
	var o options
	f := flag.NewFlagSet("fake-tui", flag.ContinueOnError)
	f.DurationVar(&o.late, "late", 0, "")
	f.StringVar(&o.status, "status", "asked", "")
	f.StringVar(&o.title, "title", "state", "")
	f.StringVar(&o.work, "work", "(1s · esc to interrupt)", "")
	f.DurationVar(&o.spin, "spin", 0, "")
	f.StringVar(&o.log, "log", "", "")
	f.StringVar(&o.clock, "clock", "", "")
	f.IntVar(&o.swallow, "swallow", 0, "")
	f.BoolVar(&o.fold, "fold", false, "")
	f.StringVar(&o.ambush, "ambush", "", "")
	f.StringVar(&o.meet, "meet", "", "")
	f.BoolVar(&o.drop, "drop", false, "")
	f.BoolVar(&o.bracket, "bracket", false, "")
	f.StringVar(&o.page, "page", "keys", "")
	f.DurationVar(&o.repaint, "repaint", 0, "")
	f.BoolVar(&o.resize, "resize", false, "")
	f.IntVar(&o.flood, "flood", 0, "")
	f.BoolVar(&o.quote, "quote", false, "")
	f.IntVar(&o.redraw, "redraw", 0, "")
	f.IntVar(&o.recur, "recur", 0, "")
	f.DurationVar(&o.announce, "announce", 0, "")
	f.StringVar(&o.wording, "ask", "", "")
	f.StringVar(&o.above, "above", "", "")
	f.BoolVar(&o.trust, "trust", false, "")
	f.BoolVar(&o.single, "single", false, "")
	f.BoolVar(&o.deaf, "deaf", false, "")
	f.IntVar(&o.leave, "leave", 0, "")
	f.StringVar(&o.lazy, "lazy", "", "")
	f.BoolVar(&o.hide, "hide", false, "")
	f.BoolVar(&o.wipe, "wipe", false, "")
	f.DurationVar(&o.hush, "hush", 0, "")
	f.BoolVar(&o.tall, "tall", false, "")
	f.StringVar(&o.draft, "draft", "", "")
	if err := f.Parse(args); err != nil {
		return options{}, err
	}
	o.prompt = strings.Join(f.Args(), " ")
	return o, nil
}

// bracket returns what follows "[word:" in a text, and whether the word is there.
func bracket(text, word string) (argument string, ok bool) {
	_, rest, ok := strings.Cut(text, "["+word)
	if !ok {
		return "", false
	}
	argument, _, ok = strings.Cut(rest, "]")
	return strings.TrimPrefix(argument, ":"), ok
}
