package agents

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gofrs/flock"
)

// How long one installation may take, and the wait for another process that installs the same.
const (
	installLimit = 5 * time.Minute
	lockPoll     = 200 * time.Millisecond
)

// Require installs what is not yet installed. It skips the test unless -run
// asks for real agents, because nobody expects a gigabyte of downloads from
// go test ./...; where npm is not there, or the installation fails, it skips
// with the reason, and with CI=true fails.
func Require(tb testing.TB, list ...Agent) {
	tb.Helper()
	if run := flag.Lookup("test.run"); run == nil || !strings.Contains(run.Value.String(), "Real") {
		tb.Skip("downloads agents of about 1.4 GB: go test ./e2e -run Real")
	}
	require(tb, list...)
}

func require(tb testing.TB, list ...Agent) {
	tb.Helper()
	for _, a := range list {
		err := a.install(tb.Context(), cache(tb))
		switch {
		case err == nil:
		case errors.Is(err, exec.ErrNotFound) && os.Getenv("CI") != "true":
			tb.Skipf("%s needs npm, which is not in PATH (with CI=true this fails)", a.Name)
		case errors.Is(err, exec.ErrNotFound):
			tb.Fatalf("%s needs npm, which is not in PATH", a.Name)
		case os.Getenv("CI") == "true":
			tb.Fatal(err)
		default:
			tb.Skipf("%v (with CI=true this fails)", err)
		}
	}
}

// Path is the installed program. It exists once Require has returned.
func (a Agent) Path(tb testing.TB) string {
	tb.Helper()
	return filepath.Join(a.bin(cache(tb)), a.Name)
}

// cache is $ROODA_E2E_CACHE, else rooda-e2e among the user's caches.
func cache(tb testing.TB) string {
	tb.Helper()
	if dir := os.Getenv("ROODA_E2E_CACHE"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		tb.Fatalf("find the cache for agents: %v\nhint: set ROODA_E2E_CACHE", err)
	}
	return filepath.Join(dir, "rooda-e2e")
}

func (a Agent) spec() string { return a.Package + "@" + a.Version }

// folder is the package's own; it exists only when it is complete.
func (a Agent) folder(cache string) string {
	return filepath.Join(cache, strings.NewReplacer("/", "+").Replace(a.spec()))
}

func (a Agent) bin(cache string) string {
	return filepath.Join(a.folder(cache), "node_modules", ".bin")
}

// install is safe among processes: one installs, the others wait for it.
func (a Agent) install(ctx context.Context, root string) (err error) {
	folder := a.folder(root)
	if _, err := os.Stat(folder); err == nil {
		return nil
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return fmt.Errorf("install %s: %w", a.spec(), err)
	}
	if err := os.MkdirAll(root, 0o755); err != nil {
		return fmt.Errorf("install %s: %w", a.spec(), err)
	}
	ctx, cancel := context.WithTimeout(ctx, installLimit)
	defer cancel()
	lock := flock.New(folder + ".lock")
	if _, err := lock.TryLockContext(ctx, lockPoll); err != nil {
		return fmt.Errorf("install %s: lock the cache: %w", a.spec(), err)
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return a.fetch(ctx, npm, root)
}

// fetch installs beside the folder and moves the whole into place, so that an
// installation that was broken off is never taken for a complete one. The
// caller holds the lock, so what lies there is such a remainder.
func (a Agent) fetch(ctx context.Context, npm, root string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("install %s: %w", a.spec(), err)
		}
	}()
	temp := a.folder(root) + ".installing"
	if err := os.RemoveAll(temp); err != nil {
		return err
	}
	if err := os.Mkdir(temp, 0o755); err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	cmd := exec.CommandContext(ctx, npm, "install", "--prefix", temp,
		"--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error", a.spec())
	cmd.Dir = temp
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", errors.Join(err, ctx.Err()), out)
	}
	if _, err := os.Stat(filepath.Join(temp, "node_modules", ".bin", a.Name)); err != nil {
		return fmt.Errorf("find its program: %w", err)
	}
	return os.Rename(temp, a.folder(root))
}
