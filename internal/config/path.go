package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// exists counts what cannot be looked at as there, a link to nothing, too:
// reading it will say why.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

func absolute(path, dir string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

func relative(path, dir string) string {
	if rel, err := filepath.Rel(dir, path); err == nil {
		return rel
	}
	return path
}

// lookup returns the last value of key, the one that a process gets.
func lookup(environ []string, key string) string {
	value := ""
	for _, pair := range environ {
		if name, v, ok := strings.Cut(pair, "="); ok && name == key {
			value = v
		}
	}
	return value
}
