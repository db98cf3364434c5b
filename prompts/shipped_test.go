package prompts

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shippedTexts maps "observe/study_specs" to its text, for every fragment.
func shippedTexts(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := fs.WalkDir(shipped, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(shipped, name)
		key := path.Base(path.Dir(name)) + "/" + strings.TrimSuffix(path.Base(name), fragmentSuffix)
		texts[key] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(texts) != 58 {
		t.Fatalf("%d fragments are shipped, want 58", len(texts))
	}
	return texts
}

func TestShippedFragmentsAreShort(t *testing.T) {
	for name, text := range shippedTexts(t) {
		if n := len(strings.Fields(text)); n > 100 || n < 30 {
			t.Errorf("%s has %d words, want 30 to 100", name, n)
		}
		if !strings.HasPrefix(text, "# ") || !strings.HasSuffix(text, "\n") || strings.Contains(text, "\r") {
			t.Errorf("%s does not begin with a heading and end with a newline", name)
		}
	}
}

func TestEveryShippedFragmentIsUsed(t *testing.T) {
	used := map[string]bool{}
	for _, p := range Procedures() {
		for _, phase := range Phases() {
			for _, f := range p.Phase(phase) {
				used[f.Path] = true
			}
		}
	}
	for _, phase := range Phases() {
		for _, name := range shippedNames(phase) {
			if !used[builtinPath(phase, name)] {
				t.Errorf("%s/%s belongs to no procedure", phase, name)
			}
		}
	}
}

var anyTag = regexp.MustCompile(`(?i)</?\s*promise`)

// checkTags wants exact tags alone on their lines, nothing inside them, and
// the explanation after each.
func checkTags(t *testing.T, where, text string) (tags int) {
	t.Helper()
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if !anyTag.MatchString(line) {
			continue
		}
		tags++
		if line != successTag && line != failureTag {
			t.Errorf("%s: line %q is not exactly a promise", where, line)
		}
		after := strings.TrimSpace(strings.Join(lines[i+1:], "\n"))
		if after == "" || anyTag.MatchString(strings.SplitN(after, "\n", 2)[0]) {
			t.Errorf("%s: no explanation after %s", where, line)
		}
	}
	return tags
}

// SIG-01, SIG-02, SIG-10, SIG-12.
func TestShippedFragmentsShowExactPromises(t *testing.T) {
	for name, text := range shippedTexts(t) {
		want := 0
		if name == "act/emit_signal" || name == "decide/decide_signal" {
			want = 2
		}
		if got := checkTags(t, name, text); got != want {
			t.Errorf("%s shows %d promises, want %d", name, got, want)
		}
		// SIG-01: whoever names a promise shows its format.
		if want == 0 && regexp.MustCompile(`SUCCESS|FAILURE`).MatchString(text) {
			t.Errorf("%s names a promise without its format", name)
		}
	}
}

// SIG-03, SIG-04, SIG-05, SIG-11: what SUCCESS means for each kind.
func TestEmitSignalSaysWhatSuccessMeans(t *testing.T) {
	text := shippedTexts(t)["act/emit_signal"]
	for _, want := range []string{"the procedure's goal", "no ready work left", "minimal, complete and accurate"} {
		if !strings.Contains(text, want) {
			t.Errorf("emit_signal does not say %q", want)
		}
	}
}

// SIG-06, SIG-07, SIG-08: reports and plans are validated before the signal.
func TestWritersValidateBeforeTheSignal(t *testing.T) {
	texts := shippedTexts(t)
	for _, name := range []string{"act/write_audit_report", "act/write_draft_plan", "act/write_gap_report"} {
		at := 0
		for _, step := range []string{"Write to the file", "validate", "- minimal:", "- complete:", "- accurate:", "signal only when all three hold"} {
			i := strings.Index(texts[name][at:], step)
			if i < 0 {
				t.Errorf("%s has no %q after the steps before it", name, step)
				continue
			}
			at += i
		}
	}
}

// SIG-13: names of an earlier vocabulary are gone.
func TestNoStaleNames(t *testing.T) {
	stale := regexp.MustCompile(`\bread_[a-z]+|emit_success|emit_failure|check_if_blocked|ROODA_SUCCESS|ROODA_FAILURE`)
	for name, text := range shippedTexts(t) {
		if found := stale.FindString(name + "\n" + text); found != "" {
			t.Errorf("%s mentions %s", name, found)
		}
	}
	for _, p := range Procedures() {
		if found := stale.FindString(p.Description + p.Summary); found != "" {
			t.Errorf("procedure %s mentions %s", p.Name, found)
		}
	}
}

func TestShippedNamesOfNoPhase(t *testing.T) {
	for _, phase := range []Phase{"", "o*", "..", "plan"} {
		if names := shippedNames(phase); slices.Contains(names, "study_specs") {
			t.Errorf("phase %q has fragments: %v", phase, names)
		}
	}
}

// A project may name its files otherwise: a default is called one.
func TestFileNamesAreDefaults(t *testing.T) {
	for name, text := range shippedTexts(t) {
		for line := range strings.Lines(text) {
			if regexp.MustCompile(`(PLAN|TASK)\.md|AUDIT-`).MatchString(line) && !regexp.MustCompile(`by default|Defaults:|Note `).MatchString(line) {
				t.Errorf("%s: %q does not say that it is a default", name, line)
			}
		}
	}
}
