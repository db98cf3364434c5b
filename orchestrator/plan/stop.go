package plan

func (p *planner) cancel(e Cancel) {
	for i := range p.Tasks {
		if t := &p.Tasks[i]; t.ID == e.Task && t.Active() && !t.Stopped && !p.Stopping {
			t.Reason = e.Reason
			if t.Gone {
				p.giveUp(t)
				p.advance()
				return
			}
			t.Cancelled = true
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
		t := &p.Tasks[i]
		switch {
		case t.Stage != p.Stage:
		case t.Gone:
			t.Reason, t.Gone = "", false
			p.stopped(t)
			t.Lost++
		default:
			p.stop(t)
		}
	}
}

func (p *planner) stop(t *TaskState) {
	if t.busy() && !t.Stopped {
		t.Stopped = true
		p.commands = append(p.commands, StopIteration{t.key()})
	}
}
