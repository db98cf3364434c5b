package orchestrator

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/session"
)

// TestInheritedAnswer: what another host was to answer goes away by the doing of who answered it, and what stands there for
// longer than an answer takes is asked anew.
func TestInheritedAnswer(t *testing.T) {
	const working, blocked = adapters.Working, adapters.Blocked
	human := session.Answer{Fingerprint: "a", By: "human", At: time.Unix(999, 0), Typed: true}
	policy := session.Answer{Fingerprint: "a", By: byPolicy, At: time.Unix(999, 0), Typed: true}
	begun := session.Answer{Fingerprint: "a", By: "human", At: time.Unix(990, 0)}
	shows := func(r *rehearsed, fingerprint string) { r.becomes(blocked, adapters.Permission, asking(fingerprint)) }
	spoilt := asking("a")
	spoilt.Options = nil
	for _, test := range []struct {
		name   string
		asked  bool // a person was called
		answer session.Answer
		in     Interactive
		play   func(*rehearsed)
		want   []string
		noted  bool // that the answer has done nothing
	}{
		{"the agent says nothing", true, human, Interactive{}, func(r *rehearsed) { r.until(60) }, []string{"2.00 resolved by human"}, false},
		{"it works", true, human, Interactive{}, func(r *rehearsed) {
			r.until(0.5).becomes(working, "", nil).until(60)
		}, []string{"0.50 resolved by human"}, false},
		{"the question goes late", true, human, Interactive{}, func(r *rehearsed) {
			shows(r, "a")
			r.until(1.5).becomes(working, "", nil).until(60)
		}, []string{"1.50 resolved by human"}, false},
		{"it stands there", true, human, Interactive{}, func(r *rehearsed) {
			shows(r, "a")
			r.until(60)
		}, []string{"2.00 resolved by human", "2.00 needed permission: Run a?"}, false},
		{"it is asked again", true, human, Interactive{}, func(r *rehearsed) {
			r.until(20)
			shows(r, "a")
			r.until(60)
		}, []string{"2.00 resolved by human", "20.00 needed permission: Run a?"}, false},
		{"another one", true, human, Interactive{}, func(r *rehearsed) {
			shows(r, "b")
			r.until(60)
		}, []string{"2.00 resolved by human", "2.00 needed permission: Run b?"}, false},
		{"by policy", true, policy, Interactive{AutoApprove: true}, func(r *rehearsed) { r.until(60) }, []string{"2.00 resolved by handler"}, false},
		{"by policy, and it stands there", true, policy, Interactive{AutoApprove: true}, func(r *rehearsed) {
			shows(r, "a")
			r.until(60)
		}, []string{"2.00 resolved by handler", "2.00 needed permission: Run a?"}, true},
		{"by policy, nobody was called, and it goes late", false, policy, Interactive{AutoApprove: true}, func(r *rehearsed) {
			shows(r, "a")
			r.until(1.5).becomes(working, "", nil).until(60)
		}, nil, false},
		{"by policy, nobody was called, and it stands there", false, policy, Interactive{AutoApprove: true}, func(r *rehearsed) {
			shows(r, "a")
			r.until(60)
		}, []string{"2.00 needed permission: Run a?"}, true},
		{"by policy, nobody was called, and it is asked again", false, policy, Interactive{AutoApprove: true}, func(r *rehearsed) {
			r.until(20)
			shows(r, "a")
			r.until(22)
		}, []string{"20.30 types 1", "20.30 answered by once"}, false},
		{"begun, and gone", true, begun, Interactive{}, func(r *rehearsed) { r.until(60) }, []string{"30.00 resolved by human"}, false},
		{"begun, and it stands there anew", true, begun, Interactive{}, func(r *rehearsed) {
			r.until(1)
			shows(r, "a")
			r.until(60)
		}, []string{"1.00 needed permission: Run a?"}, false},
		{"begun, and a part stands behind it", true, begun, Interactive{}, func(r *rehearsed) {
			r.until(1).offers(spoilt).until(60)
		}, nil, false},
		{"begun, and that part is taken away", true, begun, Interactive{}, func(r *rehearsed) {
			r.until(1).offers(spoilt).until(30).offers(asking("a")).until(60)
		}, []string{"30.00 needed permission: 1 Yes | 2 No"}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := test.in
			in.Adopted, in.Answer = true, &test.answer
			r := rehearse(in, func(it *Iteration) {
				if test.asked {
					it.Asked = &session.Interaction{Kind: "permission", Excerpt: "Run a?", Fingerprint: "a", Since: time.Unix(980, 0)}
				}
			})
			r.c.policy = adapters.NewPolicy([]adapters.Handler{{Name: "once", Kind: adapters.Permission, Match: "Run", Use: "confirmYes"}})
			if !in.AutoApprove {
				r.c.policy = nil
			}
			test.play(r)
			if diff := cmp.Diff(test.want, r.log); diff != "" {
				t.Errorf("what happened (-want +got):\n%s", diff)
			}
			if again := "an answer was typed, and the question is still there"; (r.c.asked.note == again) != test.noted {
				t.Errorf("note %q", r.c.asked.note)
			}
		})
	}
}

// TestApproveAnswered: who approves what another host has answered, or has begun to, hears so at once.
func TestApproveAnswered(t *testing.T) {
	for _, test := range []struct {
		typed bool
		want  error
	}{{true, ErrAnswered}, {false, ErrHalfKnown}} {
		in := Interactive{Adopted: true, Answer: &session.Answer{Fingerprint: "a", By: "human", At: time.Unix(999, 0), Typed: test.typed}}
		r := rehearse(in, func(it *Iteration) {
			it.Asked = &session.Interaction{Kind: "permission", Excerpt: "Run a?", Fingerprint: "a", Yes: "1 Yes", Since: time.Unix(990, 0)}
		})
		e, err := newEye(tuiSigns(), new(nothing), r.now)
		if err != nil {
			t.Fatal(err)
		}
		d := &driver{talk: r.c, eye: e}
		if err := d.serve(t.Context(), request{who: "human", approve: true}, r.now); !errors.Is(err, test.want) {
			t.Errorf("typed %t: %v, want %v", test.typed, err, test.want)
		}
	}
}

// TestGivenAnswer: an answer that was approved counts as begun once something has been typed since; then nobody is
// told to approve it.
func TestGivenAnswer(t *testing.T) {
	at := time.Now().Add(-time.Minute)
	home := t.TempDir()
	dir := session.IterationDir(home, "a", 0, 1)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	asked := &session.Interaction{Yes: "y", Fingerprint: "f"}
	task := &session.Task{Attempt: 1, Interaction: asked, Answer: &session.Answer{Fingerprint: "f", By: "human", At: at}}
	record := session.Record{Tasks: map[string]*session.Task{"a": task}}
	if a := givenAnswer(dir, task); a != nil {
		t.Errorf("without an index: %+v", a)
	}
	index := func(typed time.Time) {
		t.Helper()
		path := filepath.Join(dir, session.OutputIndex)
		head := `{"version":1,"start":"2026-11-20T08:00:00Z","offset":0,"cols":80,"rows":24}` + "\n"
		if err := os.WriteFile(path, []byte(head+"[1.000,70,3]\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, typed, typed); err != nil {
			t.Fatal(err)
		}
	}
	index(at.Add(-10 * time.Second))
	if a := givenAnswer(dir, task); a != nil {
		t.Errorf("nothing was typed since: %+v", a)
	}
	if doubt(&record, home); record.Tasks["a"].Interaction.Yes != "y" {
		t.Error("approve is taken back although nothing was typed")
	}
	index(at.Add(time.Second))
	if a := givenAnswer(dir, task); a == nil {
		t.Error("something was typed since")
	}
	if doubt(&record, home); record.Tasks["a"].Interaction.Yes != "" || record.Tasks["a"].Interaction.Note != halfKnown || asked.Yes != "y" {
		t.Errorf("%+v, and before %+v", record.Tasks["a"].Interaction, asked)
	}
}

// TestPartOfAnAnswer: of an answer that was broken off nobody says that it has been given.
func TestPartOfAnAnswer(t *testing.T) {
	m := move{keys: []string{"y", "\r"}, tell: InputTyped{Bytes: 2, Answers: "a"}}
	m.only(1)
	if told := m.tell.(InputTyped); told.Answers != "" {
		t.Errorf("%+v", told)
	}
	m = move{keys: []string{"y", "\r"}, tell: InteractionAnswered{Fingerprint: "a"}}
	m.only(1)
	if told := m.tell.(InteractionAnswered); !told.Partly {
		t.Errorf("%+v", told)
	}
	x := &WorkflowExecutor{record: session.Record{Tasks: map[string]*session.Task{"a": {}}}}
	x.answers(InputTyped{Bytes: 2}, "a")
	x.answers(InteractionAnswered{Fingerprint: "f", Partly: true}, "a")
	if a := x.record.Tasks["a"].Answer; a != nil {
		t.Errorf("on record: %+v", a)
	}
	for by, said := range map[string]Talk{"human": InputTyped{Deed: Deed{By: "human"}, Answers: "f"}, byPolicy: InteractionAnswered{Fingerprint: "f"}} {
		x.answers(said, "a")
		if a := x.record.Tasks["a"].Answer; a == nil || a.By != by || a.Fingerprint != "f" || !a.Typed {
			t.Errorf("on record: %+v", a)
		}
	}
}
