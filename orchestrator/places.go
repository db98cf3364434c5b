package orchestrator

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"rooda/session"
	"rooda/workflows"
)

// places are the tasks of a workflow by id, and the ids in its order.
type places struct {
	ids []string
	at  map[string]placed
}

type placed struct {
	index int // of the stage
	stage string
	task  workflows.Task
}

func (p placed) String() string { return p.stage + "/" + p.task.ID }

func placesOf(wf *workflows.Workflow) places {
	p := places{at: map[string]placed{}}
	for i, stage := range wf.Stages {
		for _, task := range stage.Tasks {
			p.ids = append(p.ids, task.ID)
			p.at[task.ID] = placed{i, stage.ID, task}
		}
	}
	return p
}

// misplaced says what of the work that was begun the new workflow would lose.
func misplaced(record *session.Record, old, now places) (problems []string) {
	for _, id := range old.ids {
		was := old.at[id]
		is, there := now.at[id]
		status := record.Tasks[id].Status
		switch busy := status.UnderWay(); {
		case status != session.Done && !busy:
		case !there && busy:
			problems = append(problems, fmt.Sprintf("%v was at work when its host ended, and the workflow has no such task", was))
		case !there:
			problems = append(problems, fmt.Sprintf("%v is done, and the workflow has no such task", was))
		case is.index != was.index || is.stage != was.stage:
			problems = append(problems, fmt.Sprintf("%v is done, and the workflow has it in stage %d, %s", was, is.index+1, is.stage))
		}
	}
	for _, id := range now.ids {
		if _, known := old.at[id]; !known && now.at[id].index < record.CurrentStageIndex {
			problems = append(problems, fmt.Sprintf("%v is new in a stage that is finished", now.at[id]))
		}
	}
	return problems
}

// differences tells the tasks that are new, gone or changed.
func differences(record *session.Record, old, now places) (lines []string) {
	for _, id := range now.ids {
		is := now.at[id]
		was, known := old.at[id]
		switch keys := changedKeys(was.task, is.task); {
		case !known:
			lines = append(lines, fmt.Sprintf("%v: new", is))
		case keys == "" && was.stage == is.stage:
		case record.Tasks[id].Status == session.Done:
			lines = append(lines, fmt.Sprintf("%v: done before; changed %s has no effect", is, keys))
		case keys == "":
			lines = append(lines, fmt.Sprintf("%v: was %v", is, was))
		default:
			lines = append(lines, fmt.Sprintf("%v: changed %s", is, keys))
		}
	}
	for _, id := range old.ids {
		if _, there := now.at[id]; !there {
			lines = append(lines, fmt.Sprintf("%v: gone", old.at[id]))
		}
	}
	return lines
}

// changedKeys names the keys of a task that differ.
func changedKeys(a, b workflows.Task) string {
	was, is := keysOf(a), keysOf(b)
	all := maps.Clone(was)
	maps.Copy(all, is)
	var names []string
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if !reflect.DeepEqual(was[key], is[key]) {
			names = append(names, key)
		}
	}
	return strings.Join(names, ", ")
}

// keysOf is a task as the record stores it.
func keysOf(t workflows.Task) map[string]any {
	var keys map[string]any
	if data, err := json.Marshal(t); err == nil {
		_ = json.Unmarshal(data, &keys) // it was just made
	}
	return keys
}
