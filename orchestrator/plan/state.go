package plan

import "rooda/workflows"

// Status is the status of a task; the words are the core specification's.
type Status string

// The five statuses.
const (
	Pending        Status = "PENDING"
	Running        Status = "RUNNING"
	WaitingForUser Status = "WAITING_FOR_USER"
	Done           Status = "DONE"
	Error          Status = "ERROR"
)

// Outcome is how a task's loop or the whole session stopped, empty while it is open.
type Outcome string

// The four stops; the words are the iteration-loop specification's.
const (
	Success     Outcome = "success"
	MaxIters    Outcome = "max-iters"
	Aborted     Outcome = "aborted"
	Interrupted Outcome = "interrupted"
)

// State is where a workflow stands. It is a value: Apply never changes the
// one it is given.
type State struct {
	// Stage is the index of the first unfinished stage; the number of stages
	// when all are finished.
	Stage int
	// Outcome is empty while the workflow is open.
	Outcome Outcome
	// Stopping says that an interrupt came and nothing new is started.
	Stopping bool
	// Tasks stand in the order of the file, stage by stage.
	Tasks []TaskState
}

// TaskState is where one task stands.
type TaskState struct {
	ID      string
	Stage   int
	Status  Status
	Outcome Outcome
	// Reason says in a few words why the status is ERROR, or how a budget was
	// used up in vain although the status is DONE.
	Reason string
	// Attempt counts how often the task was started or started again, from 1.
	Attempt int
	// Iteration is the number, from 0, of the iteration that runs or runs next.
	Iteration int
	// Failures counts failures in a row.
	Failures int
	// Lost counts how often in a row the process of this iteration was lost.
	Lost int
	// Gone says that the process of this iteration was lost and that a person
	// has not yet said what is to become of it: nothing runs, and the task waits.
	Gone bool
	// Resume says that the next start takes up the agent's own conversation.
	Resume bool
	// Stopped says that the running iteration has been told to stop.
	Stopped bool
	// Cancelled says that it was told so because somebody cancelled the task, which holds
	// whatever becomes of the host. At a resume it may be of a task that is not active here: its last host
	// was further.
	Cancelled bool
}

// Active reports whether an iteration of the task is under way, or was lost
// and waits for a person's word.
func (t TaskState) Active() bool { return t.Status == Running || t.Status == WaitingForUser }

// New is the state of a workflow that has not begun.
func New(wf *workflows.Workflow) State {
	var s State
	for i, stage := range wf.Stages {
		for _, task := range stage.Tasks {
			s.Tasks = append(s.Tasks, TaskState{ID: task.ID, Stage: i, Status: Pending})
		}
	}
	return s
}

// Task returns the state of a task, false when there is none of that id.
func (s State) Task(id string) (TaskState, bool) {
	for _, t := range s.Tasks {
		if t.ID == id {
			return t, true
		}
	}
	return TaskState{}, false
}

func (s State) clone() State {
	s.Tasks = append([]TaskState(nil), s.Tasks...)
	return s
}
