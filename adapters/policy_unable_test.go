package adapters_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

// A handler for the question that finds no answer in it says so, and does not
// keep another from answering.
func TestPolicyTellsWhyAHandlerHasNoAnswer(t *testing.T) {
	run := question(adapters.Permission, "Run ls?", "a", "Yes, run it", "No")
	yes := adapters.Handler{Name: "yes", Kind: adapters.Permission, Match: "ls", Use: "confirmYes"}
	option := adapters.Handler{Name: "option", Kind: adapters.Permission, Match: "ls", Choose: "^Sure"}
	last := adapters.Handler{Name: "last", Kind: adapters.Permission, Match: "ls", Choose: "^Yes"}
	tests := []struct {
		name     string
		handlers []adapters.Handler
		want     adapters.Decision
	}{
		{"no plain yes", []adapters.Handler{yes, option}, adapters.Decision{Handler: "yes", Note: "no option is a plain yes, such as Yes, y, OK or Allow once; choose can name another"}},
		{"no such option", []adapters.Handler{option}, adapters.Decision{Handler: "option", Note: "no option that can be reached matches choose: ^Sure"}},
		{"another sort", []adapters.Handler{{Name: "rm", Kind: adapters.Permission, Match: "rm", Use: "confirmYes"}}, adapters.Decision{}},
		{"another knows", []adapters.Handler{yes, last}, adapters.Decision{Handler: "last", Answer: &adapters.Answer{Handler: "last", Keys: []string{"\r"}, Fingerprint: "a"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := adapters.NewPolicy(test.handlers).Decide(shown(run), epoch.Add(time.Second))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
