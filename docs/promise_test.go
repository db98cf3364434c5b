package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	tag   = regexp.MustCompile(`(?i)</?\s*promise\s*>[^<\n]*(</\s*promise\s*>)?`)
	exact = []string{"<promise>SUCCESS</promise>", "<promise>FAILURE</promise>"}
)

// SIG-09, SIG-10, SIG-11, SIG-12: every page and every shipped file shows
// promises exactly, with nothing inside the tag.
func TestPagesShowExactPromises(t *testing.T) {
	pages, shown := 0, 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || !slices.Contains([]string{".md", ".yml", ".tsv"}, filepath.Ext(path)):
			return nil
		}
		page, err := os.ReadFile(path)
		pages++
		for _, found := range tag.FindAllString(string(page), -1) {
			shown++
			if !slices.Contains(exact, found) {
				t.Errorf("%s shows %q, want one of %s", path, found, strings.Join(exact, " and "))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if pages < 60 || shown < 4 {
		t.Errorf("saw only %d promises on %d pages", shown, pages)
	}
}
