package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"rooda/pty/shim"
	"rooda/session"
)

// oneLog is the log of one iteration.
type oneLog struct {
	r    logReader
	task string
	dir  string
	// began is the event of its start, empty but for the task where the journal has none.
	began session.Event
	cut   string // by the journal, why it is not whole
}

// only finds the iteration that is asked for: that of --iteration, or the last.
func (r logReader) only() (oneLog, error) {
	if r.task == "" {
		a, err := onlyAgent(agents(r.sessions, r.record))
		if err != nil {
			return oneLog{}, codedError{err, exitUsage}
		}
		r.task = a.task
	}
	found := oneLog{r: r, task: r.task, began: session.Event{Task: r.task}}
	for e, err := range session.ReadEvents(r.dir, 0) {
		if err != nil {
			return oneLog{}, err
		}
		if e.Type == "iteration_started" && r.wanted(e) && r.known(e) {
			found.dir, found.began, found.cut = r.iterationDir(e), e, ""
		}
		if cut := cutBy(e); cut != "" && iterationOf(e) == iterationOf(found.began) {
			found.cut = cut
		}
	}
	if found.dir == "" && r.o.iteration == 0 {
		found.dir = iterationDir(r.dir, r.task, r.record.Tasks[r.task])
	}
	if found.dir == "" {
		return oneLog{}, fmt.Errorf("nothing has run there yet: %s/%s", shortID(r.record.ID), r.task)
	}
	return found, nil
}

// from prints output from an offset of the log on, and with follow what comes
// until the agent ends.
func (l oneLog) from(ctx context.Context) error {
	defer l.warnCut(ctx)
	w, err := l.r.writer(l.task, l.r.s.Out)
	if err != nil {
		return err
	}
	if l.r.o.follow {
		client := shim.Dial(l.dir)
		defer client.Close()
		a := agent{id: l.r.record.ID, task: l.task, record: l.r.record, dir: l.dir, sessions: l.r.sessions}
		unwatch := watchTerminal(l.r.s, a).begin(ctx)
		var flushed error
		count := countTo(filepath.Join(l.dir, session.OutputLog), l.r.o.from, w, func() { flushed = l.r.last.Flush() })
		_, err := client.Output(ctx, l.r.o.from, true, count)
		unwatch()
		if errors.Is(err, shim.ErrPastEnd) {
			return l.pastEnd()
		}
		if err != nil {
			return a.unreachable(err)
		}
		return errors.Join(flushed, w.Close())
	}
	f, err := os.Open(filepath.Join(l.dir, session.OutputLog))
	if err != nil {
		return fmt.Errorf("open log: %w", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && l.r.o.from > info.Size() {
		return l.pastEnd()
	}
	if _, err := f.Seek(l.r.o.from, io.SeekStart); err != nil {
		return fmt.Errorf("read log: %w", err)
	}
	if _, err := io.Copy(w, f); err != nil {
		return fmt.Errorf("copy log: %w", err)
	}
	return w.Close()
}

// pastEnd says that there is nothing yet to begin at.
func (l oneLog) pastEnd() error {
	err := fmt.Errorf("--from: %d is past the end of the log", l.r.o.from)
	info, statErr := os.Stat(filepath.Join(l.dir, session.OutputLog))
	if statErr == nil {
		err = hintf(err, "it has %d bytes", info.Size())
	}
	return codedError{err, exitUsage}
}

// lost reports whether the agent of an iteration was.
func (r logReader) lost(e session.Event) bool {
	state, err := shim.Probe(context.Background(), r.iterationDir(e))
	return err == nil && state == shim.Lost
}

// tellLost says that what was shown ends there because of that, and what comes of it, unless it
// was replaced by another: that is no news where only the end of what there is is shown.
func (r logReader) tellLost(e session.Event, replaced bool) {
	if replaced && r.last.holds() {
		return
	}
	r.s.Notef("%s: its agent was lost\n", iterationName(e))
	if replaced {
		return
	}
	a := agent{id: r.record.ID, task: e.Task, record: r.record, dir: r.iterationDir(e), sessions: r.sessions}
	r.s.Notef("hint: %s\n", a.afterLoss())
}

// warnCut tells that the log is not whole.
func (l oneLog) warnCut(ctx context.Context) {
	l.r.warnCut(l.began, cmp.Or(l.cut, cutLog(ctx, l.dir)))
}

// cast writes the log as a recording to the file of --cast, - for standard
// output. A file that is there already stays.
func (l oneLog) cast(ctx context.Context) (err error) {
	defer l.warnCut(ctx)
	log, err := os.Open(filepath.Join(l.dir, session.OutputLog))
	if err != nil {
		return fmt.Errorf("open log: %w", err)
	}
	defer log.Close()
	index, err := os.Open(filepath.Join(l.dir, session.OutputIndex))
	if err != nil {
		return hintf(fmt.Errorf("open times of log: %w", err), "a recording needs to know when what was printed; sessions of earlier versions did not keep that")
	}
	defer index.Close()
	hands, err := l.typists()
	if err != nil {
		return err
	}
	until := l.until(ctx) // before the log is read, which may go on
	out := l.r.s.Out
	if path := l.r.o.cast; path != "-" {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // it holds whatever the agent printed
		if errors.Is(err, os.ErrExist) {
			return hintf(fmt.Errorf("%s is there already", path), "choose another name")
		}
		if err != nil {
			return fmt.Errorf("create recording: %w", err)
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		out = f
	}
	return writeCast(out, castSource{shortID(l.r.record.ID) + "/" + l.task, log, index, hands, until})
}
