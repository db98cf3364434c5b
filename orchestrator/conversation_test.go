package orchestrator

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

// rehearsed is a conversation in virtual time: the test says what there is to
// see, and log gets what the conversation does, with the seconds since the start.
type rehearsed struct {
	c     *conversation
	start time.Time
	now   time.Time
	s     scene
	log   []string
	over  bool
}

func rehearse(in Interactive, change func(*Iteration)) *rehearsed {
	it := Iteration{Prompt: "prompt", Interactive: &in, Launch: adapters.LaunchConfig{Signs: tuiSigns()}}
	if change != nil {
		change(&it)
	}
	start := time.Unix(1000, 0)
	r := &rehearsed{c: newConversation(it, start), start: start, now: start}
	r.s.Current, r.s.Bracketed, r.s.Composing = true, true, true
	r.s.Changed = start
	r.s.State.Condition = adapters.Starting
	r.c.shows = func(string) bool { return false }
	return r
}

func (r *rehearsed) at(seconds float64) time.Time {
	return r.start.Add(time.Duration(seconds * float64(time.Second)))
}

// until lets the conversation act until then, while nothing changes to see.
func (r *rehearsed) until(seconds float64) *rehearsed {
	end := r.at(seconds)
	for !r.over {
		r.s.Above, _, _ = strings.Cut(r.s.Text, "❯")
		m := r.c.step(r.s, r.now)
		r.take(m)
		if len(m.keys) > 0 || m.tell != nil || m.end != "" {
			continue
		}
		if m.until.IsZero() || m.until.After(end) {
			break
		}
		if r.now = m.until; r.now.Before(m.until) {
			r.now = m.until
		}
	}
	r.now = end
	return r
}

func (r *rehearsed) take(m move) {
	note := func(format string, args ...any) {
		r.log = append(r.log, fmt.Sprintf("%.2f ", r.now.Sub(r.start).Seconds())+fmt.Sprintf(format, args...))
	}
	if keys := strings.Join(m.keys, ""); keys != "" {
		note("types %s", strings.NewReplacer("\x1b[200~", "<", "\x1b[201~", ">", "\r", "Enter").Replace(keys))
		if strings.HasPrefix(keys, "\x1b[200~") {
			r.s.Composer, r.s.Changed = "❯ "+strings.TrimSuffix(keys[6:], "\x1b[201~"), r.now.Add(1)
		} else if keys == "\r" && r.s.State.Dialog == nil {
			r.s.Composer = "❯"
		}
	}
	if m.tell != nil {
		note("%s", describeTalk(m.tell))
	}
	if m.end != "" {
		note("ends: %s", m.end)
		r.over = true
	}
}

// becomes changes what the agent does.
func (r *rehearsed) becomes(c adapters.Condition, kind adapters.Kind, d *adapters.Dialog) *rehearsed {
	if before := r.s.State.Dialog; d != nil && (before == nil || before.Fingerprint != d.Fingerprint) {
		r.s.Asked = r.now
	}
	r.s.State = adapters.State{Condition: c, Kind: kind, By: adapters.ByStatus, Dialog: d}
	if d != nil {
		r.s.State.Excerpt = d.Excerpt()
	}
	if c == adapters.Working || c == adapters.Done {
		r.s.Worked, r.s.WorkedBy = r.now, adapters.ByStatus
	}
	return r
}

func (r *rehearsed) types(who string, writers int) *rehearsed {
	r.s.typed, r.s.touched, r.s.who, r.s.writers = r.now, r.now, who, writers
	return r
}

func asking(fingerprint string) *adapters.Dialog {
	return &adapters.Dialog{
		Kind: adapters.Permission, Text: "Run " + fingerprint + "?", Fingerprint: fingerprint,
		Options: []adapters.Option{{Key: "1", Label: "Yes"}, {Key: "2", Label: "No", Selected: true}},
	}
}

func TestConversation(t *testing.T) {
	const working, idle, done, blocked = adapters.Working, adapters.Idle, adapters.Done, adapters.Blocked
	const blind = "the agent seems to rest, but the place for its input is not on the screen"
	yes, two := Interactive{AutoApprove: true}, Interactive{Inputs: []string{"one", "two"}}
	limit := func(d time.Duration) func(*Iteration) { return func(it *Iteration) { it.Timeout = d } }
	pasted := func(it *Iteration) { it.Launch.Paste, it.Prompt = "prompt", "" }
	adopted := func(in Interactive) Interactive { in.Adopted = true; return in }
	// blink lets the screen be another for a while after a text, and then as before.
	blink := func(former, shown string) func(*rehearsed) {
		return func(r *rehearsed) {
			r.s.Text = "Agent\n> " + former + "\nFirst.\nTip: press x\n❯"
			r.until(1).becomes(working, "", nil).until(2).becomes(done, "", nil).until(4).becomes(idle, "", nil)
			r.s.Text = "Agent\n> " + former + "\n" + shown + "❯"
			r.until(6)
			r.s.Text = "Agent\n> " + former + "\nFirst.\nTip: press x\n❯"
			r.until(40)
		}
	}
	for _, test := range []struct {
		name string
		in   Interactive
		it   func(*Iteration)
		play func(*rehearsed)
		want []string
	}{
		{"idle before the prompt is taken is not the end", Interactive{}, nil, func(r *rehearsed) {
			r.until(1).becomes(idle, "", nil).until(4).becomes(working, "", nil).until(6).becomes(done, "", nil).until(9)
		}, []string{"7.00 ends: idle"}},
		{"nor is it part of the rest after a turn that came between two looks", Interactive{}, nil, func(r *rehearsed) {
			r.until(1).becomes(idle, "", nil).until(4)
			r.s.Worked = r.now
			r.until(9)
		}, []string{"5.00 ends: idle"}},
		{"a prompt that nobody takes is for a person", Interactive{}, nil, func(r *rehearsed) {
			r.until(1).becomes(idle, "", nil).until(30).becomes(working, "", nil).until(31).becomes(done, "", nil).until(40)
		}, []string{"16.00 needed input: the agent has been given its text, and does nothing", "30.00 resolved by agent", "32.00 ends: idle"}},
		{"above all one that still stands in the composer", Interactive{Patience: 10 * time.Second}, nil, func(r *rehearsed) {
			r.s.Composer, r.s.Text = "❯ prompt", "Agent\n❯ prompt\nhelp"
			r.until(1).becomes(idle, "", nil).until(40)
		}, []string{"16.00 needed input: the text still stands in the composer, and the agent does nothing", "26.00 ends: question"}},
		{"where no work is seen an answer is", Interactive{}, nil, func(r *rehearsed) {
			r.s.Composer, r.s.Text = "❯", "> prompt\nThere.\n❯"
			r.until(1).becomes(idle, "", nil).until(40)
		}, []string{"16.00 ends: idle"}},
		{"but not of an agent that always says that it works", Interactive{}, func(it *Iteration) { it.Launch.Signs.Recorded = "1" }, func(r *rehearsed) {
			r.s.Composer, r.s.Text = "❯", "> prompt\nThere.\n❯"
			r.until(1).becomes(idle, "", nil).until(20)
		}, []string{"16.00 needed input: the agent has been given its text, and does nothing"}},
		{"an input of which nothing comes", Interactive{Inputs: []string{"one"}}, nil, func(r *rehearsed) {
			r.until(1).becomes(working, "", nil).until(2).becomes(done, "", nil).until(4)
			r.s.Text = "> one\n❯"
			r.until(100)
			r.s.Text = "> one\nThere.\n❯"
			r.until(110)
		}, []string{
			"3.00 sending 1", "3.00 types <one>", "3.15 types Enter", "3.15 sent 1",
			"93.15 needed input: the agent has been given its text, and does nothing", "100.00 resolved by agent", "105.00 ends: idle",
		}},
		{"nor is a notice, and a person who only looks mends nothing", Interactive{Inputs: []string{"one", "two"}}, nil, func(r *rehearsed) {
			r.s.Text = "Agent\nof 2026\n❯"
			r.until(1).becomes(working, "", nil).until(2).becomes(done, "", nil).until(4)
			r.s.Text = "Agent\nof 2026\nUpdate available\n❯\n12:30 main"
			r.until(25)
			r.s.writers, r.s.Text = 1, "Agent\nof 2026\nUpdate available\nRun odd update\n❯\n12:31 main"
			r.until(30)
		}, []string{
			"3.00 sending 1", "3.00 types <one>", "3.15 types Enter", "3.15 sent 1",
			"18.15 needed input: the agent has been given its text, and shows no more than may be a notice: Update available",
		}},
		{"a person who gets it to work does, though no work is seen", Interactive{Inputs: []string{"one", "two"}}, nil, func(r *rehearsed) {
			r.s.Text = "Agent\nof 2026\n❯"
			r.until(1).becomes(working, "", nil).until(2).becomes(done, "", nil).until(20)
			r.types("human", 0).becomes(working, "", nil)
			r.s.Worked, r.s.Text = r.at(2), "Agent\nof 2026\n> do it now\n❯"
			r.until(21).becomes(idle, "", nil).until(27)
			r.s.Text = "Agent\nof 2026\n> do it now\nIt is done.\n> two\nThat, too.\n❯"
			r.until(40)
		}, []string{
			"3.00 sending 1", "3.00 types <one>", "3.15 types Enter", "3.15 sent 1",
			"18.15 needed input: the agent has been given its text, and does nothing", "20.00 resolved by human",
			"26.00 sending 2", "26.00 types <two>", "26.15 types Enter", "26.15 sent 2", "32.00 ends: idle",
		}},
		{"so does a question", Interactive{Inputs: []string{"one"}}, nil, func(r *rehearsed) {
			r.s.Text = "Agent\n❯"
			r.until(1).becomes(working, "", nil).until(2).becomes(done, "", nil).until(20)
			r.becomes(blocked, adapters.Permission, asking("a")).until(25).types("human", 0).becomes(idle, "", nil).until(60)
		}, []string{
			"3.00 sending 1", "3.00 types <one>", "3.15 types Enter", "3.15 sent 1",
			"18.15 needed input: the agent has been given its text, and does nothing", "20.00 resolved by agent",
			"20.00 needed permission: Run a?", "25.00 resolved by human", "30.00 ends: idle",
		}},
		{"nor is its screen in another window an answer", Interactive{Inputs: []string{"one"}}, nil, func(r *rehearsed) {
			r.s.Text = "Welcome to the agent\n❯"
			r.until(1).becomes(working, "", nil).until(2).becomes(done, "", nil).until(4)
			r.s.Text = "Welcome to the agent\n> one\n❯"
			r.until(95)
			r.s.Text, r.s.Resized = "Welcome to\nthe agent\n> one\n❯", r.at(95)
			r.until(100)
			r.s.Text = "Welcome to\nthe agent\n> one\nThere.\n❯"
			r.until(110)
		}, []string{
			"3.00 sending 1", "3.00 types <one>", "3.15 types Enter", "3.15 sent 1",
			"93.15 needed input: the agent has been given its text, and does nothing", "100.00 resolved by agent", "105.00 ends: idle",
		}},
		{"an agent that only moves cannot take its text", Interactive{Patience: 20 * time.Second}, pasted, func(r *rehearsed) {
			r.s.Blind, r.s.Composing = true, false
			r.until(1).becomes(working, "", nil)
			r.s.Worked, r.s.State.By = time.Time{}, adapters.ByScreen
			r.until(90)
		}, []string{"0.00 sending 0", "31.00 needed unreadable: the agent has its text still to come, but shows no place to type it, nor that it works", "51.00 ends: question"}},
		{"one that has printed nothing is only starting", Interactive{Patience: 20 * time.Second}, pasted, func(r *rehearsed) {
			r.s.Blind, r.s.Composing, r.s.Changed = true, false, time.Time{}
			r.until(90)
		}, []string{"0.00 sending 0", "61.00 needed unreadable: the agent has its text still to come, but shows no place to type it, nor that it works", "81.00 ends: question"}},
		{"and has its time to paint when it begins", Interactive{Patience: 20 * time.Second}, pasted, func(r *rehearsed) {
			r.s.Blind, r.s.Composing = true, false
			r.until(55)
			for at := 55.0; at < 90; at++ {
				r.s.Changed = r.at(at)
				r.until(at + 1)
			}
			r.until(110)
		}, []string{"0.00 sending 0", "86.00 needed unreadable: the agent has its text still to come, but shows no place to type it, nor that it works", "106.00 ends: question"}},
		{"one that only moves as it starts is not", Interactive{Patience: 20 * time.Second}, pasted, func(r *rehearsed) {
			r.s.Blind, r.s.Composing = true, false
			for at := 0.0; at < 45; at++ {
				r.s.Changed = r.at(at)
				r.until(at + 1)
			}
			r.until(60)
		}, []string{"0.00 sending 0", "31.00 needed unreadable: the agent has its text still to come, but shows no place to type it, nor that it works", "51.00 ends: question"}},
		{"one that shows something now and then is called to", Interactive{Patience: 20 * time.Second}, pasted, func(r *rehearsed) {
			r.s.Blind, r.s.Composing = true, false
			for at := 0.0; at < 200; at += 15 {
				r.s.Changed = r.at(at)
				r.until(at + 15)
			}
		}, []string{"0.00 sending 0", "91.00 needed unreadable: the agent has its text still to come, but shows no place to type it, nor that it works", "111.00 ends: question"}},
		{"however seldom that is", Interactive{Patience: 20 * time.Second}, pasted, func(r *rehearsed) {
			r.s.Blind, r.s.Composing = true, false
			for at := 0.0; at < 200; at += 50 {
				r.s.Changed = r.at(at)
				r.until(at + 50)
			}
		}, []string{"0.00 sending 0", "91.00 needed unreadable: the agent has its text still to come, but shows no place to type it, nor that it works", "111.00 ends: question"}},
		{"the time that a question stood is none of its own", Interactive{}, pasted, func(r *rehearsed) {
			r.s.Blind, r.s.Composing = true, false
			r.until(5).becomes(blocked, adapters.Permission, asking("a")).until(150)
			r.types("human", 0).becomes(working, "", nil)
			r.s.Changed, r.s.Worked, r.s.State.By = r.now, time.Time{}, adapters.ByScreen
			r.until(200)
		}, []string{
			"0.00 sending 0", "5.00 needed permission: Run a?", "150.00 resolved by human",
			"181.00 needed unreadable: the agent has its text still to come, but shows no place to type it, nor that it works",
		}},
		{"what lacks is not told in the second of an answer", Interactive{}, pasted, func(r *rehearsed) {
			r.s.Blind, r.s.Composing, r.s.Caution = true, false, "it is vim"
			r.until(1).becomes(idle, "", nil).until(20)
			r.becomes(blocked, adapters.Permission, asking("a")).until(30)
			r.types("human", 0).becomes(working, "", nil)
			r.s.Changed, r.s.Worked, r.s.State.By = r.now, time.Time{}, adapters.ByScreen
			r.until(70)
		}, []string{
			"0.00 sending 0", "6.00 failed 0: typing is not safe: it is vim", "6.00 needed input: typing is not safe: it is vim",
			"20.00 resolved by agent", "20.00 needed permission: Run a?", "30.00 resolved by human", "60.00 needed input: typing is not safe: it is vim",
		}},
		{"one cause is one question with one clock", Interactive{Patience: 50 * time.Second}, pasted, func(r *rehearsed) {
			r.s.Blind, r.s.Composing, r.s.Caution = true, false, "it is vim"
			r.until(1).becomes(idle, "", nil).until(90)
		}, []string{"0.00 sending 0", "6.00 failed 0: typing is not safe: it is vim", "6.00 needed input: typing is not safe: it is vim", "56.00 ends: question"}},
		{"a person who types into it does not end it", Interactive{Patience: 50 * time.Second}, pasted, func(r *rehearsed) {
			r.s.Blind, r.s.Composing = true, false
			r.until(1).becomes(idle, "", nil).until(10)
			for i := range 3 {
				r.types("human", 1).becomes(working, "", nil)
				r.s.Worked, r.s.State.By = time.Time{}, adapters.ByScreen
				r.until(float64(15+i*10)).becomes(idle, "", nil).until(float64(20 + i*10))
			}
			r.s.Blind, r.s.Composing, r.s.writers = false, true, 0
			r.until(46).becomes(working, "", nil).until(47)
		}, []string{
			"0.00 sending 0", "6.00 failed 0: " + blind, "6.00 needed input: " + blind, "46.00 resolved by human",
		}},
		{"a short pause is no rest", Interactive{}, nil, func(r *rehearsed) {
			r.becomes(working, "", nil).until(2).becomes(done, "", nil).until(2.8).becomes(working, "", nil).until(4).becomes(idle, "", nil).until(9)
		}, []string{"5.00 ends: idle"}},
		{"an input that only sets something", two, nil, func(r *rehearsed) {
			r.until(1).becomes(working, "", nil).until(2).becomes(done, "", nil).until(3.8)
			r.becomes(working, "", nil).until(4.5).becomes(done, "", nil).until(8)
			r.s.Text = "it is set"
			r.until(20)
		}, []string{
			"3.00 sending 1", "3.00 types <one>", "3.15 types Enter", "3.15 sent 1",
			"5.50 sending 2", "5.50 types <two>", "5.65 types Enter", "5.65 sent 2", "13.00 ends: idle",
		}},
		{"rest without a place for input is no rest", Interactive{Inputs: []string{"one"}}, nil, func(r *rehearsed) {
			r.until(1).becomes(working, "", nil).until(2)
			r.s.Blind, r.s.Composing = true, false // a list that no rule knows
			r.becomes(done, "", nil).until(10)
			r.s.Blind, r.s.Composing = false, true
			r.until(11)
			r.s.Text = "it is set"
			r.until(20)
		}, []string{
			"8.00 needed unreadable: the agent seems to rest, but the place for its input is not on the screen",
			"10.10 resolved by agent", "10.10 sending 1", "10.10 types <one>", "10.25 types Enter", "10.25 sent 1", "16.00 ends: idle",
		}},
		{"the clock runs while it works", Interactive{}, limit(10 * time.Second), func(r *rehearsed) {
			r.becomes(working, "", nil).until(20)
		}, []string{"10.00 ends: timeout"}},
		{"the clock stands while a person is asked", Interactive{}, limit(10 * time.Second), func(r *rehearsed) {
			r.becomes(working, "", nil).until(4).becomes(blocked, adapters.Permission, asking("a")).until(100).becomes(working, "", nil).until(120)
		}, []string{"4.00 needed permission: Run a?", "100.10 resolved by agent", "106.10 ends: timeout"}},
		{"the clock runs for one that is stuck", Interactive{}, limit(10 * time.Second), func(r *rehearsed) {
			r.until(4).becomes(adapters.Unknown, adapters.Stuck, nil).until(100)
		}, []string{"5.00 needed stuck: ", "10.00 ends: timeout"}},
		{"the clock stands while nobody can read the screen", Interactive{}, limit(10 * time.Second), func(r *rehearsed) {
			r.until(4).becomes(adapters.Unknown, adapters.Unreadable, nil).until(100).becomes(working, "", nil).until(120)
		}, []string{"5.00 needed unreadable: ", "100.10 resolved by agent", "105.10 ends: timeout"}},
		{"patience ends for one that is stuck", Interactive{Patience: 10 * time.Second}, limit(20 * time.Second), func(r *rehearsed) {
			r.until(4).becomes(adapters.Unknown, adapters.Stuck, nil).until(100)
		}, []string{"5.00 needed stuck: ", "15.00 ends: question"}},
		{"and for a screen that nobody can read", Interactive{Patience: 10 * time.Second}, nil, func(r *rehearsed) {
			r.until(4).becomes(adapters.Unknown, adapters.Unreadable, nil).until(8).types("", 0).until(100)
		}, []string{"5.00 needed unreadable: ", "18.00 ends: question"}},
		{"the clock stands while a person types", Interactive{}, limit(10 * time.Second), func(r *rehearsed) {
			r.becomes(working, "", nil).until(4).types("", 1).until(100)
		}, []string{"40.00 ends: timeout"}},
		{"patience begins anew with each key", Interactive{Patience: 10 * time.Second}, nil, func(r *rehearsed) {
			r.becomes(blocked, adapters.Permission, asking("a")).until(8).types("", 1).until(30)
		}, []string{"0.00 needed permission: Run a?", "18.00 ends: question"}},
		{"the person who types has answered", Interactive{}, nil, func(r *rehearsed) {
			r.becomes(blocked, adapters.Permission, asking("a")).until(8).types("alice", 1).until(9).becomes(working, "", nil).until(10)
		}, []string{"0.00 needed permission: Run a?", "9.00 resolved by alice"}},
		{"also when the word of it comes late", Interactive{}, nil, func(r *rehearsed) {
			r.becomes(blocked, adapters.Permission, asking("a")).until(9).becomes(working, "", nil).until(9.05).types("alice", 1).until(10)
		}, []string{"0.00 needed permission: Run a?", "9.05 resolved by alice"}},
		{"policy waits until a question is ripe", yes, nil, func(r *rehearsed) {
			r.until(1).becomes(blocked, adapters.Permission, asking("a")).until(1.5).becomes(working, "", nil).until(2)
		}, []string{"1.30 types 1", "1.30 answered by once"}},
		{"a screen older than its bytes is not answered, and the next is another question", yes, nil, func(r *rehearsed) {
			r.until(1).becomes(blocked, adapters.Permission, asking("a")).until(1.2)
			r.s.Current, r.s.Next = false, r.at(1.5)
			r.until(1.4)
			r.s.Current = true
			r.becomes(blocked, adapters.Permission, asking("b")).until(1.6).becomes(working, "", nil).until(3)
		}, nil},
		{"nor approved", Interactive{}, nil, func(r *rehearsed) {
			r.until(1).becomes(blocked, adapters.Permission, asking("a")).until(1.2)
			r.c.yes, r.c.approved, r.s.Current, r.s.Next = "alice", "a", false, r.at(1.5)
			r.until(1.4)
			r.s.Current = true
			r.becomes(blocked, adapters.Permission, asking("b")).until(2)
		}, []string{"1.00 needed permission: Run a?", "1.40 warning: approved by alice, and nothing typed: the question had changed", "1.50 resolved by agent", "1.50 needed permission: Run b?"}},
		{"one that goes away by itself is never answered", yes, nil, func(r *rehearsed) {
			r.until(1).becomes(blocked, adapters.Permission, asking("a")).until(1.2).becomes(working, "", nil).until(2)
		}, nil},
		{"one that changes ripens anew", yes, nil, func(r *rehearsed) {
			r.until(1).becomes(blocked, adapters.Permission, asking("a")).until(1.2).becomes(blocked, adapters.Permission, asking("b")).until(2).becomes(working, "", nil).until(3)
		}, []string{"1.50 types 1", "1.50 answered by once"}},
		{"policy counts from when the screen shows it", yes, nil, func(r *rehearsed) {
			r.until(1).becomes(blocked, adapters.Permission, nil).until(1.6).becomes(blocked, adapters.Permission, asking("a")).until(2.5).becomes(working, "", nil).until(3)
		}, []string{"1.90 types 1", "1.90 answered by once"}},
		{"also after a person was called", yes, nil, func(r *rehearsed) {
			r.until(1).becomes(blocked, adapters.Permission, nil).until(2.5).becomes(blocked, adapters.Permission, asking("a")).until(3).becomes(working, "", nil).until(4)
		}, []string{"2.00 needed permission: ", "2.80 types 1", "2.80 answered by once", "3.00 resolved by handler"}},
		{"but not once the person types", yes, nil, func(r *rehearsed) {
			r.until(1).becomes(blocked, adapters.Permission, nil).until(2.2).types("human", 0).until(2.5).becomes(blocked, adapters.Permission, asking("a")).until(30)
		}, []string{"2.00 needed permission: ", "7.20 changed to a, yes 1 Yes: Run a?"}},
		{"one that was left to who is attached is policy's once all have gone", yes, nil, func(r *rehearsed) {
			r.s.writers = 1
			r.until(1).becomes(blocked, adapters.Permission, asking("a")).until(2)
			r.s.writers = 0
			r.until(2.5).becomes(working, "", nil).until(9)
		}, []string{"1.00 needed permission: Run a?", "2.00 types 1", "2.00 answered by once", "2.50 resolved by handler"}},
		{"also while the screen moves for their going", yes, nil, func(r *rehearsed) {
			r.s.writers = 1
			r.until(1).becomes(blocked, adapters.Permission, asking("a")).until(2)
			r.s.writers, r.s.Current, r.s.Next = 0, false, r.at(2.2)
			r.until(2.1)
			r.s.Current = true
			r.until(2.5).becomes(working, "", nil).until(9)
		}, []string{"1.00 needed permission: Run a?", "2.10 types 1", "2.10 answered by once", "2.50 resolved by handler"}},
		{"unless somebody has typed since it came", yes, nil, func(r *rehearsed) {
			r.s.writers = 1
			r.until(1).becomes(blocked, adapters.Permission, asking("a")).until(2).types("human", 1).until(3)
			r.s.writers = 0
			r.until(60)
		}, []string{"1.00 needed permission: Run a?"}},
		{"policy waits until all of it is on the screen", yes, nil, func(r *rehearsed) {
			r.s.writers = 1
			r.until(1).becomes(blocked, adapters.Permission, asking("a")).until(2)
			r.s.writers, r.s.Hidden = 0, true
			r.until(3)
			r.s.Hidden = false
			r.until(3.5).becomes(working, "", nil).until(9)
		}, []string{"1.00 needed permission: Run a?", "3.00 types 1", "3.00 answered by once", "3.50 resolved by handler"}},
		{"policy leaves it to who is attached", yes, nil, func(r *rehearsed) {
			r.s.writers = 1
			r.until(1).becomes(blocked, adapters.Permission, asking("a")).until(5)
		}, []string{"1.00 needed permission: Run a?"}},
		{"and to who has just typed, as long as more may come", yes, nil, func(r *rehearsed) {
			r.until(1).types("human", 0).until(1.5).becomes(blocked, adapters.Permission, asking("a")).until(7)
		}, []string{"1.50 needed permission: Run a?", "6.00 types 1", "6.00 answered by once"}},
		{"nobody is called to it who is at it", Interactive{}, nil, func(r *rehearsed) {
			r.until(1).types("human", 1).until(1.5).becomes(blocked, adapters.Permission, asking("a")).until(4).types("human", 1).until(4.5)
			r.becomes(blocked, adapters.Permission, asking("b")).until(8.5)
			r.s.Resized = r.at(8.5)
			r.becomes(blocked, adapters.Permission, asking("a")).until(20)
		}, []string{"13.50 needed permission: Run a?"}},
		{"but is once they have left", Interactive{}, nil, func(r *rehearsed) {
			r.until(1).types("human", 1).until(1.5).becomes(blocked, adapters.Permission, asking("a")).until(2)
			r.s.writers = 0
			r.until(3)
		}, []string{"2.00 needed permission: Run a?"}},
		{"what is asked off the screen is told by what it offers", Interactive{}, nil, func(r *rehearsed) {
			d := asking("a")
			d.Text = ""
			r.becomes(blocked, adapters.Question, d).until(1)
		}, []string{"0.00 needed question: 1 Yes | 2 No"}},
		{"or by what is on the screen", Interactive{}, nil, func(r *rehearsed) {
			r.s.Text = "Agent\nWhich one shall it be?\n────"
			r.becomes(blocked, adapters.Question, nil).until(2)
		}, []string{"1.00 needed question: Which one shall it be?"}},
		{"nothing is answered that the screen does not show", yes, nil, func(r *rehearsed) {
			r.until(1).becomes(blocked, adapters.Permission, nil).until(5)
		}, []string{"2.00 needed permission: "}},
		{"what is told of for a moment calls nobody", Interactive{}, nil, func(r *rehearsed) {
			r.until(1).becomes(blocked, adapters.Permission, nil).until(1.8).becomes(working, "", nil).until(5)
		}, nil},
		{"a question that is painted anew is one", Interactive{}, nil, func(r *rehearsed) {
			r.becomes(blocked, adapters.Permission, asking("a")).until(1).becomes(blocked, adapters.Permission, nil).until(3).becomes(blocked, adapters.Permission, asking("a")).until(5)
		}, []string{"0.00 needed permission: Run a?"}},
		{"another question is another call", Interactive{}, nil, func(r *rehearsed) {
			r.becomes(blocked, adapters.Permission, asking("a")).until(1).becomes(blocked, adapters.Permission, asking("b")).until(3)
		}, []string{"0.00 needed permission: Run a?", "1.10 resolved by agent", "1.10 needed permission: Run b?"}},
		{"two questions in turn exhaust policy, too", yes, nil, func(r *rehearsed) {
			for i := range 7 {
				r.becomes(blocked, adapters.Permission, asking(string("ab"[i%2]))).until(float64(i) + 0.5)
				r.becomes(working, "", nil).until(float64(i) + 1)
			}
		}, []string{
			"0.30 types 1", "0.30 answered by once", "1.30 types 1", "1.30 answered by once", "2.30 types 1", "2.30 answered by once",
			"3.30 types 1", "3.30 answered by once", "4.30 types 1", "4.30 answered by once", "5.30 types 1", "5.30 answered by once",
			"6.00 needed permission: Run a?", "6.60 resolved by agent",
		}},
		{"a strange agent gets no answer", yes, nil, func(r *rehearsed) {
			r.s.Caution = "it is new"
			r.until(1).becomes(blocked, adapters.Permission, asking("a")).until(5)
		}, []string{"1.00 needed permission: Run a?"}},
		{"a text of somebody's is nothing to add to", Interactive{Inputs: []string{"one"}}, nil, func(r *rehearsed) {
			r.becomes(working, "", nil).until(1)
			r.s.Draft = "please delete all but"
			r.becomes(done, "", nil).until(20)
			r.s.Draft = ""
			r.until(21)
		}, []string{
			"2.00 sending 1", "8.00 needed input: a text that somebody has typed, and not sent, stands in the composer",
			"20.00 resolved by agent", "20.00 types <one>", "20.15 types Enter", "20.15 sent 1",
		}},
		{"nor does it go because somebody attaches", Interactive{Inputs: []string{"one"}}, nil, func(r *rehearsed) {
			r.becomes(working, "", nil).until(1)
			r.s.Draft = "please delete all but"
			r.becomes(done, "", nil).until(10)
			r.s.writers = 1 // with a window of another size: all moves
			r.becomes(working, "", nil)
			r.s.Worked, r.s.State.By = r.at(1), adapters.ByScreen
			r.until(11)
			r.s.Composing, r.s.Draft = false, ""
			r.until(12)
			r.s.Composing, r.s.Draft = true, "please delete all but"
			r.becomes(idle, "", nil).until(30).types("human", 1).until(31)
			r.s.Draft = ""
			r.until(32)
		}, []string{
			"2.00 sending 1", "8.00 needed input: a text that somebody has typed, and not sent, stands in the composer", "31.00 resolved by human",
		}},
		{"who has typed and stays has the composer", two, nil, func(r *rehearsed) {
			r.becomes(working, "", nil).until(1).types("", 1).until(2).becomes(done, "", nil).until(60)
			r.s.writers = 0
			r.until(60.2)
		}, []string{"60.00 sending 1", "60.00 types <one>", "60.15 types Enter", "60.15 sent 1"}},
		{"an adopted agent goes on from its turn", adopted(Interactive{Inputs: []string{"one", "two"}, Sent: 1}), nil, func(r *rehearsed) {
			r.becomes(working, "", nil).until(3).becomes(done, "", nil).until(5).becomes(working, "", nil).until(6).becomes(done, "", nil).until(9)
		}, []string{"4.00 sending 2", "4.00 types <two>", "4.15 types Enter", "4.15 sent 2", "7.00 ends: idle"}},
		{"an agent that thinks without a sign", Interactive{Inputs: []string{"one"}}, nil, func(r *rehearsed) {
			r.s.Text = "Agent\n❯"
			r.until(1).becomes(working, "", nil).until(2).becomes(done, "", nil).until(4)
			r.s.Text = "Agent\n> one\n❯"
			r.until(60)
			r.s.Text = "Agent\n> one\nThere.\n❯"
			r.until(70)
		}, []string{"3.00 sending 1", "3.00 types <one>", "3.15 types Enter", "3.15 sent 1", "65.00 ends: idle"}},
		{"and then answers line by line", Interactive{Inputs: []string{"one"}}, nil, func(r *rehearsed) {
			r.s.Text = "Agent\n❯"
			r.until(1).becomes(working, "", nil).until(2).becomes(done, "", nil).until(4)
			r.s.Text = "Agent\n> one\n❯"
			r.until(60)
			r.s.Text = "Agent\n> one\nThere\n❯"
			r.until(60.5).becomes(working, "", nil)
			r.s.Worked, r.s.Text = r.at(2), "Agent\n> one\nThere\nthey are.\n❯"
			r.until(70).becomes(idle, "", nil).until(80)
		}, []string{"3.00 sending 1", "3.00 types <one>", "3.15 types Enter", "3.15 sent 1", "75.00 ends: idle"}},
		{"an agent that loaded something, and does nothing with its prompt", Interactive{}, nil, func(r *rehearsed) {
			r.s.Text = "Loading\n❯"
			r.until(1).becomes(working, "", nil).until(2)
			r.s.WorkedBy, r.s.Text = adapters.ByScreen, "Agent\n> prompt\n❯"
			r.becomes(idle, "", nil).until(100).becomes(working, "", nil).until(101)
			r.s.Text = "Agent\n> prompt\nIt is done.\n❯"
			r.becomes(idle, "", nil).until(110)
		}, []string{"92.00 needed input: the agent has been given its text, and does nothing", "100.00 resolved by agent", "102.00 ends: idle"}},
		{"an answer on a screen that it has cleared", Interactive{Inputs: []string{"one"}}, pasted, func(r *rehearsed) {
			r.s.Text = "Agent\nof 2026\n❯"
			r.becomes(idle, "", nil).until(1).becomes(working, "", nil).until(2)
			r.s.Text = "It is so.\n<promise>SUCCESS</promise>\n❯"
			r.becomes(done, "", nil).until(4).becomes(idle, "", nil)
			r.s.Text = "❯"
			r.until(4.5)
			r.s.Text = "It is otherwise.\n<promise>SUCCESS</promise>\n❯"
			r.until(40)
		}, []string{
			"0.00 sending 0", "0.25 types <prompt>", "0.40 types Enter", "0.40 sent 0",
			"3.00 sending 1", "3.00 types <one>", "3.15 types Enter", "3.15 sent 1", "9.50 ends: idle",
		}},
		{"a tip that comes back after the text that follows an argument", Interactive{Inputs: []string{"one"}}, nil, blink("prompt", "First.\n"), []string{
			"3.00 sending 1", "3.00 types <one>", "3.15 types Enter", "3.15 sent 1", "18.15 needed input: the agent has been given its text, and does nothing",
		}},
		{"the last answer that comes back, and the tip has stayed", Interactive{Inputs: []string{"one"}}, nil, blink("prompt", "Tip: press x\n"), []string{
			"3.00 sending 1", "3.00 types <one>", "3.15 types Enter", "3.15 sent 1", "11.00 ends: idle",
		}},
		{"and after one that another host has sent", adopted(Interactive{Inputs: []string{"one", "two"}, Sent: 1}), nil, blink("one", "First.\n"), []string{
			"3.00 sending 2", "3.00 types <two>", "3.15 types Enter", "3.15 sent 2", "18.15 needed input: the agent has been given its text, and does nothing",
		}},
		{"one that pauses after it has begun with a text", Interactive{Inputs: []string{"one"}}, nil, func(r *rehearsed) {
			r.s.Text = "Agent\n> prompt\nFirst.\n❯"
			r.until(1).becomes(working, "", nil).until(2).becomes(idle, "", nil).until(4)
			r.becomes(working, "", nil).until(5)
			r.s.WorkedBy, r.s.Text = adapters.ByScreen, "Agent\n> prompt\nFirst.\n> one\n❯"
			r.becomes(idle, "", nil).until(100).becomes(working, "", nil).until(101)
			r.s.Text = "Agent\n> prompt\nFirst.\n> one\nSecond.\n❯"
			r.becomes(idle, "", nil).until(110)
		}, []string{
			"3.00 sending 1", "3.00 types <one>", "3.15 types Enter", "3.15 sent 1",
			"95.00 needed input: the agent has been given its text, and does nothing", "100.00 resolved by agent", "102.00 ends: idle",
		}},
		{"one that worked on it, by its screen", Interactive{}, nil, func(r *rehearsed) {
			r.until(1).becomes(working, "", nil).until(2)
			r.s.WorkedBy, r.s.Text = adapters.ByScreen, "Agent\n> prompt\nIt is done.\n❯"
			r.becomes(idle, "", nil).until(30)
		}, []string{"3.00 ends: idle"}},
		{"a text in doubt that is on the screen was sent", adopted(Interactive{Inputs: []string{"one"}, Sending: 2}), nil, func(r *rehearsed) {
			r.c.shows = func(text string) bool { return text == "one" }
			r.until(1).becomes(done, "", nil).until(9)
		}, []string{"2.00 sent 1", "2.00 ends: idle"}},
		{"one that stands folded in the composer was not", adopted(Interactive{Inputs: []string{"one\ntwo"}, Sending: 2}), nil, func(r *rehearsed) {
			r.c.shows = func(text string) bool { return true }
			r.s.Composer = "❯ [Pasted text #1 +1 lines]"
			r.until(1).becomes(done, "", nil).until(9)
		}, []string{
			"2.00 failed 1: a text was typed, and not sent, before another host took over", "2.00 needed input: a text was typed, and not sent, before another host took over",
		}},
		{"one that is nowhere is sent", adopted(Interactive{Inputs: []string{"one"}, Sending: 2}), nil, func(r *rehearsed) {
			r.until(1).becomes(done, "", nil).until(2.5)
		}, []string{"2.00 sending 1", "2.00 types <one>", "2.15 types Enter", "2.15 sent 1"}},
		{"one that stands in the composer is for a person", adopted(Interactive{Inputs: []string{"one"}, Sending: 2}), nil, func(r *rehearsed) {
			r.s.Composer = "❯ one"
			r.until(1).becomes(done, "", nil).until(9)
		}, []string{"2.00 failed 1: a text was typed, and not sent, before another host took over", "2.00 needed input: a text was typed, and not sent, before another host took over"}},
		{"nothing goes in behind the half of one", adopted(Interactive{Inputs: []string{"one two"}, Sending: 2}), nil, func(r *rehearsed) {
			r.s.Composer, r.s.Draft = "❯ one", "one"
			r.until(1).becomes(done, "", nil).until(19)
		}, []string{"2.00 sending 1", "8.00 needed input: a text that somebody has typed, and not sent, stands in the composer"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rehearse(test.in, test.it)
			test.play(r)
			if diff := cmp.Diff(test.want, r.log); diff != "" {
				t.Errorf("what happened (-want +got):\n%s", diff)
			}
		})
	}
}

// TestUnsent: an input is unsent as long as nothing says that the agent got it.
func TestUnsent(t *testing.T) {
	in := Interactive{Inputs: []string{"one", "two"}}
	adopted := in
	adopted.Adopted, adopted.Sending = true, 2
	for _, test := range []struct {
		name string
		in   Interactive
		play func(*rehearsed)
		want int
		work bool // some of them are for certain work that was not done
	}{
		{"all", in, func(*rehearsed) {}, 2, true},
		{"none", Interactive{}, func(*rehearsed) {}, 0, false},
		{"in doubt", adopted, func(*rehearsed) {}, 2, true},
		{"only in doubt", adopted, func(r *rehearsed) { r.c.inputs = nil }, 1, false},
		{"in doubt, and on the screen", adopted, func(r *rehearsed) { r.c.shows = func(string) bool { return true } }, 1, true},
		{"a command in doubt, which may have made it leave", adopted, func(r *rehearsed) { r.c.doubt.text = "/exit" }, 1, true},
		{"a command", Interactive{Inputs: []string{"/exit"}}, func(*rehearsed) {}, 1, false},
		{"a text of a person", Interactive{}, func(r *rehearsed) { r.c.hand("more") }, 1, false},
		{"one that was not taken", in, func(r *rehearsed) {
			r.s.Caution = "it is new"
			r.becomes(adapters.Working, "", nil).until(1).becomes(adapters.Done, "", nil).until(20)
		}, 2, true},
		{"one that a person has seen to", in, func(r *rehearsed) {
			r.s.Caution = "it is new"
			r.becomes(adapters.Working, "", nil).until(1).becomes(adapters.Done, "", nil).until(20)
			r.becomes(adapters.Working, "", nil).until(21)
		}, 1, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rehearse(test.in, nil)
			test.play(r)
			if got, work := r.c.unsent(), r.c.missed(); got != test.want || work != test.work {
				t.Errorf("%d unsent (%v), want %d (%v); %q", got, work, test.want, test.work, r.log)
			}
		})
	}
}
