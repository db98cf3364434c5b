package shim

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"syscall"
	"time"
)

// Probe finds out what has become of the agent of an iteration's folder, and changes nothing.
// It is cheap but for a folder whose shim is gone and on whose socket somebody else listens:
// that one is asked, for 2 s at most, and not longer than ctx lasts, whose error it fails with.
func Probe(ctx context.Context, dir string) (State, error) {
	var e Exit
	err := load(dir, ExitFile, &e)
	if err == nil {
		return Finished, nil
	}
	if !missing(err) {
		return "", fmt.Errorf("probe %s: %w", dir, err)
	}
	var r record
	err = load(dir, ShimFile, &r)
	if missing(err) {
		return Never, nil
	}
	if err != nil {
		return "", fmt.Errorf("probe %s: %w", dir, err)
	}
	heard := answers(r.Socket)
	switch alive := r.Process.alive(); {
	case heard && alive:
		return Running, nil
	case heard:
		return certain(ctx, dir, r)
	case alive:
		return Unreachable, nil
	case recorded(dir): // written since we looked
		return Finished, nil
	}
	return Lost, nil
}

// certain makes sure of a shim whose record names a process that is gone, and on whose
// socket somebody listens: a record may have been copied or damaged.
func certain(ctx context.Context, dir string, r record) (State, error) {
	c := Dial(r.Socket)
	defer c.Close()
	var later *VersionError
	switch task, err := c.Task(ctx); {
	case err == nil && task.API != 0:
		return Running, nil
	case ctx.Err() != nil:
		return "", fmt.Errorf("probe %s: %w", dir, ctx.Err())
	case errors.As(err, &later):
		return "", fmt.Errorf("probe %s: %w", dir, err)
	case recorded(dir):
		return Finished, nil
	case !answers(r.Socket):
		return Lost, nil
	}
	return "", fmt.Errorf("probe %s: %w", dir, &ListenerError{Socket: r.Socket, Pid: r.Process.Pid})
}

// answers says whether somebody listens at a shim's socket.
func answers(socket string) bool {
	conn, err := net.DialTimeout("unix", filepath.Clean(socket), time.Second)
	if err != nil {
		return crowded(err)
	}
	conn.Close()
	return true
}

// crowded reports whether somebody listens who has not accepted anybody for so long that no
// more may wait.
func crowded(err error) bool { return errors.Is(err, syscall.EAGAIN) }

// recorded says whether the agent's end is.
func recorded(dir string) bool {
	var e Exit
	return load(dir, ExitFile, &e) == nil
}
