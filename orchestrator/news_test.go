package orchestrator

import "testing"

func TestNews(t *testing.T) {
	const text = "Do the work\nand tell me"
	for _, test := range []struct {
		name, before, after, composer string
		resized, want                 bool
	}{
		{"nothing", "Agent v1\n❯", "Agent v1\n❯", "❯", false, false},
		{"only the echo", "Agent v1\n❯", "Agent v1\n> Do the work\n  and tell me\n────\n❯", "❯", false, false},
		{"an echo that is wrapped", "Agent v1\n❯", "Agent v1\n> Do the\n  work\n  and tell me\n❯", "❯", false, false},
		{"an answer", "Agent v1\n❯", "Agent v1\n> Do the work\n  and tell me\nDone.\n❯", "❯", false, true},
		{"the same answer once more", "Done.\n❯", "Done.\n> Do the work\n  and tell me\nDone.\n❯", "❯", false, true},
		{"another suggestion", "❯ Try this", "> Do the work\n  and tell me\n❯ Try that", "❯ Try that", false, false},
		{"a narrower window", "│ Welcome to the agent, a b c │\n❯", "│ Welcome to │\n│ the agent, │\n│ a b c      │\n> Do the\n  work and\n  tell me\n❯", "❯", true, false},
		{"a wider window", "Welcome to\nthe agent\n❯", "Welcome to the agent\n> Do the work and tell me\n❯", "❯", true, false},
		{"an answer in another window", "Welcome to\nthe agent\n❯", "Welcome to the agent\n> Do the work and tell me\nI have done it.\n❯", "❯", true, true},
	} {
		if got := news(test.before, test.after, text, test.composer, test.resized); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
}

func TestReply(t *testing.T) {
	for _, test := range []struct {
		name, screen string
		words, found bool
	}{
		{"no echo", "Agent v1\n❯", false, false},
		{"an echo and nothing", "Agent v1\n> Do the work\n────\n❯ Try this\n  ? for help", false, true},
		{"an answer", "Agent v1\n> Do the work\n● Done.\n────\n❯ Try this\n  ? for help", true, true},
	} {
		if words, found := reply(test.screen, "Do the work", "❯ Try this"); words != test.words || found != test.found {
			t.Errorf("%s: %t, %t", test.name, words, found)
		}
	}
}
