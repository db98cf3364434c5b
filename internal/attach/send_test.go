package attach_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"rooda/internal/attach/windowtest"
	"rooda/pty/shim"
)

// keeper starts an agent that keeps what it is typed in a file: the first bytes at once, the rest when
// the file "go" is there. begin is what it writes first.
func (s *stage) keeper(first int, begin string) (a *agent, file string, rest func()) {
	s.t.Helper()
	file = filepath.Join(s.t.TempDir(), "typed")
	script := `stty raw -echo; printf '` + begin + `ready'; exec >"$0" 2>"$0.err"; head -c "$1"; while ! test -e "$0.go"; do sleep 0.1; done; exec cat`
	a = s.start("code", "sh", "-c", script, file, strconv.Itoa(first))
	s.run("", "wait", a.name(), "--for", "text:ready").wants(s.t, 0)
	return a, file, func() {
		if err := os.WriteFile(file+".go", nil, 0o600); err != nil {
			s.t.Error(err)
		}
	}
}

// typed waits until a file is as it is wanted.
func typed(t testing.TB, file string, is func(string) bool) string {
	t.Helper()
	for end := time.Now().Add(windowtest.Patience); ; time.Sleep(5 * time.Millisecond) {
		p, _ := os.ReadFile(file)
		if is(string(p)) {
			return string(p)
		}
		if time.Now().After(end) {
			t.Fatalf("the agent has got %d bytes: %.200q ... %q", len(p), p, tail(p, 200))
		}
	}
}

// TestSendsAreWhole: text, keys and Enter of one, then those of another.
func TestSendsAreWhole(t *testing.T) {
	t.Parallel()
	for name, flags := range map[string][]string{
		"a line":  {"--enter"},
		"a paste": {"--paste", "--enter"},
		"keys":    {"--keys", "Down F5", "--enter", "--force"},
		"no key":  nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, "code")
			begin, end := "", "\r"
			if slices.Contains(flags, "--paste") {
				begin, end = `\033[?2004h`, "\x1b[201~\r"
			}
			if slices.Contains(flags, "--keys") {
				end = "\x1b[B\x1b[15~\r"
			}
			if flags == nil {
				end = "."
			}
			a, file, rest := s.keeper(1, begin)
			rest()
			const n = 4
			var want []string
			var sending sync.WaitGroup
			for i := range n {
				text := fmt.Sprintf("<%d%s>", i, strings.Repeat(strconv.Itoa(i), 2000))
				args := append([]string{"send", a.name(), text}, flags...)
				if flags == nil {
					args[2] += end
				}
				sending.Go(func() { s.run("", args...).wants(t, 0) })
				piece := text + end
				if begin != "" {
					piece = "\x1b[200~" + piece
				}
				want = append(want, piece)
			}
			sending.Wait()
			size := n * len(want[0])
			got := typed(t, file, func(got string) bool { return len(got) >= size })
			for _, piece := range want {
				if strings.Count(got, piece) != 1 || len(got) != size {
					t.Errorf("no %.20q in one piece in %d bytes: %q", piece, len(got), got)
				}
			}
			deeds, err := shim.Deeds(a.dir, 0)
			if err != nil || len(deeds) != n {
				t.Errorf("%d deeds on record, %v: %+v", len(deeds), err, deeds)
			}
		})
	}
}

// TestKeysWaitForTheSend: what a person types goes behind the Enter, in order.
func TestKeysWaitForTheSend(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a, file, rest := s.keeper(1, "")
	rest()
	w, p := s.attach(80, 24, a.name())
	w.Await("ready")
	var sending sync.WaitGroup
	sending.Go(func() { s.run("", "send", a.name(), "hello", "--enter").wants(t, 0) })
	typed(t, file, func(got string) bool { return strings.HasPrefix(got, "hello") })
	w.Keys("Z")
	w.Keys("y")
	w.Keys("x")
	sending.Wait()
	typed(t, file, func(got string) bool { return got == "hello\rZyx" })
	w.Keys("\x1c")
	p.End()
}

// TestSendStopsForThePerson who begins to type in the middle of a long one, and says how much went in.
func TestSendStopsForThePerson(t *testing.T) {
	t.Parallel()
	for name, flags := range map[string][]string{"text": {"--enter"}, "paste": {"--paste", "--enter"}, "forced": {"--force"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, "code")
			mode, begin, end := "", "", ""
			if name == "paste" {
				mode, begin, end = `\033[?2004h`, "\x1b[200~", "\x1b[201~"
			}
			a, file, rest := s.keeper(20_000, mode)
			w, p := s.attach(80, 24, a.name())
			w.Await("ready")
			const size = 4_000_000
			result := make(chan outcome, 1)
			go func() {
				result <- s.run(strings.Repeat("é", size/2), append([]string{"send", a.name(), "-"}, flags...)...)
			}()
			typed(t, file, func(got string) bool { return len(got) >= 20_000 })
			w.Keys("Z")
			if name == "forced" {
				rest()
				(<-result).wants(t, 0)
				typed(t, file, func(got string) bool { return got == strings.Repeat("é", size/2)+"Z" })
				return
			}
			o := <-result
			o.wants(t, 1, "of the text's 4000000 bytes: somebody types there", "hint: --force")
			rest()
			got := typed(t, file, func(got string) bool { return strings.HasSuffix(got, end+"Z") })
			text := strings.TrimSuffix(strings.TrimPrefix(got, begin), end+"Z")
			var told int
			fmt.Sscanf(o.errors[strings.Index(o.errors, "took ")+5:], "%d", &told)
			if text != strings.Repeat("é", len(text)/2) || told != len(text) && told != len(text)-1 {
				t.Errorf("the agent has got %d bytes, and it was said %q", len(text), o.errors)
			}
			w.Keys("\x1c")
			p.End()
		})
	}
}

// TestDetachBehindASend: whoever leaves while others type is told that the keys may have gone nowhere.
func TestDetachBehindASend(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a, file, rest := s.keeper(20_000, "")
	w, p := s.attach(120, 24, a.name())
	w.Await("ready")
	w.Keys("ABC") // these wait for nobody
	typed(t, filepath.Join(a.dir, shim.DeedsFile), func(got string) bool { return strings.Contains(got, `"bytes":3`) })
	result := make(chan outcome, 1)
	go func() { result <- s.run(strings.Repeat("x", 4_000_000), "send", a.name(), "-", "--force") }()
	typed(t, file, func(got string) bool { return len(got) >= 20_000 })
	w.Keys("YZ")
	w.Await("others are typing; your keys wait")
	w.Keys("\x1c")
	if code := p.End(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	w.Await(`others were typing; 2 bytes that you typed meanwhile may have gone nowhere\]`)
	clean(t, w)
	rest()
	(<-result).wants(t, 0)

	w, p = s.attach(120, 24, a.name())
	w.Keys("V")
	typed(t, file, func(got string) bool { return strings.HasSuffix(got, "V") })
	w.Keys("\x1c")
	p.End()
	w.Settle()
	if got := w.Text(); strings.Contains(got, "were typing") {
		t.Errorf("the screen shows %q", got)
	}
}

// TestSendOutOfTime says how much went in; what follows is not joined to it in the middle of a character.
func TestSendOutOfTime(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a, file, rest := s.keeper(20_000, "")
	begun := time.Now()
	o := s.run(strings.Repeat("é", 100_000), "send", a.name(), "-", "--timeout", "1s", "--enter")
	o.wants(t, 124, "of the text's 200000 bytes within 1s")
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
	rest()
	s.run("", "send", a.name(), "Z").wants(t, 0)
	got := typed(t, file, func(got string) bool { return strings.HasSuffix(got, "Z") })
	var told int
	fmt.Sscanf(o.errors[strings.Index(o.errors, "took ")+5:], "%d", &told)
	if len(got)-1 != told && len(got)-2 != told || strings.TrimLeft(got, "é") != "Z" {
		t.Errorf("the agent has got %d bytes, and it was said %q", len(got)-1, o.errors)
	}
}

// TestSendIntoSilence: a terminal that stops answering in the middle of one has told how far it was.
func TestSendIntoSilence(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a, file, _ := s.keeper(20_000, "")
	result := make(chan outcome, 1)
	go func() { result <- s.run(strings.Repeat("x", 100_000), "send", a.name(), "-", "--force") }()
	typed(t, file, func(got string) bool { return len(got) >= 20_000 })
	pid := a.shimPid()
	syscall.Kill(pid, syscall.SIGSTOP)
	defer syscall.Kill(pid, syscall.SIGCONT)
	o := <-result
	o.wants(t, 69, "agent's terminal does not answer; it took ", " of the text's 100000 bytes at least", "kill -CONT")
	var told int
	if fmt.Sscanf(o.errors[strings.Index(o.errors, "took ")+5:], "%d", &told); told < 16<<10 {
		t.Errorf("told of %d bytes", told)
	}
}

// TestSendToAnEarlierShim goes in pieces, which is said where others could type between them.
func TestSendToAnEarlierShim(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a, file, rest := s.keeper(1, "")
	rest()
	a.age()
	const warning = "was started by an earlier rooda: what others type may come into the middle of this"
	s.run("", "send", a.name(), "hello", "--keys", "Down", "--enter").wants(t, 0, warning)
	if o := s.run("", "send", a.name(), "one", "--force"); strings.Contains(o.errors, warning) || o.code != 0 {
		t.Errorf("of one piece: %+v", o)
	}
	s.run(strings.Repeat("é", 1000), "send", a.name(), "-").wants(t, 0, warning)
	s.run("", "send", a.name(), "--keys", "S-Enter").wants(t, 64, "S-Enter")
	typed(t, file, func(got string) bool { return got == "hello\x1b[B\rone"+strings.Repeat("é", 1000) })
}

// age has an agent's terminal answer as it did before it knew of sends.
func (a *agent) age() {
	t := a.s.t
	path := filepath.Join(a.dir, shim.ShimFile)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var record map[string]any
	if err := json.Unmarshal(data, &record); err != nil {
		t.Fatal(err)
	}
	socket := record["socket"].(string)
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: "shim"})
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}}
	proxy.Transport = transport
	proxy.ModifyResponse = func(res *http.Response) error {
		if res.Request.URL.Path != "/v1/task" {
			return nil
		}
		p, err := io.ReadAll(res.Body)
		p = bytes.Replace(p, []byte(`,"send"`), nil, 1)
		res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(p)), int64(len(p))
		res.Header.Set("Content-Length", strconv.Itoa(len(p)))
		return err
	}
	record["socket"] = filepath.Join(a.s.home, "old")
	listener, err := net.Listen("unix", record["socket"].(string))
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/send" {
			t.Error("an earlier shim is asked for what it does not know")
		}
		proxy.ServeHTTP(w, r)
	})}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close(); transport.CloseIdleConnections() })
	if data, err = json.Marshal(record); err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
