package workflows

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"rooda/internal/yamlsrc"
	"rooda/prompts"
)

// Options says what a file may refer to.
type Options struct {
	// Adapters are the names of known adapters; nil means any name is accepted.
	Adapters []string
	// Unread is a file that may name more of them and was not read, empty for none.
	Unread string
	// DefaultAdapter serves tasks that name neither an adapter nor a command.
	DefaultAdapter string
	// Procedures are known procedures besides those that ship with rooda.
	Procedures []string
	// BaseDir is where relative programs, prompt and context files start; empty means
	// the current directory.
	BaseDir string
}

// Parse reads a workflow file and applies its defaults and the built-in ones.
// The error is a yamlsrc.Problems with everything that is wrong, or, when the
// current directory cannot be determined, something else. Files that the
// workflow names are looked at, but their content is not part of the result.
func Parse(name string, data []byte, opts Options) (*Workflow, error) {
	base, err := filepath.Abs(opts.BaseDir)
	if err != nil {
		return nil, fmt.Errorf("resolve folder of workflow: %w", err)
	}
	schema, err := compiled()
	if err != nil {
		return nil, err
	}
	doc, err := yamlsrc.Parse(name, data)
	if err != nil {
		return nil, err
	}
	if key := foreign(doc); key != "" {
		return nil, yamlsrc.Problems{doc.KeyProblem([]any{key}, "this is a configuration file, not a workflow", "rooda config validate --config "+name)}
	}
	problems := doc.Check(schema, yamlsrc.Guide{Nearest: prompts.Nearest, Reserved: reserved})
	r := reader{doc: doc, sound: doc.Except(problems), opts: opts, base: base, problems: problems}
	w, err := r.workflow()
	if err != nil {
		return nil, err
	}
	if err := r.problems.Err(); err != nil {
		return nil, err
	}
	if w.Name == "" {
		file := filepath.Base(name)
		w.Name = strings.TrimSuffix(file, filepath.Ext(file))
	}
	return w, nil
}

// foreign returns the first key that tells a file of settings, which has no
// stages; empty for none.
func foreign(doc *yamlsrc.Document) string {
	keys := doc.Keys()
	at := slices.IndexFunc(keys, func(key string) bool {
		return slices.Contains([]string{"loop", "procedures", "ai_cmd_aliases"}, key)
	})
	if at < 0 || slices.Contains(keys, "stages") {
		return ""
	}
	return keys[at]
}

// reader turns a document into a Workflow and collects what the schema cannot
// express. It goes on after a problem, so that one run finds all of them.
type reader struct {
	doc   *yamlsrc.Document // as written, for positions
	sound *yamlsrc.Document // less what the schema refused
	opts  Options
	base  string

	problems yamlsrc.Problems
}

func (r *reader) refuse(path []any, message, hint string) {
	r.problems = append(r.problems, r.doc.Problem(path, message, hint))
}

func (r *reader) refuseKey(path []any, message, hint string) {
	r.problems = append(r.problems, r.doc.KeyProblem(path, message, hint))
}

// dropped reports whether something was written at path that the schema refused.
func (r *reader) dropped(path []any) bool {
	return r.doc.Has(path...) && !r.sound.Has(path...)
}

// misspelt reports whether the mapping at path holds an unknown key that was
// probably meant to be one of keys: then that is the problem, not their absence.
func (r *reader) misspelt(path []any, keys []string) bool {
	for _, key := range r.doc.Keys(path...) {
		if r.dropped(under(path, key)) && prompts.Nearest(key, keys) != nil {
			return true
		}
	}
	return false
}

// under returns path and one step more, sharing no memory with path.
func under(path []any, step any) []any {
	return append(path[:len(path):len(path)], step)
}

func (r *reader) workflow() (*Workflow, error) {
	var f file
	if err := r.sound.Decode(&f); err != nil {
		return nil, err
	}
	w := &Workflow{Name: string(f.Name), Description: string(f.Description), Goal: string(f.Goal)}
	r.settings(&f.Defaults, func(key string) []any { return []any{"defaults", key} })
	stages, tasks := names{kind: "stage"}, names{kind: "task"}
	for i, stage := range f.Stages {
		path := []any{"stages", i}
		r.unique(&stages, stage.ID, path)
		out := Stage{ID: string(stage.ID), MaxParallel: stage.MaxParallel, FailFast: stage.FailFast}
		for j := range stage.Tasks {
			path := []any{"stages", i, "tasks", j}
			if r.sound.Keys(path...) == nil {
				continue // not a mapping, which is a problem already
			}
			r.unique(&tasks, stage.Tasks[j].ID, path)
			task, err := r.task(path)
			if err != nil {
				return nil, err
			}
			out.Tasks = append(out.Tasks, task)
		}
		w.Stages = append(w.Stages, out)
	}
	return w, nil
}

// names is the set of ids of one kind, in lower case: a folder "Build" and a
// folder "build" are the same one on some file systems.
type names struct {
	kind  string
	lines map[string]int
}

func (r *reader) unique(seen *names, id identifier, path []any) {
	if id == "" {
		return
	}
	path = under(path, "id")
	folded := strings.ToLower(string(id))
	if first, taken := seen.lines[folded]; taken {
		r.refuse(path, fmt.Sprintf("%s id %q is taken, see line %d", seen.kind, id, first),
			fmt.Sprintf("every %s of a workflow needs an id of its own; letter case does not count", seen.kind))
		return
	}
	if seen.lines == nil {
		seen.lines = map[string]int{}
	}
	seen.lines[folded], _ = r.doc.Position(path...)
}
