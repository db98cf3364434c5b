package orchestrator

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"rooda/orchestrator/loop"
	"rooda/pty"
)

// driver drives one interactive agent. One goroutine owns it: that of run.
type driver struct {
	it       Iteration
	in       *Interactive
	eye      *eye
	term     pty.Terminal
	talk     *conversation
	signals  loop.Signals
	mute     bool      // the last turn ended without any answer
	why      string    // what the agent said of the error that ended it
	named    string    // the agent's own name of the conversation, as told
	recent   string    // what it showed of the turn when the agent last came to rest
	fitted   time.Time // when the terminal was last compared with
	unseen   bool      // of the last answer not everything could be read, and no promise was
	rested   bool      // it was at rest when last looked at
	attended bool      // somebody is attached who may change it
	told     time.Time // when it was
	seen     scene     // when last looked at
	sure     bool      // the terminal was current when last asked
	vouched  time.Time // when it last was
	doubted  time.Time // when it last was not
	silent   time.Time // since when it is not, zero while it is
	barred   time.Time // until when nothing is typed, because the terminal refused it
	behind   time.Time // since when rooda waits because others type; told; zero while it does not
	refused  time.Time // when keys last were for that reason
	escaped  time.Time // until when a lone Escape that rooda typed needs nothing to follow it
	queued   []request // keys of people who wait while something else is typed
	yes      *request  // who waits for what becomes of their approval, nil for nobody
	account  account   // of the decisions
	asked    bool      // the program was asked for its version
	asking   sync.WaitGroup
}

// run drives the agent until its iteration is over, and ends it.
func (d *driver) run(ctx, kill context.Context) Result {
	var res Result
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		res.Exit, res.Err = d.term.Wait(context.Background())
	}()
	unfollow := d.follow()
	defer unfollow()
	defer d.asking.Wait()
	ctx, enough := context.WithCancel(ctx)
	defer enough()

	for _, text := range d.it.given() {
		d.eye.given(text)
	}
	if !d.in.Adopted {
		d.name(d.it.Launch.SessionID)
	}
	begun := d.it.begun(time.Now())
	ending, known := d.recall(), d.in.Ending != nil
	if !known {
		ending = d.drive(ctx, ended)
	}
	if ending == endedByExit {
		unfollow() // its last event may have come with its end
		d.hear(true)
		d.caveat()
	}
	if other := abandoned(ctx); other != nil && ending == "" {
		leave(d.term)
		<-ended
		return Result{Err: other}
	}
	kept := !known && turnsOver(ending) && d.in.Keep != nil && d.in.Keep(Result{EndedBy: ending, Signals: d.signals})
	finished := d.finished(ending) // before it is told to leave, which may print something
	if kept {
		d.explain(time.Now(), true)
		res := Result{EndedBy: ending, Signals: d.signals, Mute: d.mute, Left: d.left(ending), Duration: time.Since(begun), Kept: d.term}
		return res.endedAt(finished, begun)
	}
	if !known {
		d.conclude(ending)
	}
	if clock := ending == endedByTimeout || ending == endedByQuestion; clock && d.talk.asked.open() {
		d.tell(InteractionResolved{By: endedByExit}) // nobody waits for the answer of one that is being ended
	}
	stopped := d.end(ctx, kill, ending, ended)
	<-ended
	if res, let := refused(res); let {
		return res
	}
	if res.Exit.Killed && ending == endedByExit && !known && !stopped {
		if !d.it.Told {
			return Result{Err: errUntold}
		}
		stopped = true
	}
	d.eye.gone(time.Now(), ending)
	d.explain(time.Now(), true)
	res.Signals, res.Mute, res.Stopped = d.signals, d.mute, stopped
	res.Duration = res.Exit.EndedAt.Sub(res.Exit.StartedAt)
	if res.Exit.Signal != 0 {
		res.Signal = unix.SignalName(res.Exit.Signal)
	}
	if stopped {
		return res
	}
	return d.attribute(res.endedAt(finished, res.Exit.StartedAt), ending)
}

// drive does what the conversation says until there is an ending, and returns
// it; empty when ctx ended.
func (d *driver) drive(ctx context.Context, ended <-chan struct{}) string {
	timer := time.NewTimer(0)
	defer timer.Stop()
	defer func() { d.settle(ErrNotDriven) }()
	for ctx.Err() == nil {
		select {
		case <-ended: // nothing is done any more for an agent that has gone
			return endedByExit
		default:
		}
		m, next := d.consider(ctx)
		d.inquire(ctx, d.seen)
		if len(m.keys) > 0 {
			d.carry(ctx, &m)
		}
		d.settled()
		if m.over {
			d.hear(false)
			if m.end != "" {
				d.caveat()
			} else {
				d.eye.begin()
			}
		}
		if m.tell != nil {
			d.tell(m.tell)
		}
		switch {
		case m.end != "" && over(d.term): // the end that is there already wins
			select {
			case <-ended:
			case <-ctx.Done():
			}
			continue
		case m.end != "":
			d.why = m.why
			return m.end
		case len(m.keys) > 0 || m.tell != nil: // what could not be typed leaves neither
			continue
		case len(d.queued) > 0:
			d.catchUp(ctx)
			continue
		}
		if until := soonest(next, m.until); !until.IsZero() {
			timer.Reset(time.Until(until))
		}
		select {
		case <-ended:
			return endedByExit
		case <-ctx.Done():
		case r := <-d.in.Person.requests():
			d.reply(ctx, r)
		case <-d.eye.wake:
		case <-timer.C:
		}
		if d.silent.IsZero() {
			d.fit(ctx)
		}
	}
	return ""
}

// consider looks and says what to do now; next is when to look again although nothing
// happens.
func (d *driver) consider(ctx context.Context) (m move, next time.Time) {
	d.withdraw()
	if !d.clear(ctx) {
		now := time.Now()
		return d.talk.hold(d.seen, now), now.Add(askAgain)
	}
	now := time.Now()
	if now.Before(d.barred) {
		return d.talk.hold(d.seen, now), d.barred
	}
	d.seen, next = d.eye.look(now)
	d.attended = d.seen.writers > 0
	d.remember(d.seen.State)
	d.name(d.eye.conversation())
	m = d.talk.step(d.seen, now)
	if d.eye.isTorn() {
		next = soonest(next, now.Add(askAgain))
	}
	return m, soonest(next, d.explain(now, false))
}

// name tells, once, by which name the agent knows the conversation.
func (d *driver) name(id string) {
	if id != "" && id != d.named {
		d.named = id
		d.tell(ConversationNamed{ID: id})
	}
}

func (d *driver) tell(t Talk) {
	if _, ok := t.(InputSending); ok {
		d.eye.given(d.talk.current.text)
	}
	if d.in.Tell != nil {
		d.in.Tell(t)
	}
}
