package shim

// Ended reports whether the agent's end is recorded, also when nobody here has
// been told: a host that was suspended hears of an end that is long past only
// after its timers have fired. An agent that was lost has no such end.
func (t *Terminal) Ended() bool {
	select {
	case <-t.done:
		return t.err == nil
	default:
		return recorded(t.place.dir)
	}
}
