package adapters

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// NotFoundError is returned when a program cannot be run. It matches
// fs.ErrNotExist, or fs.ErrPermission when the file is there but cannot be
// executed.
type NotFoundError struct {
	Command string
	// Searched are the directories of PATH, in order; nil for a path.
	Searched []string
	// Blocked is the file that exists but is not an executable file.
	Blocked string
	// Folder says that Blocked is a directory.
	Folder bool
	// Local says that the working directory has a program of that name.
	Local bool
}

func (e *NotFoundError) Error() string {
	switch {
	case e.Folder:
		return fmt.Sprintf("find %s: %s is a directory", e.Command, e.Blocked)
	case e.Blocked != "":
		return fmt.Sprintf("find %s: %s is not an executable file", e.Command, e.Blocked)
	case strings.ContainsRune(e.Command, filepath.Separator):
		return fmt.Sprintf("find %s: no such file", e.Command)
	case len(e.Searched) == 0:
		return fmt.Sprintf("find %s: PATH is empty", e.Command)
	}
	return fmt.Sprintf("%s (%s)", e.Brief(), strings.Join(e.Searched, ", "))
}

// Brief is the error of a name that is not in PATH, without PATH.
func (e *NotFoundError) Brief() string { return fmt.Sprintf("find %s: not found in PATH", e.Command) }

// Hint says what to do about it.
func (e *NotFoundError) Hint() string {
	switch {
	case e.Folder:
		return "name the program in it"
	case e.Blocked != "":
		return "chmod +x " + e.Blocked
	case e.Local:
		return "write ./" + e.Command + " to run the one in the working directory"
	case strings.ContainsRune(e.Command, filepath.Separator):
		if filepath.IsAbs(e.Command) {
			return "check the path; a relative one in a file starts at the folder of that file"
		}
		return "check the path; a relative one starts in the agent's working directory"
	}
	return "install it, add its directory to PATH, or set ai_cmd to its full path"
}

// Is makes the error match fs.ErrNotExist or fs.ErrPermission.
func (e *NotFoundError) Is(target error) bool {
	if e.Blocked != "" {
		return target == fs.ErrPermission
	}
	return target == fs.ErrNotExist
}

// Find returns the absolute path of the program argv0 as a child with that
// environment and working directory would see it: a name is looked up in the
// PATH of env, a path is taken relative to dir. Relative entries of PATH are
// passed over, so a checked-out repository cannot supply the program.
func Find(argv0 string, env []string, dir string) (string, error) {
	if strings.ContainsRune(argv0, filepath.Separator) {
		file := argv0
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		return file, check(argv0, file)
	}
	failure := &NotFoundError{Command: argv0}
	for _, entry := range filepath.SplitList(lookup(env, "PATH")) {
		if !filepath.IsAbs(entry) {
			continue
		}
		failure.Searched = append(failure.Searched, entry)
		file := filepath.Join(entry, argv0)
		if runnable(file) {
			return file, nil
		}
		if info, err := os.Stat(file); err == nil && !info.IsDir() && failure.Blocked == "" {
			failure.Blocked = file
		}
	}
	failure.Local = argv0 != "" && runnable(filepath.Join(dir, argv0))
	return "", failure
}

func check(argv0, file string) error {
	if runnable(file) {
		return nil
	}
	failure := &NotFoundError{Command: argv0}
	if info, err := os.Stat(file); err == nil {
		failure.Blocked, failure.Folder = file, info.IsDir()
	}
	return failure
}

func runnable(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && unix.Access(file, unix.X_OK) == nil
}

// lookup returns the last value of key, the one that a child gets.
func lookup(env []string, key string) string {
	value := ""
	for _, pair := range env {
		if name, v, ok := strings.Cut(pair, "="); ok && name == key {
			value = v
		}
	}
	return value
}

// Found is an agent whose program is installed.
type Found struct {
	Name string `json:"name"`
	Path string `json:"path"`
}

// Installed returns the agents whose programs are in the PATH of env, sorted
// by name.
func (r *Registry) Installed(env []string) ([]Found, error) {
	specs, err := r.Specs()
	if err != nil {
		return nil, err
	}
	var found []Found
	for _, spec := range specs {
		if file, err := Find(spec.Command, env, ""); err == nil {
			found = append(found, Found{Name: spec.Name, Path: file})
		}
	}
	return found, nil
}
