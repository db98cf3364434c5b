package shim

import "context"

// want counts who waits for the turn. They type first what is owed, so it is not waited for here.
func (k *keyboard) want(more int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.wanted += more; k.wanted > 0 && k.interrupt != nil {
		k.interrupt()
	}
}

// repay has what is owed typed as soon as the agent reads, if nobody wants the turn: otherwise an
// agent stays in a paste that was broken off until somebody types again. It does not wait.
func (k *keyboard) repay() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.wanted > 0 || k.closed {
		return
	}
	select {
	case k.turn <- struct{}{}:
	default:
		return // who has it comes here
	}
	k.end(k.gone...)
	k.gone = nil
	if len(k.owed) == 0 {
		<-k.turn
		return
	}
	ctx, interrupt := context.WithCancel(context.Background())
	k.interrupt = interrupt
	k.work.Go(func() {
		defer interrupt()
		err := k.settle(ctx)
		k.mu.Lock()
		k.interrupt = nil
		k.mu.Unlock()
		<-k.turn
		if err != nil && ctx.Err() != nil || k.forsaken() {
			k.repay() // who wanted the turn may have given up
		}
	})
}

// settle types what is owed.
func (k *keyboard) settle(ctx context.Context) error {
	for len(k.owed) > 0 {
		n, err := k.terminal(ctx, k.owed)
		if k.owed = k.owed[n:]; err != nil {
			return err
		}
	}
	return nil
}

// close gives up what is owed to an agent that has ended.
func (k *keyboard) close() {
	k.mu.Lock()
	k.closed = true
	if k.interrupt != nil {
		k.interrupt()
	}
	k.mu.Unlock()
	k.work.Wait()
}
