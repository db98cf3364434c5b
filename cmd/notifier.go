package cmd

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"rooda/internal/config"
	"rooda/internal/console"
	"rooda/orchestrator"
)

const (
	// noticeLimit is how long a command that calls a person may take, and
	// noticeRest what it still gets when the run is over.
	noticeLimit, noticeRest = 30 * time.Second, 2 * time.Second
	// noticeCrowd is how many of them run at once.
	noticeCrowd = 4
)

// notifier calls people who are not at the viewer: by a notification on the
// desktop, where there is one, and by the user's own command. It belongs to
// the host, so it works for a detached run, too.
type notifier struct {
	s       console.Streams
	command []string
	desktop bool
	dir     string
	// warn says what went wrong as somebody was called to a task.
	warn func(ctx context.Context, task, text string)
}

func newNotifier(s console.Streams, n config.Notify, dir string, warn func(ctx context.Context, task, text string)) notifier {
	return notifier{s: s, command: n.Command, desktop: n.Desktop.V, dir: dir, warn: warn}
}

// run calls somebody for each question, until the events end.
func (n notifier) run(events *orchestrator.Subscription) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var work sync.WaitGroup
	crowd := make(chan struct{}, noticeCrowd)
	for {
		e, err := events.Next(ctx)
		if err != nil {
			break
		}
		body, ok := e.Body.(orchestrator.InteractionNeeded)
		if !ok {
			continue
		}
		for _, call := range n.calls(e, body) {
			work.Go(func() {
				crowd <- struct{}{}
				defer func() { <-crowd }()
				call(ctx)
			})
		}
	}
	done := make(chan struct{})
	go func() { work.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(noticeRest):
		cancel()
		<-done
	}
}

// calls are what is to be done about one question.
func (n notifier) calls(e orchestrator.Event, q orchestrator.InteractionNeeded) []func(context.Context) {
	var calls []func(context.Context)
	if len(n.command) > 0 {
		calls = append(calls, func(ctx context.Context) {
			if err := n.start(ctx, n.command, asksFor(e, q)); err != nil && ctx.Err() == nil {
				n.warn(ctx, e.Task, fmt.Sprintf("notify.on_waiting: %v", err))
			}
		})
	}
	if argv := n.desktopCommand(notice(e)); argv != nil {
		calls = append(calls, func(ctx context.Context) { _ = n.start(ctx, argv, nil) }) // a desktop that is not there is no news
	}
	return calls
}

// asksFor is what a command learns of a question.
func asksFor(e orchestrator.Event, q orchestrator.InteractionNeeded) []string {
	clean := func(s string) string { return strings.ReplaceAll(console.OneLine(s), "\x00", "") }
	return []string{
		"ROODA_SESSION=" + e.Session, "ROODA_STAGE=" + e.Stage, "ROODA_TASK=" + e.Task,
		"ROODA_KIND=" + clean(q.Kind), "ROODA_EXCERPT=" + cmp.Or(clean(q.Excerpt), clean(q.Note), unworded),
	}
}

// unworded stands for what an agent asks that only says that it does.
const unworded = "the agent says that it waits, and not for what"

// desktopCommand is the program that shows a notification, nil where there is
// no desktop or no such program.
func (n notifier) desktopCommand(text string) []string {
	if !n.desktop {
		return nil
	}
	if runtime.GOOS == "darwin" {
		if path, err := exec.LookPath("osascript"); err == nil {
			return []string{path, "-e", fmt.Sprintf("display notification %q with title \"rooda\"", text)}
		}
		return nil
	}
	if n.s.Getenv("DISPLAY") == "" && n.s.Getenv("WAYLAND_DISPLAY") == "" {
		return nil
	}
	path, err := exec.LookPath("notify-send")
	if err != nil {
		return nil
	}
	return []string{path, "--app-name=rooda", "--", "rooda", text}
}

// start runs a command to its end, within bounds and in a group of its own.
func (n notifier) start(ctx context.Context, argv, more []string) error {
	ctx, cancel := context.WithTimeout(ctx, noticeLimit)
	defer cancel()
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Dir, c.Env = n.dir, append(n.s.Environ[:len(n.s.Environ):len(n.s.Environ)], more...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = time.Second
	var complaint bytes.Buffer
	c.Stderr = &head{w: &complaint, room: 1 << 10}
	err := c.Run()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%s took longer than %s", argv[0], noticeLimit)
	case err != nil && complaint.Len() > 0:
		return fmt.Errorf("%s: %w: %s", argv[0], err, console.OneLine(complaint.String()))
	case err != nil:
		return fmt.Errorf("%s: %w", argv[0], err)
	}
	return nil
}

// head keeps the beginning of what is written and takes all of it.
type head struct {
	w    *bytes.Buffer
	room int
}

func (h *head) Write(p []byte) (int, error) {
	n := min(len(p), h.room-h.w.Len())
	h.w.Write(p[:n])
	return len(p), nil
}
