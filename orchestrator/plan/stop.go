package plan

func (p *planner) cancel(e Cancel) {
	for i := range p.Tasks {
		if t := &p.Tasks[i]; t.ID == e.Task && t.Active() && !t.Stopped && !p.Stopping {
			t.Reason = e.Reason
			p.stop(t)
		}
	}
}

func (p *planner) interrupt() {
	if p.Outcome != "" || p.Stopping {
		return
	}
	p.Stopping = true
	for i := range p.Tasks {
		p.stop(&p.Tasks[i])
	}
	p.advance()
}

func (p *planner) cancelSiblings() {
	for i := range p.Tasks {
		if t := &p.Tasks[i]; t.Stage == p.Stage {
			p.stop(t)
		}
	}
}

func (p *planner) stop(t *TaskState) {
	if t.Active() && !t.Stopped {
		t.Stopped = true
		p.commands = append(p.commands, StopIteration{t.key()})
	}
}
