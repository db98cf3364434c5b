package vt

// kittyStack is the stack of kitty keyboard flags of one screen; its last
// entry is in force. The model follows it, for viewers whose terminals must
// be brought to the same state; it says of itself that no flag is on, because
// keys are always sent in their old forms.
type kittyStack []uint8

const maxKitty = 16

// kitty acts on CSI with < = > and u.
func (s *Screen) kitty() {
	ps := &s.parser
	stack := &s.keyboard[s.screenNumber()]
	switch ps.prefix {
	case '>':
		// Snapshots may hold the old slice, so it is never written to.
		old := *stack
		if len(old) == maxKitty {
			old = old[1:]
		}
		*stack = append(old[:len(old):len(old)], uint8(ps.param(0, 0)&31))
	case '<':
		*stack = (*stack)[:max(len(*stack)-ps.count(), 0)]
	case '=':
		stack.set(uint8(ps.param(0, 0)&31), ps.param(1, 1))
	}
}

// set replaces, adds or removes flags of the entry in force.
func (k *kittyStack) set(flags uint8, how int) {
	stack := append(kittyStack{}, *k...)
	if len(stack) == 0 {
		stack = kittyStack{0}
	}
	top := &stack[len(stack)-1]
	switch how {
	case 1:
		*top = flags
	case 2:
		*top |= flags
	case 3:
		*top &^= flags
	}
	*k = stack
}
