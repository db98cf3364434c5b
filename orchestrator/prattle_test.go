package orchestrator

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A line without an end is told once it rests, and no turn of a spinner is.
func TestPrattle(t *testing.T) {
	for _, test := range []struct {
		name string
		says func(*prattle)
		want []string
	}{
		{"a question", func(p *prattle) {
			p.output([]byte("I want to delete build/.\n"))
			p.unfinished([]byte("Delete build/? [y/N] "))
			time.Sleep(time.Minute)
			p.unfinished([]byte("Delete build/? [y/N] y"))
			p.output([]byte("Delete build/? [y/N] y\n"))
			time.Sleep(time.Minute)
		}, []string{"I want to delete build/.\n", "…Delete build/? [y/N] ", "Delete build/? [y/N] y\n"}},
		{"the same question, twice", func(p *prattle) {
			for range 2 {
				p.unfinished([]byte("Go on? "))
				time.Sleep(time.Second)
				p.output([]byte("Go on? \n"))
			}
		}, []string{"…Go on? ", "Go on? \n", "…Go on? ", "Go on? \n"}},
		{"a spinner", func(p *prattle) {
			for i := range 100 {
				p.unfinished(fmt.Appendf(nil, "%c working", `|/-\`[i%4]))
				time.Sleep(100 * time.Millisecond)
			}
			p.unfinished(nil)
			time.Sleep(time.Second)
		}, nil},
		{"a line taken back", func(p *prattle) {
			p.unfinished([]byte("12 %"))
			time.Sleep(time.Second)
			p.unfinished(nil)
			time.Sleep(time.Second)
		}, []string{"…12 %", "…"}},
		{"the end", func(p *prattle) {
			p.unfinished([]byte("Go on? "))
			p.close()
			p.unfinished([]byte("Go on? y"))
			time.Sleep(time.Second)
		}, nil},
		{"a long line", func(p *prattle) {
			p.unfinished([]byte(strings.Repeat("x", 64<<10)))
			time.Sleep(time.Second)
		}, []string{"…" + strings.Repeat("x", longestRest)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var told []string
				p := &prattle{tell: func(o TaskOutput) {
					if text := string(o.Clean); text != "" {
						told = append(told, text)
						return
					}
					told = append(told, "…"+string(o.Unfinished))
				}}
				test.says(p)
				p.close()
				if diff := cmp.Diff(test.want, told); diff != "" {
					t.Error(diff)
				}
			})
		})
	}
}
