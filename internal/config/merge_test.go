package config

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawn is a level that says some things and not others.
func drawn(t *rapid.T, label string) choices {
	return choices{
		mode:      maybe(t, label, rapid.SampledFrom(modes)),
		count:     maybe(t, label, rapid.IntRange(1, 9)),
		timeout:   maybe(t, label, rapid.Map(rapid.IntRange(0, 3), func(n int) time.Duration { return time.Duration(n) })),
		buffer:    maybe(t, label, rapid.IntRange(1024, 1030)),
		threshold: maybe(t, label, rapid.IntRange(1, 9)),
		ai:        maybe(t, label, rapid.SampledFrom([]ai{{}, {command: "a"}, {alias: "b"}})),
		level:     maybe(t, label, rapid.SampledFrom([]slog.Level{slog.LevelDebug, slog.LevelWarn})),
		format:    maybe(t, label, rapid.SampledFrom(formats)),
		timestamp: maybe(t, label, rapid.SampledFrom(timestampFormats)),
		show:      maybe(t, label, rapid.Bool()),
	}
}

func maybe[T any](t *rapid.T, label string, g *rapid.Generator[T]) *Value[T] {
	if !rapid.Bool().Draw(t, label+" says it") {
		return nil
	}
	return &Value[T]{g.Draw(t, label), Origin{Tier: Tier(label)}}
}

// Tiers may be laid over each other in any grouping, a level that says
// nothing changes nothing, and what the top says is what holds.
func TestMergeLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := drawn(t, "a"), drawn(t, "b"), drawn(t, "c")
		same := func(what string, x, y choices) {
			if diff := cmp.Diff(x, y, cmp.AllowUnexported(choices{}, ai{})); diff != "" {
				t.Fatalf("%s:\n%s", what, diff)
			}
		}
		same("grouping", a.over(b.over(c)), a.over(b).over(c))
		same("nothing above", choices{}.over(a), a)
		same("nothing below", a.over(choices{}), a)
		same("once is enough", a.over(a), a)
		if merged := a.over(b); a.ai != nil && merged.ai != a.ai || a.show != nil && merged.show != a.show || a.timeout != nil && merged.timeout != a.timeout {
			t.Fatal("the top does not hold")
		}
	})
}

// FuzzLoad reads a file that anybody may have written, as both tiers.
func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		"", "loop: {}", "loop: {iteration_timeout: 1h, ai_cmd: 'a b'}", "procedures: {x: {observe: [a, {content: '{{.b}}', parameters: {b: [1, {c: 2}]}}], orient: a, decide: [], act: []}}",
		"adapters: {claude: {headless: null, env: {A: b}}, new: {command: x, marks: 1}}", "ai_cmd_aliases: {a: 'x \"y'}", "procedures: {build: &a {act: [*a]}}", "a: [\n", "null", "- 1",
	} {
		f.Add([]byte(seed))
	}
	broken, err := os.ReadFile("testdata/broken.yml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(broken)
	dir := f.TempDir()
	path := filepath.Join(dir, fileName)
	environ := []string{"ROODA_CONFIG_HOME=" + dir, "PATH=/nowhere"}
	empty := filepath.Join(f.TempDir(), "empty.yml")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, opts := range []Options{{Workdir: dir, Environ: environ}, {Path: empty, Workdir: dir, Environ: environ}} {
			c, err := Load(opts)
			if err != nil {
				continue
			}
			c.Entries()
			for _, p := range c.Procedures() {
				if _, err := c.Resolve(p.Name, Flags{AICmd: new("agent")}); err != nil {
					t.Errorf("%s is listed and cannot be resolved: %v", p.Name, err)
				}
			}
		}
	})
}
