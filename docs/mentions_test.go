package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// findTests returns, for every id, the tests in a tree that name it, sorted.
func findTests(root string) (map[string][]string, error) {
	found := map[string]map[string]bool{}
	note := func(test, text string) {
		for _, id := range mentioned(text) {
			if found[id] == nil {
				found[id] = map[string]bool{}
			}
			found[id][test] = true
		}
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case d.IsDir() || filepath.Dir(path) == filepath.Join(root, "docs"):
			return nil
		case strings.HasSuffix(path, ".txtar"):
			data, err := os.ReadFile(path)
			note(strings.TrimSuffix(d.Name(), ".txtar"), string(data))
			return err
		case strings.HasSuffix(path, "_test.go"):
			return goTests(root, path, note)
		}
		return nil
	})
	tests := map[string][]string{}
	for id, by := range found {
		tests[id] = slices.Sorted(maps.Keys(by))
	}
	return tests, err
}

// goTests notes the text of each test function with its comment, and all the
// rest, such as tables and fakes, as the file's.
func goTests(root, path string, note func(test, text string)) error {
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, src, parser.ParseComments)
	if err != nil {
		return err
	}
	room, err := filepath.Rel(root, filepath.Dir(path))
	if err != nil {
		return err
	}
	rest := slices.Clone(src)
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(f.Name.Name, "Test") && !strings.HasPrefix(f.Name.Name, "Fuzz") {
			continue
		}
		from := f.Pos()
		if f.Doc != nil {
			from = f.Doc.Pos()
		}
		begin, end := files.Position(from).Offset, files.Position(f.End()).Offset
		note("`"+filepath.ToSlash(room)+"."+f.Name.Name+"`", string(src[begin:end]))
		for i := begin; i < end; i++ {
			rest[i] = ' '
		}
	}
	note("`"+filepath.ToSlash(filepath.Join(room, filepath.Base(path)))+"`", string(rest))
	return nil
}

var (
	newComment = regexp.MustCompile(`\n\s*(//|#)\s*`)
	mention    = regexp.MustCompile(`\b(AI|LOOP|ERR|SIG|CORE)-(\d\d)(?:(?: to |–|\.\.)(?:(?:AI|LOOP|ERR|SIG|CORE)-)?(\d\d)\b)?((?:,? and |, )\d\d\b)*`)
	number     = regexp.MustCompile(`\d\d`)
)

// mentioned returns the ids in a text. Ranges such as AI-01 to AI-04 stand for
// all in them, and LOOP-39, 40 is short for two.
func mentioned(text string) []string {
	var ids []string
	text = newComment.ReplaceAllString(text, " ")
	for _, at := range mention.FindAllStringSubmatchIndex(text, -1) {
		series := text[at[2]:at[3]]
		add := func(n int) { ids = append(ids, series+"-"+pad(n)) }
		first, after := atoi(text[at[4]:at[5]]), at[5]
		last := first
		if at[6] >= 0 {
			last, after = atoi(text[at[6]:at[7]]), at[7]
		}
		for n := first; n <= last; n++ {
			add(n)
		}
		for _, more := range number.FindAllString(text[after:at[1]], -1) {
			add(atoi(more))
		}
	}
	return ids
}

func pad(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

func atoi(digits string) int {
	n, _ := strconv.Atoi(digits) // the pattern lets only digits through
	return n
}

func TestMentioned(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"AI-7 and XAI-07", nil},
		{"# AI-01 AI-03, LOOP-10.", []string{"AI-01", "AI-03", "LOOP-10"}},
		{"ERR-01 to ERR-03, ERR-09", []string{"ERR-01", "ERR-02", "ERR-03", "ERR-09"}},
		{"SIG-09 to 11 say", []string{"SIG-09", "SIG-10", "SIG-11"}},
		{"CORE-15–17", []string{"CORE-15", "CORE-16", "CORE-17"}},
		{"(LOOP-08, 39, 40; ERR-27)", []string{"LOOP-08", "LOOP-39", "LOOP-40", "ERR-27"}},
		{"LOOP-17\n// to LOOP-18", []string{"LOOP-17", "LOOP-18"}},
		{"ERR-35 and 36", []string{"ERR-35", "ERR-36"}},
		{"AI-16, 500 bytes", []string{"AI-16"}},
	} {
		if diff := cmp.Diff(test.want, mentioned(test.text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
	}
}
