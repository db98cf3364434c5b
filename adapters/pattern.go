package adapters

import "sync"

// pattern is a regular expression that is compiled when it is first used:
// most commands watch no agent, and should not pay for that at every start.
// Safe for concurrent use.
type pattern struct {
	text     string
	once     sync.Once
	compiled *expression
}

// lazy returns the pattern of text, which must be well formed; a test uses
// every one.
func lazy(text string) *pattern { return &pattern{text: text} }

func (p *pattern) get() *expression {
	p.once.Do(func() {
		var err error
		if p.compiled, err = compileExpression(p.text); err != nil {
			panic(err)
		}
	})
	return p.compiled
}

func (p *pattern) MatchString(s string) bool            { return p.get().MatchString(s) }
func (p *pattern) FindStringSubmatch(s string) []string { return p.get().FindStringSubmatch(s) }
func (p *pattern) ReplaceAllString(s, replacement string) string {
	return p.get().ReplaceAllString(s, replacement)
}
func (p *pattern) Split(s string, n int) []string { return p.get().Split(s, n) }
