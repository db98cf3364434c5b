package cmd_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"rooda/cmd"
	"rooda/internal/console"
	"rooda/internal/faketui"
	"rooda/pty/shim"
)

// TestMain lets the test binary play rooda and the agents that misbehave, so
// that scripts run the real command line with real processes.
func TestMain(m *testing.M) {
	// Scripts mostly wait for other processes; -parallel says otherwise.
	if err := flag.Set("test.parallel", "6"); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){
		"rooda":      rooda,
		"fake-agent": func() { os.Exit(fakeAgent(os.Args[1:])) },
		"fake-tui":   func() { os.Exit(faketui.Main(os.Args[1:], os.Stdin, os.Stdout)) },
	})
}

// rooda is what cmd/rooda does.
func rooda() {
	if len(os.Args) > 1 && os.Args[1] == shim.Command {
		syscall.Exit(shim.Main(os.Stderr)) // os.Exit takes a second longer with the race detector
	}
	code := cmd.Main(os.Args[1:], console.System())
	if code > 1 && !cmd.Promised(os.Args[1:], code) {
		fmt.Fprintf(os.Stderr, "the help of %q does not know status %d\n", os.Args[1:], code)
		code = 99
	}
	os.Exit(code)
}

// TestScripts runs testdata/script/*.txtar, each in a folder, a home and a
// state folder of its own. Besides the commands of testscript there are:
//
//	exits CODE PROGRAM ARG...      run it, and want that exit code
//	start NAME PROGRAM ARG...      run it in the background; output in NAME.out and NAME.err
//	start -tty=COLSxROWS NAME ...  the same on a terminal; its bytes are in NAME.out
//	screen NAME REGEXP             wait until the terminal shows it; stdout becomes the screen
//	type NAME TEXT                 type on the terminal; \x03 is Ctrl-C
//	signal NAME SIGNAL             send INT, TERM, HUP or KILL
//	hangup NAME                    close the terminal, and wait for the end
//	ends [-after=D] [-within=D] NAME CODE
//	                               wait for the end, with times since the last signal or typing;
//	                               stdout and stderr become its output, or stdout the screen
//	waitfile GLOB                  wait until a file is there
//	waitline GLOB REGEXP           wait until a file has a matching line
//	noprocess PIDFILE              wait until the process is gone
//	newest                         wait for a session; set $SESSION to the newest's folder, $ID to its id
//	json FILE PATH [VALUE]         compare one value: tasks.plan.status, list.0, list.length
//	killshim DIR                   kill the process that keeps the terminal of an iteration's folder
//	smalldisk                      have the state on a disk of 1 MB, where [disk] says that one can be had
//	keys FILE                      print the keys of each line, which must be a JSON object
func TestScripts(t *testing.T) {
	// The folders of scripts are there. The sockets of a state folder in a script's home fit below nothing longer.
	const short = "/tmp"
	if len(cmp.Or(os.Getenv("GOTMPDIR"), os.TempDir())) > len(short) {
		t.Setenv("GOTMPDIR", short)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		Setup:               setup,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition:           condition,
		Deadline:            time.Now().Add(8 * time.Minute), // whatever hangs
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "start": start, "screen": screenShows, "type": typeText, "signal": sendSignal, "ends": ends, "hangup": hangUp,
			"waitfile": waitFile, "waitline": waitLine, "noprocess": noProcess, "newest": newest, "json": jsonValue,
			"keys": printKeys, "killshim": killShim, "smalldisk": smallDisk,
		},
	})
}

// condition knows [race] and [disk].
func condition(name string) (bool, error) {
	if name == "disk" {
		return mounts(), nil
	}
	info, ok := debug.ReadBuildInfo()
	if name != "race" || !ok {
		return false, fmt.Errorf("unknown condition %q", name)
	}
	return slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}), nil
}

func setup(env *testscript.Env) error {
	rooda, err := exec.LookPath("rooda")
	if err != nil {
		return fmt.Errorf("find rooda: %w", err)
	}
	bin := filepath.Join(env.WorkDir, "bin")
	// Agents that this machine may have must not decide over a test.
	env.Setenv("PATH", strings.Join([]string{bin, filepath.Dir(rooda), "/usr/bin", "/bin"}, ":"))
	env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
	env.Setenv("ROODA_STATE_HOME", filepath.Join(env.WorkDir, "state"))
	env.Setenv("ROODA_REHEARSAL_PACE", "0")
	env.Setenv("TERM", "xterm-256color")
	repository, err := filepath.Abs("..")
	if err != nil {
		return fmt.Errorf("find repository: %w", err)
	}
	env.Setenv("REPOSITORY", repository)
	env.Setenv("GORACE", "atexit_sleep_ms=0")
	if err := executable(bin); err != nil {
		return err
	}
	programs := map[string]*program{}
	env.Values[programsKey{}] = programs
	env.Defer(func() {
		for _, p := range programs {
			p.end()
		}
		endHosts(filepath.Join(env.WorkDir, "state"))
		endShims(env.WorkDir)
	})
	return os.MkdirAll(filepath.Join(env.WorkDir, "home"), 0o755)
}

// executable makes the files that a script put into its bin folder programs.
func executable(bin string) error {
	files, err := filepath.Glob(filepath.Join(bin, "*"))
	for _, file := range files {
		if err == nil {
			err = os.Chmod(file, 0o755)
		}
	}
	return err
}
