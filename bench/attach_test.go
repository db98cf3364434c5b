package bench

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/internal/attach/windowtest"
	"rooda/pty/vt"
)

// keeper keeps a terminal for an agent that people can come to.
type keeper struct {
	name string
	// keep starts an agent; visit is the command that goes there, and end ends it all.
	keep func(p place, script string) (visit []string, end func())
}

// keepers are rooda and whoever is installed.
func keepers(tb testing.TB) []keeper {
	var all []keeper
	for _, rooda := range roodas(tb) {
		all = append(all, keeper{rooda.name, keepRooda(rooda.path)})
	}
	ours := len(all)
	for name, keep := range map[string]func(place, string) ([]string, func()){"tmux": keepTmux, "dtach": keepDtach} {
		if _, err := exec.LookPath(name); err != nil {
			tb.Logf("%s is not installed", name)
			continue
		}
		all = append(all, keeper{name, keep})
	}
	slices.SortFunc(all[ours:], func(a, b keeper) int { return strings.Compare(b.name, a.name) })
	return all
}

func keepRooda(rooda string) func(place, string) ([]string, func()) {
	return func(p place, script string) ([]string, func()) {
		file := p.workflow("id: agent, mode: interactive, ai_cmd: sh " + script)
		out, err := p.command(rooda, "workflow", "run", file, "--detach").Output()
		if err != nil {
			p.Fatalf("workflow run: %v", err)
		}
		id := strings.TrimSpace(string(out))
		return []string{rooda, "attach", id + "/agent"}, func() {
			p.run([]int{0}, rooda, "session", "stop", id, "--kill")
		}
	}
}

func keepTmux(p place, script string) ([]string, func()) {
	tmux := []string{"tmux", "-S", filepath.Join(p.dir, "tmux"), "-f", "/dev/null"}
	p.run([]int{0}, slices.Concat(tmux, []string{"new-session", "-d", "-x", "80", "-y", "24", "sh " + script})...)
	return slices.Concat(tmux, []string{"attach"}), func() { p.run([]int{0}, slices.Concat(tmux, []string{"kill-server"})...) }
}

func keepDtach(p place, script string) ([]string, func()) {
	socket := filepath.Join(p.dir, "dtach")
	p.run([]int{0}, "dtach", "-n", socket, "sh", "-c", "echo $$ > "+socket+".pid; exec sh "+script)
	return []string{"dtach", "-a", socket, "-r", "winch"}, func() {
		p.run([]int{0, 1}, "sh", "-c", "kill $(cat "+socket+".pid)")
	}
}

// command is a command of the place, not started yet.
func (p place) command(argv ...string) *exec.Cmd {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = p.dir, p.env
	return cmd
}

// settled waits until the agent has written a file.
func (p place) settled(path string) {
	p.Helper()
	for begun := time.Now(); !exists(path); time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > time.Minute {
			p.Fatal("the agent does not come to an end")
		}
	}
}

// editLine is a line of the agents' output, as printf takes it.
const editLine = `\033[32m● Edit\033[0m file.go \033[2m+12 −4\033[0m and some more of this line`

const (
	// noPicture is how long one is waited for. Some keepers have none to send.
	noPicture = time.Second
	// standstill is how long an agent may take beside a stalled viewer before it
	// counts as held up.
	standstill = 5 * time.Second
)

// inOrder puts who has no picture behind those who do.
func inOrder(name string) string {
	if name == "dtach" {
		return "~" + name
	}
	return name
}

// lastRows are the rows at the end of so many bytes of those lines and a last
// one, as many as fit on a screen above its cursor.
func lastRows(size int) []string {
	line := strings.ReplaceAll(editLine, `\033`, "\x1b") + "\n"
	output := strings.Repeat(line, 30) + line[:size%len(line)] + "\x1b[0m\nthe last line\n"
	screen := vt.New(vt.Options{Cols: 80, Rows: 24})
	screen.Write([]byte(strings.ReplaceAll(output, "\n", "\r\n")))
	return strings.Split(screen.Snapshot().Text(), "\n")
}

// showsAll says whether the screen ends with these rows and shows nothing
// else; of a keeper that has a row for itself at the bottom, the rows above that, and of one that
// names the agent at the top for a moment, those below.
func showsAll(sn *vt.Snapshot, want []string) bool {
	rows := strings.Split(sn.Text(), "\n")
	i := slices.Index(rows, "the last line")
	if i < 21 {
		return false
	}
	rows, want = rows[:i+1], want[len(want)-i-1:]
	if strings.HasSuffix(rows[0], `: Ctrl-\ detaches`) {
		rows, want = rows[1:], want[1:]
	}
	return slices.Equal(rows, want)
}

// BenchmarkAttach is the time from the command to a correct picture, and what
// was sent for it, after little and after much output; right is 0 where no
// correct one came.
func BenchmarkAttach(b *testing.B) {
	const rounds = 20
	for _, megabytes := range []int{1, 100} {
		b.Run(fmt.Sprintf("after%dMB", megabytes), func(b *testing.B) {
			var contestants []contestant
			want := lastRows(megabytes * 1e6)
			for _, k := range keepers(b) {
				p := newPlace(b)
				done := filepath.Join(p.dir, "done")
				script := p.file("agent.sh", fmt.Sprintf("yes \"$(printf '"+editLine+"')\" | head -c %d000000\n"+
					"printf '\\033[0m\\nthe last line\\n'\ntouch %s\nexec sleep 600\n", megabytes, done))
				visit, end := k.keep(p, script)
				b.Cleanup(end)
				p.settled(done)
				visits := map[string][]string{k.name: visit}
				if strings.HasSuffix(k.name, "rooda") {
					visits[k.name+", no history"] = append(slices.Clone(visit), "--history", "0")
				}
				for name, visit := range visits {
					contestants = append(contestants, contestant{name, func() figures {
						w := windowtest.New(b, 80, 24)
						var sent int
						begun := time.Now()
						program := w.Start(p.command(visit...))
						if k.name == "dtach" { // it may well have no picture to send
							for !showsAll(w.Snapshot(), want) && time.Since(begun) < noPicture {
								time.Sleep(time.Millisecond)
							}
							sent = len(w.Raw())
						} else {
							w.Until("show the picture", func(sn *vt.Snapshot, raw []byte) bool {
								sent = len(raw)
								return showsAll(sn, want)
							})
						}
						took, right := time.Since(begun), 0.0
						if showsAll(w.Snapshot(), want) {
							right = 1
						}
						program.Signal(syscall.SIGTERM)
						program.Ends()
						return figures{"ms": ms(took), "bytes": float64(sent), "right": right}
					}})
				}
			}
			slices.SortFunc(contestants, func(x, y contestant) int { return strings.Compare(inOrder(x.name), inOrder(y.name)) })
			race(b, rounds, "ms", contestants...)
		})
	}
}

// BenchmarkKeyEcho is the time from a key to what the agent answers, attached.
func BenchmarkKeyEcho(b *testing.B) {
	const rounds, keys = 5, 400
	echo := func(b *testing.B, w *windowtest.Window) figures {
		w.Until("be there", func(_ *vt.Snapshot, raw []byte) bool { return len(raw) > 0 })
		time.Sleep(300 * time.Millisecond) // it knows its modes
		w.Keys("\x1b[H\x1b[2Jready")       // which comes back
		w.Await("ready")
		took := make([]float64, 0, keys)
		for i := range keys {
			key := []byte{'a' + byte(i%26)}
			before := len(w.Raw())
			begun := time.Now()
			w.Keys(string(key))
			w.Until("echo", func(_ *vt.Snapshot, raw []byte) bool { return bytes.Contains(raw[before:], key) })
			took = append(took, ms(time.Since(begun)))
			time.Sleep(time.Millisecond)
		}
		slices.Sort(took)
		return figures{"ms": took[keys/2], "p99": took[keys*99/100]}
	}
	const script = "stty raw -echo; printf 'ready\\r\\n'; exec cat"
	contestants := []contestant{{"bare", func() figures {
		w := windowtest.New(b, 80, 24)
		p := w.Start(exec.Command("sh", "-c", script))
		defer p.Signal(os.Kill)
		return echo(b, w)
	}}}
	for _, k := range keepers(b) {
		p := newPlace(b)
		visit, end := k.keep(p, p.file("agent.sh", script+"\n"))
		b.Cleanup(end)
		contestants = append(contestants, contestant{k.name, func() figures {
			w := windowtest.New(b, 80, 24)
			program := w.Start(p.command(visit...))
			f := echo(b, w)
			program.Signal(syscall.SIGTERM)
			program.Ends()
			return f
		}})
	}
	race(b, rounds, "ms", contestants...)
}

// BenchmarkStalledViewer is the speed of an agent while a viewer's terminal
// does not read, beside that with none; stands is 1 where it does nothing meanwhile.
func BenchmarkStalledViewer(b *testing.B) {
	const rounds, megabytes = 5, 20
	for _, k := range keepers(b) {
		run := func(stalled bool) func() figures {
			return func() figures {
				p := newPlace(b)
				ready, done := filepath.Join(p.dir, "ready"), filepath.Join(p.dir, "done")
				script := p.file("agent.sh", fmt.Sprintf("touch %s; read x; yes \"$(printf '\\033[32m● Edit\\033[0m file.go \\033[2m+12 −4\\033[0m and some more of this line')\" | head -c %d000000; touch %s; exec sleep 600\n",
					ready, megabytes, done))
				visit, end := k.keep(p, script)
				defer end()
				p.settled(ready)
				w := windowtest.New(b, 80, 24)
				program := w.Start(p.command(visit...))
				w.Until("be attached", func(_ *vt.Snapshot, raw []byte) bool {
					return len(raw) > 100 || k.name == "dtach" && len(raw) > 0 // which clears the screen and no more
				})
				if stalled {
					w.Stall(true)
				}
				begun := time.Now()
				w.Keys("\r")
				if !stalled {
					time.Sleep(20 * time.Millisecond) // the key arrives
					program.Signal(os.Kill)
				}
				for !exists(done) && time.Since(begun) < standstill {
					time.Sleep(5 * time.Millisecond)
				}
				if !exists(done) { // the job waits for the viewer
					if stalled {
						program.Signal(os.Kill)
					}
					return figures{"ms": ms(standstill), "stands": 1}
				}
				return figures{"ms": ms(time.Since(begun)), "stands": 0}
			}
		}
		b.Run(k.name, func(b *testing.B) {
			race(b, rounds, "ms", contestant{"nobody", run(false)}, contestant{"stalled", run(true)})
		})
	}
}
