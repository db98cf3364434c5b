package cmd

// visitable is how a session that has just begun is attached to: where several
// of its tasks run, by the first.
func visitable(s Streams, id string) string {
	sessions, err := newSessions(s)
	if err != nil {
		return shortID(id)
	}
	record, err := sessions.Load(id)
	if err != nil || record.CurrentStageIndex >= len(record.Workflow.Definition.Stages) {
		return shortID(id)
	}
	if tasks := record.Workflow.Definition.Stages[record.CurrentStageIndex].Tasks; len(tasks) > 1 {
		return shortID(id) + "/" + tasks[0].ID
	}
	return shortID(id)
}
