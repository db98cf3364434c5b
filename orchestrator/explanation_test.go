package orchestrator

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

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
		{"the words alone are a question's", []string{"-status=never"}, Interactive{AutoApprove: true, Patience: time.Second}, nil, []string{"needed question: " + asks}, adapters.Question, "no handler is for kind question"},
		{"another handler", []string{"-status=never"}, Interactive{AutoApprove: true, Patience: time.Second}, func(s *adapters.Signs) {
			s.Handlers = []adapters.Handler{{Name: "rm", Kind: adapters.Question, Match: "rm", Use: "confirmYes"}}
		}, []string{"needed question: " + asks}, adapters.Question, "no handler for kind question matches it"},
		{"nothing is allowed", nil, Interactive{Patience: time.Second}, nil, []string{"needed permission: " + asks}, adapters.Permission, "auto_approve is off"},
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
