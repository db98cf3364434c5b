package orchestrator

import (
	"context"
	"sync"
)

// people knows the way to the driver of each task that has one. The zero value
// is ready and safe for concurrent use.
type people struct {
	mu     sync.Mutex
	drives map[string]drive // by task
}

type drive struct {
	person *Person
	over   <-chan struct{} // closed when the driver listens no more
}

// enter opens the way to a task's driver; the caller closes it by leave.
func (p *people) enter(task string) (person *Person, leave func()) {
	person = NewPerson()
	over := make(chan struct{})
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drives == nil {
		p.drives = map[string]drive{}
	}
	p.drives[task] = drive{person, over}
	return person, func() {
		close(over)
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.drives[task].person == person {
			delete(p.drives, task)
		}
	}
}

func (p *people) ask(ctx context.Context, task string, r request) error {
	p.mu.Lock()
	d, ok := p.drives[task]
	p.mu.Unlock()
	if !ok {
		return ErrNotDriven
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-d.over:
			cancel(ErrNotDriven)
		case <-ctx.Done():
		}
	}()
	if err := d.person.ask(ctx, r); err != nil {
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		return err
	}
	return nil
}
