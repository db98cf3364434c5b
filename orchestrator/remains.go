package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"rooda/session"
)

// AgentsIn looks for the agents that run, or may, in any iteration's folder of the session folder dir,
// whatever the record says, for one that cannot be read. Of an Agent only Task, Dir, State and Err are
// set. It fails where a folder cannot be read.
func AgentsIn(ctx context.Context, dir string) ([]Agent, error) {
	tasks, err := folders(session.TasksDir(dir))
	if err != nil {
		return nil, fmt.Errorf("look for agents: %w", err)
	}
	var agents []Agent
	for _, task := range tasks {
		iterations, err := folders(task)
		if err != nil {
			return nil, fmt.Errorf("look for agents: %w", err)
		}
		for _, iteration := range iterations {
			a := Agent{Task: filepath.Base(task), Dir: iteration}
			if a.probe(ctx); a.Alive() {
				agents = append(agents, a)
			}
		}
	}
	return agents, nil
}

// folders are the paths of those in a folder; none where that is missing. Links are not followed.
func folders(dir string) (paths []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if e.IsDir() {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths, err
}
