package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// What stands of a question of which an answer's first keys have been typed.
func TestStands(t *testing.T) {
	const list = line + "\n Bash command\n Do you want to proceed?\n %1. Yes\n %2. No\n\n Esc to cancel"
	choose := func(cursor string) string {
		other := map[string]string{"❯ ": "  ", "  ": "❯ "}[cursor]
		return strings.Replace(strings.Replace(list, "%", cursor, 1), "%", other, 1)
	}
	for _, test := range []struct {
		name, before, typed, after string
		stands, later              bool
	}{
		{"a cursor that moves", choose("❯ "), "\x1b[B", choose("  "), true, true},
		{"nothing yet", choose("❯ "), "\x1b[B", choose("❯ "), true, true},
		{"an answer", choose("❯ "), "\x1b[B", "● Done.\n" + composer, false, false},
		{"another question", choose("❯ "), "\x1b[B", strings.Replace(choose("❯ "), "Bash", "Other", 1), false, false},
		{"a letter", "Overwrite a.txt? [y/n] ", "y", "Overwrite a.txt? [y/n] y", true, true},
		{"a letter below", "Overwrite a.txt? [y/n]\n> ", "y", "Overwrite a.txt? [y/n]\n> y", true, true},
		{"a letter that answers", "Overwrite a.txt? [y/n] ", "y", "Overwrite a.txt? [y/n] y\nOverwritten.", false, false},
		{"a question that took its place", "Overwrite a.txt? [y/n] ", "y", "Delete b.txt? [y/n] ", false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.paint(test.before)
			s.wait(15 * time.Second)
			d := s.w.State().Question()
			if d == nil {
				t.Fatalf("no question: %+v", s.w.State())
			}
			before := s.w.View()
			s.w.Own(s.now)
			s.paint(test.after)
			if stands, sure := s.w.View().Stands(before, d, adapters.Strokes(test.typed)); stands || sure {
				t.Errorf("not read: %t, sure %t", stands, sure)
			}
			s.wait(50 * time.Millisecond)
			if stands, sure := s.w.View().Stands(before, d, adapters.Strokes(test.typed)); stands != test.stands || stands && !sure {
				t.Errorf("%t, sure %t, want %t", stands, sure, test.stands)
			}
			s.wait(200 * time.Millisecond)
			if stands, sure := s.w.View().Stands(before, d, adapters.Strokes(test.typed)); stands != test.later || !sure {
				t.Errorf("later: %t, sure %t, want %t", stands, sure, test.later)
			}
		})
	}
}

// The same words are the same question only where they were: asked again, they have been answered.
func TestStandsAskedAgain(t *testing.T) {
	const (
		yn   = "> go\r\n\r\nOverwrite a.txt? [y/n] "
		list = "> go\r\n\r\nDo you want to proceed?\r\n ❯ 1. Yes\r\n   2. No\r\n\r\n Esc to cancel"
		wipe = "\x1b[H\x1b[2J"
	)
	long := strings.Replace(yn, "a.txt", "/"+strings.Repeat("long/", 30)+"a.txt", 1)
	tall := strings.Repeat("\r\n", 60)
	ticks := strings.NewReplacer("1. Yes", "1. [ ] Yes", "2. No", "2. [ ] No").Replace(list)
	for _, test := range []struct {
		name, before, typed, after string
		stands                     bool
	}{
		{"nothing is shown", yn, "y", "", true},
		{"something moves above", yn, "y", "\x1b7\x1b[H> gone\x1b8", true},
		{"the key is shown", yn, "y", "y", true},
		{"the key is shown with its question", yn, "y", "\r\x1b[2KOverwrite a.txt? [y/n] y", true},
		{"the key is shown below", yn, "y", "\r\n> y", true},
		{"keys are shown", yn, "yes", "yes", true},
		{"the key is enough", yn, "y", "y\r\n", false},
		{"the key is enough, and not shown", yn, "y", "\r\n", false},
		{"the key is enough, at the bottom", tall + yn, "y", "y\r\n\r\n", false},
		{"the key is enough for a long one", long, "y", "y\r\n", false},
		{"the cursor is lower for a moment", yn, "y", "y\r\n\x1b[A\x1b[24C", true},
		{"the cursor was lower before", yn + "\r\n", "y", "\x1b[B", true},
		{"the cursor was before the words", yn + "\r", "y", "\x1b[B", true},
		{"the cursor was hidden", "\x1b[?25l" + yn, "y", "\x1b7 y\x1b8\r\n", true},
		{"a long one", long, "y", "y", true},
		{"a long one, asked again", long, "y", "y\r\n" + long[8:], false},
		{"asked again below", yn, "y", "y\r\nOverwrite a.txt? [y/n] ", false},
		{"asked again below, and the key is not shown", yn, "y", "\r\nOverwrite a.txt? [y/n] ", false},
		{"asked again with a number", yn, "y", "y\r\nStep 2 of 3\r\nOverwrite a.txt? [y/n] ", false},
		{"asked again on a wiped screen", yn, "y", wipe + yn, false},
		{"asked again in the same line", yn, "y", "\r\x1b[2KOverwrite a.txt? [y/n] ", false},
		{"asked again at the bottom", tall + yn, "y", "y\r\nOverwrite a.txt? [y/n] ", false},
		{"asked again at the bottom of another screen", "\x1b[?1049h" + tall + yn, "y", "\r\nOverwrite a.txt? [y/n] ", false},
		{"an arrow paints all anew", list, "\x1b[B", wipe + strings.NewReplacer("❯ 1", "  1", "  2", "❯ 2").Replace(list), true},
		{"an arrow that comes to nothing", list, "\x1b[B", wipe + list, true},
		{"a number moves the cursor", list, "2", wipe + strings.NewReplacer("❯ 1", "  1", "  2", "❯ 2").Replace(list), true},
		{"a number sets a tick", ticks, "2", wipe + strings.Replace(ticks, "2. [ ]", "2. [✔]", 1), true},
		{"a number answers", list, "1", wipe + list, false},
		{"a number answers, below", list, "1", "\r\n● Done.\r\n\r\n" + list[8:], false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.write(test.before)
			s.wait(15 * time.Second)
			d, before := s.w.State().Question(), s.w.View()
			if d == nil {
				t.Fatalf("no question: %+v", s.w.State())
			}
			s.w.Own(s.now)
			s.write(test.after)
			for range 10 {
				s.wait(20 * time.Millisecond)
				if stands, sure := s.w.View().Stands(before, d, adapters.Strokes(test.typed)); stands && !test.stands {
					t.Fatalf("it stands, sure %t", sure)
				}
			}
			if stands, sure := s.w.View().Stands(before, d, adapters.Strokes(test.typed)); stands != test.stands || stands && !sure {
				t.Errorf("%t, sure %t, want %t", stands, sure, test.stands)
			}
		})
	}
}
