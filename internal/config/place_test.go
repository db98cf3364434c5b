package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rooda/internal/config"
)

// place is a home and a repository in temporary folders.
type place struct {
	t          *testing.T
	home, repo string
	environ    []string
}

func newPlace(t *testing.T) *place {
	t.Helper()
	p := &place{t: t, home: t.TempDir(), repo: t.TempDir()}
	p.environ = []string{"HOME=" + p.home, "PATH=" + filepath.Join(p.home, "bin")}
	p.write(filepath.Join(p.repo, ".git", "HEAD"), "")
	return p
}

func (p *place) write(path, text string) string {
	p.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
	return path
}

func (p *place) workspace(text string) string {
	return p.write(filepath.Join(p.repo, "rooda-config.yml"), text)
}

func (p *place) global(text string) string {
	return p.write(filepath.Join(p.home, ".config", "rooda", "rooda-config.yml"), text)
}

// program puts something executable in the PATH.
func (p *place) program(name string) string {
	path := p.write(filepath.Join(p.home, "bin", name), "#!/bin/sh\n")
	if err := os.Chmod(path, 0o755); err != nil {
		p.t.Fatal(err)
	}
	return path
}

func (p *place) env(pairs ...string) { p.environ = append(p.environ, pairs...) }

func (p *place) try() (*config.Config, error) {
	return config.Load(config.Options{Workdir: p.repo, Environ: p.environ})
}

func (p *place) load() *config.Config {
	p.t.Helper()
	c, err := p.try()
	if err != nil {
		p.t.Fatal(err)
	}
	return c
}

func (p *place) resolve(name string, flags config.Flags) config.Settings {
	p.t.Helper()
	if flags.AICmd == nil && flags.AICmdAlias == nil {
		flags.AICmd = new("agent")
	}
	s, err := p.load().Resolve(name, flags)
	if err != nil {
		p.t.Fatal(err)
	}
	return s
}

// anonymous takes the temporary folders out of a text.
func (p *place) anonymous(text string) string {
	return strings.NewReplacer(p.home, "HOME", p.repo, "REPO").Replace(text)
}
