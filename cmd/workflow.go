package cmd

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rooda/internal/config"
	"rooda/internal/console"
	"rooda/internal/yamlsrc"
	"rooda/orchestrator"
	"rooda/workflows"
)

func newWorkflow(s console.Streams) *cobra.Command {
	return parent("workflow", "Run stages of agents, and look at workflow files",
		newWorkflowRun(s), newWorkflowValidate(s), newWorkflowList(s), newWorkflowShow(s), newWorkflowSchema(s))
}

// source is a workflow file as it was found.
type source struct {
	name   string // the path as given, or the name of a shipped workflow
	origin string // the absolute path, or the name of a shipped workflow
	data   []byte
	sha256 string
	base   string // folder that relative paths in it start from
}

// findWorkflow reads a workflow by path, or a shipped one by name. A name that
// is a file of the working directory means that file.
func findWorkflow(arg string) (source, error) {
	data, err := os.ReadFile(arg)
	if err == nil {
		origin, err := filepath.Abs(arg)
		if err != nil {
			return source{}, fmt.Errorf("read workflow: %w", err)
		}
		return newSource(arg, origin, data, filepath.Dir(arg)), nil
	}
	looksLikePath := strings.ContainsRune(arg, os.PathSeparator) || strings.HasSuffix(arg, ".yml") || strings.HasSuffix(arg, ".yaml")
	isDir := false
	if info, statErr := os.Stat(arg); statErr == nil {
		isDir = info.IsDir()
	}
	if !isDir && (looksLikePath || !errors.Is(err, fs.ErrNotExist)) {
		return source{}, hintf(fmt.Errorf("read workflow: %w", err), "rooda workflow list shows the workflows that come with rooda")
	}
	data, err = workflows.Source(arg)
	switch {
	case err == nil:
	case isDir && looksLikePath:
		return source{}, hintf(fmt.Errorf("read workflow: %s is a folder", arg), "name a file in it")
	case isDir:
		return source{}, hintf(err, "%s is a folder here: name a file in it; rooda workflow list shows the workflows that come with rooda", arg)
	default:
		for _, file := range []string{arg + ".yml", arg + ".yaml"} {
			if _, statErr := os.Stat(file); statErr == nil {
				return source{}, hintf(err, "did you mean %s?", file)
			}
		}
	}
	if err != nil {
		return source{}, err
	}
	return newSource(arg, arg, data, "."), nil
}

func newSource(name, origin string, data []byte, base string) source {
	sum := sha256.Sum256(data)
	return source{name, origin, data, hex.EncodeToString(sum[:]), base}
}

// parse checks the file in full.
func (src source) parse(cfg *config.Config, adapter string) (*workflows.Workflow, error) {
	var procedures []string
	for _, p := range cfg.Procedures() {
		procedures = append(procedures, p.Name)
	}
	return workflows.Parse(src.name, src.data, workflows.Options{
		Adapters: cfg.Registry().Names(), Unread: src.unread(cfg), Procedures: procedures, DefaultAdapter: adapter, BaseDir: src.base,
	})
}

// unread is a configuration file beside the workflow's that is not in force,
// empty for none.
func (src source) unread(cfg *config.Config) string {
	// A shipped workflow stands in no folder. Its origin is its name; so is
	// that of a file only if its path was given in full.
	shipped := src.origin == src.name && !filepath.IsAbs(src.name)
	beside := config.Beside(src.base)
	found, err := os.Stat(beside)
	if err != nil || shipped {
		return ""
	}
	for _, f := range cfg.Files() {
		if read, err := os.Stat(f.Path); err == nil && os.SameFile(read, found) {
			return ""
		}
	}
	return beside
}

// explain adds to what keeps a workflow from starting where in the file it
// stands, and to a name in a rehearsal the nearest one.
func (src source) explain(err error) error {
	var failed *orchestrator.PreflightError
	if !errors.As(err, &failed) {
		return suggestCast(err)
	}
	doc, parseErr := yamlsrc.Parse(src.name, src.data)
	if parseErr != nil {
		return err
	}
	for i := range failed.Problems {
		p := &failed.Problems[i]
		if path := place(doc, p.Task, p.Field); path != nil {
			line, _ := doc.Position(path...)
			p.Place = fmt.Sprintf("%s:%d", src.name, line)
		}
	}
	return err
}

// place is the path of a task's field, or of the task when the field comes
// from elsewhere.
func place(doc *yamlsrc.Document, task, field string) []any {
	for i := 0; doc.Has("stages", i); i++ {
		for j := 0; doc.Has("stages", i, "tasks", j); j++ {
			var id string
			if err := doc.Decode(&id, "stages", i, "tasks", j, "id"); err != nil || id != task {
				continue
			}
			if field != "" && doc.Has("stages", i, "tasks", j, field) {
				return []any{"stages", i, "tasks", j, field}
			}
			return []any{"stages", i, "tasks", j}
		}
	}
	return nil
}

// tasks calls visit for every task of a workflow.
func tasks(wf *workflows.Workflow, visit func(*workflows.Stage, *workflows.Task)) {
	for i := range wf.Stages {
		for j := range wf.Stages[i].Tasks {
			visit(&wf.Stages[i], &wf.Stages[i].Tasks[j])
		}
	}
}
