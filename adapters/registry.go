package adapters

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

//go:embed builtin/*.yml
var builtin embed.FS

// Registry finds adapters by name. It is read-only and safe for concurrent
// use. A file is decoded when its agent is asked for, so commands that need no
// agent pay nothing.
type Registry struct {
	files fs.FS
	added map[string]Spec  // these win over files
	signs map[string]Signs // and these
}

// NewRegistry returns the built-in agents.
func NewRegistry() *Registry { return &Registry{files: builtin} }

// With returns a registry that has the given agents, too; one that has the
// name of another takes its place. To change a single field of an agent,
// change what Spec returns. The error names every agent that is not sound.
func (r *Registry) With(specs ...Spec) (*Registry, error) {
	added := maps.Clone(r.added)
	if added == nil {
		added = map[string]Spec{}
	}
	var problems []error
	for _, spec := range specs {
		if err := spec.validate(); err != nil {
			problems = append(problems, fmt.Errorf("add adapter %s: %w", spec.Name, err))
		}
		added[spec.Name] = spec
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return &Registry{files: r.files, added: added, signs: r.signs}, nil
}

// WithSigns returns a registry that reads the terminals of the named agents in
// other ways. The error names every pattern and rule that is not sound.
func (r *Registry) WithSigns(changed map[string]Signs) (*Registry, error) {
	signs := maps.Clone(r.signs)
	if signs == nil {
		signs = map[string]Signs{}
	}
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		if _, err := changed[name].compile(); err != nil {
			problems = append(problems, fmt.Errorf("read adapter %s: %w", name, err))
		}
		signs[name] = changed[name]
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return &Registry{files: r.files, added: r.added, signs: signs}, nil
}

// UnknownError is returned for a name that no adapter has.
type UnknownError struct {
	Name string
	// Known are the names that exist, sorted.
	Known []string
}

func (e *UnknownError) Error() string { return fmt.Sprintf("unknown adapter %q", e.Name) }

// Hint lists what exists.
func (e *UnknownError) Hint() string {
	return "known adapters: " + strings.Join(e.Known, ", ") + "; for any other agent set ai_cmd to its command line"
}

// Names returns the names of all agents, sorted.
func (r *Registry) Names() []string {
	// The pattern is constant and well formed, so Glob has no error to give.
	files, _ := fs.Glob(r.files, "builtin/*.yml")
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = strings.TrimSuffix(path.Base(file), ".yml")
	}
	for name := range r.added {
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Spec returns an agent as data, or *UnknownError.
func (r *Registry) Spec(name string) (Spec, error) {
	known := r.Names()
	for _, candidate := range known {
		if candidate == name {
			return r.load(name)
		}
	}
	return Spec{}, &UnknownError{Name: name, Known: known}
}

// Specs returns every agent as data, sorted by name.
func (r *Registry) Specs() ([]Spec, error) {
	var specs []Spec
	for _, name := range r.Names() {
		spec, err := r.load(name)
		if err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	return specs, nil
}

// Get returns the adapter of that name, or *UnknownError.
func (r *Registry) Get(name string) (Adapter, error) {
	spec, err := r.Spec(name)
	if err != nil {
		return nil, err
	}
	signs, err := r.Signs(name)
	if err != nil {
		return nil, err
	}
	return declared{spec, signs}, nil
}

// shipped reports whether an agent comes with rooda.
func (r *Registry) shipped(name string) bool {
	_, err := fs.Stat(r.files, path.Join("builtin", name+".yml"))
	return err == nil
}

func (r *Registry) load(name string) (Spec, error) {
	if spec, ok := r.added[name]; ok {
		return spec, nil
	}
	file, err := r.read(name)
	if err != nil {
		return Spec{}, err
	}
	if file.Name != name {
		return Spec{}, fmt.Errorf("decode adapter %s.yml: name: is %q", name, file.Name)
	}
	return file.Spec, nil
}

func (r *Registry) read(name string) (agentFile, error) {
	file := path.Join("builtin", name+".yml")
	data, err := fs.ReadFile(r.files, file)
	if err != nil {
		return agentFile{}, fmt.Errorf("read adapter: %w", err)
	}
	agent, err := decodeAgent(data)
	if err != nil {
		return agentFile{}, fmt.Errorf("decode adapter %s: %w", file, err)
	}
	return agent, nil
}
