package orchestrator

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/orchestrator/plan"
	"rooda/session"
)

// TestHand: what people hand over is typed in the order in which they do, behind the prompt and ahead of the task's
// own inputs, also by the next host, which types none of it twice.
func TestHand(t *testing.T) {
	texts := func(c *conversation) (list []string) {
		if c.doubt != nil {
			list = append(list, "in doubt: "+c.doubt.text)
		}
		for _, in := range c.inputs {
			list = append(list, in.text)
		}
		return list
	}
	for name, tt := range map[string]struct {
		it    Iteration
		hands []string
		want  []string
	}{
		"a prompt that is typed":         {Iteration{Launch: adapters.LaunchConfig{Paste: "prompt"}, Interactive: &Interactive{Inputs: []string{"own"}}}, []string{"a", "b"}, []string{"prompt", "a", "b", "own"}},
		"taken up":                       {Iteration{Interactive: &Interactive{Inputs: []string{"first", "own"}, Adopted: true, Sent: 1, Texts: []string{"a"}}}, []string{"b"}, []string{"a", "b", "own"}},
		"taken up in the middle":         {Iteration{Interactive: &Interactive{Inputs: []string{"own"}, Adopted: true, Sending: session.SendingText, Texts: []string{"a", "b"}}}, []string{"c"}, []string{"in doubt: a", "b", "c", "own"}},
		"begun anew, of a lost agent":    {Iteration{Launch: adapters.LaunchConfig{Paste: "prompt"}, Interactive: &Interactive{Inputs: []string{"own"}, Texts: []string{"a"}}}, nil, []string{"prompt", "a", "own"}},
		"taken up, in doubt of an input": {Iteration{Interactive: &Interactive{Inputs: []string{"own", "more"}, Adopted: true, Sending: 2, Texts: []string{"a"}}}, nil, []string{"in doubt: own", "a", "more"}},
	} {
		c := newConversation(tt.it, time.Now())
		for _, text := range tt.hands {
			c.hand(text)
		}
		if diff := cmp.Diff(tt.want, texts(c)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestEntrusted: a text is on disk before anybody hears that it is taken, and none is taken that cannot be.
func TestEntrusted(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		th := &theatre{acts: map[string][]act{"a": {{takes: time.Hour}}}}
		h := inBackground(t, o.start(t, flow(inStage("s", quick("a"))), th))
		synctest.Wait()
		id, key := h.Record().ID, plan.Key{Task: "a", Attempt: 1}
		send := func(k plan.Key, text string) error {
			return h.executor.command(t.Context(), order{who: "human", action: ActSend, task: "a", key: k, text: text})
		}
		holds := func(when string, want ...string) {
			t.Helper()
			if diff := cmp.Diff(want, o.load(t, id).Tasks["a"].Texts); diff != "" {
				t.Errorf("%s, on disk (-want +got):\n%s", when, diff)
			}
		}
		for _, text := range []string{"one", "two"} {
			if err := send(key, text); err != nil {
				t.Fatal(err)
			}
		}
		holds("handed over", "one", "two")
		if err := send(plan.Key{Task: "a", Attempt: 2}, "x"); !errors.Is(err, ErrNotDriven) {
			t.Errorf("to another iteration: %v", err)
		}
		clear := obstruct(t, o.manager.Dir(id))
		for range 2 { // with the checkpoint that fails first, and after it
			if err := send(key, "one"); !errors.Is(err, ErrUnsaved) {
				t.Errorf("that cannot be written: %v", err)
			}
		}
		clear()
		time.Sleep(time.Minute)
		holds("refused", "one", "two")
		tell := func(said Talk) { h.executor.mailbox.put(report{key: key, talk: said}); synctest.Wait() }
		tell(InputSending{Handed: true})
		if sending := o.load(t, id).Tasks["a"].Sending; sending != session.SendingText {
			t.Errorf("sending is %d", sending)
		}
		tell(InputSent{Handed: true})
		holds("when one is taken", "two")
		h.stop()
		<-h.outcome
		holds("stopped", "two")
	})
}

// TestEntrustedUnsaved: who approves, or completes, hears that it is not taken where that cannot be on record, and the
// next host hears nothing of it.
func TestEntrustedUnsaved(t *testing.T) {
	for _, action := range []string{ActApprove, ActComplete} {
		t.Run(action, func(t *testing.T) {
			o := newOffice(t)
			synctest.Test(t, func(t *testing.T) {
				th := &theatre{acts: map[string][]act{"a": {{takes: time.Hour}}}}
				h := inBackground(t, o.start(t, flow(inStage("s", quick("a"))), th))
				synctest.Wait()
				id, key := h.Record().ID, plan.Key{Task: "a", Attempt: 1}
				h.executor.mailbox.put(report{key: key, talk: InteractionNeeded{Kind: "permission", Fingerprint: "f", Yes: "y"}})
				synctest.Wait()
				want := func() error {
					return h.executor.command(t.Context(), order{who: "human", action: action, task: "a", key: key})
				}
				noted := func() bool {
					a := o.load(t, id).Tasks["a"]
					return a.Completing || a.CompletedBy != "" || a.Answer != nil
				}
				clear := obstruct(t, o.manager.Dir(id))
				for range 2 { // with the checkpoint that fails first, and after it
					if err := want(); !errors.Is(err, ErrUnsaved) {
						t.Errorf("that cannot be written: %v", err)
					}
				}
				clear()
				time.Sleep(time.Minute)
				if noted() {
					t.Error("what was refused is on record")
				}
				if err := want(); err != nil || !noted() {
					t.Errorf("with room: %v, on record %t", err, noted())
				}
				h.stop()
				<-h.outcome
			})
		})
	}
}
