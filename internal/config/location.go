package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kballard/go-shellquote"
)

const fileName = "rooda-config.yml"

// Beside is where the file of a folder would be.
func Beside(dir string) string { return filepath.Join(dir, fileName) }

// File is a file that was looked for.
type File struct {
	Tier Tier   `json:"tier"` // Workspace or Global
	Path string `json:"path"` // absolute
	// Name is how messages and origins call it.
	Name   string `json:"name"`
	Status Status `json:"status"`
}

// Status says what became of a file.
type Status string

// The workspace's file may be the global one, too; it is read once.
const (
	Read     Status = "read"
	NotFound Status = "not found"
	Repeated Status = "same as the workspace's"
)

// MissingError is returned for a file that was asked for and cannot be read.
type MissingError struct {
	Path string // as it was typed
	Err  error  // from the file system
}

func (e *MissingError) Error() string { return fmt.Sprintf("read config %s: %v", e.Path, e.Err) }

// Unwrap gives the file system's error.
func (e *MissingError) Unwrap() error { return e.Err }

// Hint says what else can be done.
func (e *MissingError) Hint() string {
	return "check the path; without --config the nearest " + fileName + " is used, if there is one"
}

// LinkError is returned for a configuration file that is a link to nothing.
type LinkError struct{ Path, Target string }

func (e *LinkError) Error() string {
	return fmt.Sprintf("read config %s: it is a link to %s, which does not exist", e.Path, e.Target)
}

// Hint says how to mend or remove the link.
func (e *LinkError) Hint() string {
	return fmt.Sprintf("ln -sfn FILE %[1]s, or rm %[1]s", shellquote.Join(e.Path))
}

// locate returns the files to read, in order of precedence, and why others
// cannot be.
func locate(opts Options) (files []File, problems Problems) {
	for _, find := range []func(Options) (File, error){workspaceFile, globalFile} {
		file, err := find(opts)
		switch {
		case err != nil:
			problems = append(problems, err)
		case file.Path != "":
			files = append(files, file)
		}
	}
	if len(files) == 2 && files[0].Status == Read && files[1].Status == Read && sameFile(files[0].Path, files[1].Path) {
		files[1].Status = Repeated
	}
	return files, problems
}

func workspaceFile(opts Options) (File, error) {
	if opts.Path != "" {
		file := File{Tier: Workspace, Path: absolute(opts.Path, opts.Workdir), Name: opts.Path, Status: Read}
		info, err := os.Stat(file.Path)
		if err == nil && info.IsDir() {
			err = &fs.PathError{Op: "read", Path: file.Path, Err: errors.New("is a directory")}
		}
		if err != nil {
			return File{}, &MissingError{Path: opts.Path, Err: err}
		}
		return file, nil
	}
	for _, dir := range searched(opts.Workdir) {
		if path := filepath.Join(dir, fileName); exists(path) {
			return File{Tier: Workspace, Path: path, Name: relative(path, opts.Workdir), Status: Read}, nil
		}
	}
	return File{Tier: Workspace, Path: filepath.Join(opts.Workdir, fileName), Name: fileName, Status: NotFound}, nil
}

// searched are the folders that may hold the workspace's file, the nearest
// first: up to the top of the repository, or only dir when there is none, so
// that a stranger's file further up, in /tmp say, is never taken.
func searched(dir string) []string {
	var dirs []string
	for at := dir; ; at = filepath.Dir(at) {
		dirs = append(dirs, at)
		if exists(filepath.Join(at, ".git")) {
			return dirs
		}
		if at == filepath.Dir(at) {
			return []string{dir}
		}
	}
}

// globalFile is in the first folder that the environment names; the others
// are not looked at, so that ROODA_CONFIG_HOME isolates a run.
func globalFile(opts Options) (File, error) {
	var dir string
	switch {
	case lookup(opts.Environ, "ROODA_CONFIG_HOME") != "":
		dir = lookup(opts.Environ, "ROODA_CONFIG_HOME")
		if !filepath.IsAbs(dir) {
			return File{}, &InvalidError{
				Source:  "ROODA_CONFIG_HOME",
				Message: fmt.Sprintf("%q is not an absolute path", dir),
				Advice:  "name the folder of the global " + fileName + " from the root on",
			}
		}
	case filepath.IsAbs(lookup(opts.Environ, "XDG_CONFIG_HOME")): // its specification ignores relative ones
		dir = filepath.Join(lookup(opts.Environ, "XDG_CONFIG_HOME"), "rooda")
	case filepath.IsAbs(lookup(opts.Environ, "HOME")):
		dir = filepath.Join(lookup(opts.Environ, "HOME"), ".config", "rooda")
	default:
		return File{}, nil
	}
	path := filepath.Join(dir, fileName)
	file := File{Tier: Global, Path: path, Name: path, Status: NotFound}
	if exists(path) {
		file.Status = Read
	}
	return file, nil
}

// read returns the file's text. Only a file that was asked for may be a pipe:
// waiting for one that was merely found would look like a hang.
func (f File) read(opts Options) ([]byte, error) {
	info, err := os.Stat(f.Path)
	if err == nil && !info.Mode().IsRegular() && f.Name != opts.Path {
		err = errors.New("it is not a regular file")
	}
	var data []byte
	if err == nil {
		data, err = os.ReadFile(f.Path)
	}
	if target, dangling := os.Readlink(f.Path); err != nil && dangling == nil && errors.Is(err, fs.ErrNotExist) {
		return nil, &LinkError{Path: f.Name, Target: target}
	}
	if err != nil {
		return nil, fmt.Errorf("read config %s: %w", f.Name, err)
	}
	return data, nil
}
