package adapters

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled when it is first used:
// most commands watch no agent, and should not pay for that at every start.
// Safe for concurrent use.
type pattern func() *regexp.Regexp

// lazy returns the pattern of text, which must be well formed; a test uses
// every one.
func lazy(text string) pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

func (p pattern) MatchString(s string) bool            { return p().MatchString(s) }
func (p pattern) FindStringSubmatch(s string) []string { return p().FindStringSubmatch(s) }
func (p pattern) ReplaceAllString(s, replacement string) string {
	return p().ReplaceAllString(s, replacement)
}
func (p pattern) Split(s string, n int) []string { return p().Split(s, n) }
