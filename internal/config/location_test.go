package config_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/internal/config"
)

func (p *place) files(opts config.Options) []string {
	p.t.Helper()
	if opts.Environ == nil {
		opts.Environ = p.environ
	}
	c, err := config.Load(opts)
	if err != nil {
		p.t.Fatal(err)
	}
	var got []string
	for _, f := range c.Files() {
		got = append(got, p.anonymous(string(f.Tier)+" "+f.Name+" = "+f.Path+": "+string(f.Status)))
	}
	return got
}

func TestWhereFilesAreFound(t *testing.T) {
	const text = "loop: {default_max_iterations: 7}\n"
	globalMissing := "global HOME/.config/rooda/rooda-config.yml = HOME/.config/rooda/rooda-config.yml: not found"
	for _, c := range []struct {
		name  string
		setup func(p *place) config.Options
		want  []string
	}{
		{"nothing", func(p *place) config.Options { return config.Options{Workdir: p.repo} },
			[]string{"workspace rooda-config.yml = REPO/rooda-config.yml: not found", globalMissing}},
		{"from a folder below", func(p *place) config.Options {
			p.workspace(text)
			return config.Options{Workdir: p.folder("a/b")}
		}, []string{"workspace ../../rooda-config.yml = REPO/rooda-config.yml: read", globalMissing}},
		{"the nearest", func(p *place) config.Options {
			p.workspace(text)
			p.write(filepath.Join(p.repo, "a", "rooda-config.yml"), text)
			return config.Options{Workdir: p.folder("a/b")}
		}, []string{"workspace ../rooda-config.yml = REPO/a/rooda-config.yml: read", globalMissing}},
		{"not above the repository", func(p *place) config.Options {
			p.workspace(text)
			p.write(filepath.Join(p.repo, "inner", ".git"), "gitdir: elsewhere\n")
			return config.Options{Workdir: p.folder("inner/src")}
		}, []string{"workspace rooda-config.yml = REPO/inner/src/rooda-config.yml: not found", globalMissing}},
		{"no repository", func(p *place) config.Options {
			p.workspace(text)
			if err := os.RemoveAll(filepath.Join(p.repo, ".git")); err != nil {
				p.t.Fatal(err)
			}
			return config.Options{Workdir: p.folder("a")}
		}, []string{"workspace rooda-config.yml = REPO/a/rooda-config.yml: not found", globalMissing}},
		{"asked for", func(p *place) config.Options {
			p.workspace("this: [is not read\n")
			p.write(filepath.Join(p.repo, "other", "my.yml"), text)
			return config.Options{Workdir: p.repo, Path: "other/my.yml"}
		}, []string{"workspace other/my.yml = REPO/other/my.yml: read", globalMissing}},
		{"XDG", func(p *place) config.Options {
			p.global("this: [is not read\n")
			p.write(filepath.Join(p.home, "xdg", "rooda", "rooda-config.yml"), text)
			p.env("XDG_CONFIG_HOME=" + filepath.Join(p.home, "xdg"))
			return config.Options{Workdir: p.repo}
		}, []string{"workspace rooda-config.yml = REPO/rooda-config.yml: not found", "global HOME/xdg/rooda/rooda-config.yml = HOME/xdg/rooda/rooda-config.yml: read"}},
		{"a relative XDG folder is ignored", func(p *place) config.Options {
			p.env("XDG_CONFIG_HOME=xdg")
			return config.Options{Workdir: p.repo}
		}, []string{"workspace rooda-config.yml = REPO/rooda-config.yml: not found", globalMissing}},
		{"own variable", func(p *place) config.Options {
			p.global("this: [is not read\n")
			p.env("XDG_CONFIG_HOME="+filepath.Join(p.home, "xdg"), "ROODA_CONFIG_HOME="+filepath.Join(p.home, "own"))
			return config.Options{Workdir: p.repo}
		}, []string{"workspace rooda-config.yml = REPO/rooda-config.yml: not found", "global HOME/own/rooda-config.yml = HOME/own/rooda-config.yml: not found"}},
		{"no home", func(p *place) config.Options {
			return config.Options{Workdir: p.repo, Environ: []string{"PATH=/bin"}}
		}, []string{"workspace rooda-config.yml = REPO/rooda-config.yml: not found"}},
		{"one file twice", func(p *place) config.Options {
			p.global("unknown_key: 1\n")
			return config.Options{Workdir: filepath.Join(p.home, ".config", "rooda")}
		}, []string{"workspace rooda-config.yml = HOME/.config/rooda/rooda-config.yml: read", "global HOME/.config/rooda/rooda-config.yml = HOME/.config/rooda/rooda-config.yml: same as the workspace's"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPlace(t)
			if diff := cmp.Diff(c.want, p.files(c.setup(p))); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

func (p *place) folder(path string) string {
	dir := filepath.Join(p.repo, path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		p.t.Fatal(err)
	}
	return dir
}

func TestOneFileTwiceWarnsOnce(t *testing.T) {
	p := newPlace(t)
	p.global("unknown_key: 1\n")
	c, err := config.Load(config.Options{Workdir: filepath.Join(p.home, ".config", "rooda"), Environ: p.environ})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(c.Warnings()); n != 1 {
		t.Errorf("%d warnings", n)
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	p := newPlace(t)
	for path, want := range map[string]error{"nowhere.yml": fs.ErrNotExist, ".": nil, "rooda-config.yml/x": nil} {
		p.workspace("")
		_, err := config.Load(config.Options{Path: path, Workdir: p.repo, Environ: p.environ})
		var missing *config.MissingError
		if !errors.As(err, &missing) || missing.Hint() == "" || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: got %v", path, err)
		}
	}
	if err := os.Remove(filepath.Join(p.repo, "rooda-config.yml")); err != nil {
		t.Fatal(err)
	}
	p.folder("rooda-config.yml")
	if _, err := p.try(); err == nil || !strings.Contains(err.Error(), "read config rooda-config.yml: it is not a regular file") {
		t.Errorf("a folder in its place: got %v", err)
	}
	p.env("ROODA_CONFIG_HOME=relative")
	if _, err := p.try(); err == nil || !strings.HasPrefix(err.Error(), `ROODA_CONFIG_HOME: "relative" is not an absolute path`) {
		t.Errorf("got %v", err)
	}
}
