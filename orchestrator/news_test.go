package orchestrator

import "testing"

func TestNews(t *testing.T) {
	const text = "Do the work\nand tell me"
	for _, test := range []struct {
		name, before, after, composer string
		want                          bool
	}{
		{"nothing", "Agent v1\n❯", "Agent v1\n❯", "❯", false},
		{"only the echo", "Agent v1\n❯", "Agent v1\n> Do the work\n  and tell me\n────\n❯", "❯", false},
		{"an echo that is wrapped", "Agent v1\n❯", "Agent v1\n> Do the\n  work\n  and tell me\n❯", "❯", false},
		{"an answer", "Agent v1\n❯", "Agent v1\n> Do the work\n  and tell me\nDone.\n❯", "❯", true},
		{"the same answer once more", "Done.\n❯", "Done.\n> Do the work\n  and tell me\nDone.\n❯", "❯", true},
		{"another suggestion", "❯ Try this", "> Do the work\n  and tell me\n❯ Try that", "❯ Try that", false},
	} {
		if got := news(test.before, test.after, text, test.composer); got != test.want {
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
