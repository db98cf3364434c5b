package plan

// advance starts what may start, moves over finished stages, and ends the
// session when nothing is left to do.
func (p *planner) advance() {
	if p.Outcome != "" {
		return
	}
	for p.Stage < len(p.wf.Stages) {
		if !p.Stopping && !p.failedFast(p.Stage) {
			p.startPending()
		}
		if p.count(TaskState.busy) > 0 || !p.Stopping && p.count(TaskState.gone) > 0 {
			return
		}
		if p.Stopping && !p.stageDone() {
			break
		}
		if p.count(TaskState.failed) > 0 {
			p.end(Aborted)
			return
		}
		p.Stage++
	}
	switch {
	case p.Stage < len(p.wf.Stages):
		p.end(Interrupted)
	case p.maxIters():
		p.end(MaxIters)
	default:
		p.end(Success)
	}
}

func (p *planner) startPending() {
	limit := p.stage().MaxParallel
	running := p.count(TaskState.busy)
	for i := range p.Tasks {
		t := &p.Tasks[i]
		if t.Stage != p.Stage || t.Status != Pending {
			continue
		}
		if limit > 0 && running >= limit {
			return
		}
		running++
		t.Attempt++
		t.Status = Running
		p.start(t)
	}
}

func (p *planner) start(t *TaskState) {
	p.commands = append(p.commands, StartIteration{t.key(), t.Resume})
	t.Resume = false
}

func (p *planner) end(o Outcome) {
	p.Outcome, p.Stopping = o, false
	p.commands = append(p.commands, EndSession{o})
}
