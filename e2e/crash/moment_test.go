package crash

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

// moment is when a host is killed: some time after its start, or as soon as
// it has replaced its checkpoint so often, and then some.
type moment struct {
	checkpoints int
	delay       time.Duration
}

// pick chooses among three kinds: while the host is starting up, anywhere in
// its run, and between a checkpoint and what is to follow it.
func pick(random *rand.Rand, whole time.Duration) moment {
	within := func(d time.Duration) time.Duration { return time.Duration(random.Int64N(int64(d))) }
	switch random.IntN(8) {
	case 0:
		return moment{delay: within(30 * time.Millisecond)}
	case 1, 2:
		return moment{delay: within(whole)}
	}
	m := moment{checkpoints: 1 + random.IntN(12)}
	if random.IntN(2) == 0 {
		m.delay = within(time.Millisecond)
	}
	return m
}

func (m moment) String() string {
	if m.checkpoints > 0 {
		return fmt.Sprintf("%s after checkpoint %d", m.delay, m.checkpoints)
	}
	return fmt.Sprintf("%s after its start", m.delay)
}

// prepare is called before the host starts. The function that it returns
// waits for the moment, or for ended.
func (m moment) prepare(t *testing.T, h *home) func(ended <-chan struct{}) {
	t.Helper()
	if m.checkpoints == 0 {
		return func(ended <-chan struct{}) { pause(m.delay, ended) }
	}
	watcher, err := fsnotify.NewWatcher()
	for begun := time.Now(); errors.Is(err, syscall.EMFILE) && time.Since(begun) < time.Minute; watcher, err = fsnotify.NewWatcher() {
		pause(100*time.Millisecond, nil) // a user has 128, and every shim of these tests takes one
	}
	if err != nil {
		t.Fatal(err)
	}
	watched := h.sessions()
	if id := h.session(); id != "" {
		watched = filepath.Join(watched, id)
	}
	if err := watcher.Add(watched); err != nil {
		t.Fatal(err)
	}
	return func(ended <-chan struct{}) {
		defer watcher.Close()
		for left := m.checkpoints; left > 0; {
			select {
			case <-ended:
				return
			case e := <-watcher.Events:
				name := filepath.Base(e.Name)
				switch {
				case !e.Has(fsnotify.Create):
				case name == "session.json":
					left--
				case filepath.Dir(e.Name) == h.sessions() && !strings.HasPrefix(name, "."):
					_ = watcher.Add(e.Name) // the session has its name now
				}
			}
		}
		pause(m.delay, ended)
	}
}

func pause(d time.Duration, ended <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ended:
	}
}
