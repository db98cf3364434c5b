package orchestrator

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

// TestExplanationFollows: another proof of the same state is in the file within a
// second, and who reads the file meanwhile has it whole.
func TestExplanationFollows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "explain.json")
	signs, err := adapters.NewRegistry().Signs("claude")
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		eye, err := newEye(signs, io.Discard, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		d := &driver{in: &Interactive{Explain: path}, eye: eye, talk: &conversation{}}
		explained := func(in io.Reader) adapters.Source {
			t.Helper()
			var rows []Explanation
			if err := json.NewDecoder(in).Decode(&rows); err != nil {
				t.Fatal(err)
			}
			return rows[len(rows)-1].By
		}
		look := func() time.Time {
			eye.look(time.Now())
			return d.explain(time.Now(), false)
		}
		eye.event(adapters.Hook{Condition: adapters.Working})
		time.Sleep(2 * time.Second)
		look()
		before, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer before.Close()

		_, _ = eye.Write([]byte("\x1b]7501;state=working\x1b\\"))
		time.Sleep(explainPause / 2)
		due := look()
		if time.Until(due) != explainPause/2 {
			t.Errorf("due in %v", time.Until(due))
		}
		time.Sleep(time.Until(due))
		if due := look(); !due.IsZero() {
			t.Errorf("due again in %v although nothing changes", time.Until(due))
		}
		if by := explained(before); by != adapters.ByHook {
			t.Errorf("who had it open before reads %s", by)
		}
		after, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer after.Close()
		if by := explained(after); by != adapters.ByStatus {
			t.Errorf("the last decision is by %s", by)
		}
	})
}

// TestExplanationLeavesNoPart: one that cannot be put in its place leaves nothing beside it.
func TestExplanationLeavesNoPart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "explain.json")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	signs, err := adapters.NewRegistry().Signs("claude")
	if err != nil {
		t.Fatal(err)
	}
	eye, err := newEye(signs, io.Discard, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	d := &driver{in: &Interactive{Explain: path}, eye: eye, talk: &conversation{}}
	eye.event(adapters.Hook{Condition: adapters.Working})
	eye.look(time.Now())
	d.explain(time.Now(), true)
	if d.account.news {
		t.Error("it was not tried")
	}
	if left, err := filepath.Glob(path + ".*"); err != nil || left != nil {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestPolicyExplained: of what sort a question is the agent's own record says,
// whatever its words are, and the explanation says what policy does about it.
func TestPolicyExplained(t *testing.T) {
	t.Parallel()
	const asks = "Command: make test Which way now?"
	for _, test := range []struct {
		name   string
		args   []string
		in     Interactive
		signs  func(*adapters.Signs)
		told   []string
		kind   adapters.Kind
		policy string
	}{
		{"the record names a permission", nil, Interactive{AutoApprove: true}, nil, []string{"answered by once"}, adapters.Permission, "answered by once"},
		{"the words alone are a question's", []string{"-status=never"}, Interactive{AutoApprove: true, Patience: time.Second}, nil, []string{"needed question: " + asks, "resolved by exit"}, adapters.Question, "no handler is for kind question"},
		{"another handler", []string{"-status=never"}, Interactive{AutoApprove: true, Patience: time.Second}, func(s *adapters.Signs) {
			s.Handlers = []adapters.Handler{{Name: "rm", Kind: adapters.Question, Match: "rm", Use: "confirmYes"}}
		}, []string{"needed question: " + asks, "resolved by exit"}, adapters.Question, "no handler for kind question matches it"},
		{"nothing is allowed", nil, Interactive{Patience: time.Second}, nil, []string{"needed permission: " + asks, "resolved by exit"}, adapters.Permission, "auto_approve is off"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.in.Explain = filepath.Join(t.TempDir(), "explain.json")
			st := stage{args: append([]string{"-ask=Which way now?"}, test.args...), prompt: "go [shell]", in: test.in, signs: test.signs}
			_, told, res := st.play(t, "explained "+test.name)
			if diff := cmp.Diff(test.told, told); diff != "" || res.Err != nil {
				t.Errorf("told (%v, -want +got):\n%s", res.Err, diff)
			}
			var decisions []Explanation
			data, err := os.ReadFile(test.in.Explain)
			if err == nil {
				err = json.Unmarshal(data, &decisions)
			}
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(decisions, func(x Explanation) bool {
				return x.State == adapters.Blocked && x.Kind == test.kind && x.Policy == test.policy
			}) {
				t.Errorf("no decision says %s, %q:\n%s", test.kind, test.policy, data)
			}
		})
	}
}
