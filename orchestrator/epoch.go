package orchestrator

import (
	"context"
	"sync"
	"time"

	"rooda/pty/shim"
	"rooda/session"
)

// epochPatience is how long shims may take to say which epoch they have been told. One that is stopped
// tells it to whoever comes when it goes on.
const epochPatience = 500 * time.Millisecond

// raise makes the record's epoch one that the shims of its agents take. They may have been told of a host
// that is on no record: by anybody of this user.
func raise(record *session.Record, dir string) {
	ctx, cancel := context.WithTimeout(context.Background(), epochPatience)
	defer cancel()
	var mu sync.Mutex
	var asking sync.WaitGroup
	for id, t := range record.Tasks {
		if t.Attempt == 0 || !t.Status.UnderWay() {
			continue
		}
		asking.Go(func() {
			c := shim.Dial(session.IterationDir(dir, id, t.Iteration, t.Attempt))
			defer c.Close()
			task, err := c.Task(ctx)
			if err != nil {
				return // whatever that means is found when it is to be adopted
			}
			mu.Lock()
			defer mu.Unlock()
			record.Epoch = max(record.Epoch, after(task.Epoch))
		})
	}
	asking.Wait()
}

// after is the epoch of the host that follows. After the last number comes
// that again.
func after(epoch int) int { return min(epoch, shim.LastEpoch-1) + 1 }
