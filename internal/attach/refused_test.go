package attach

import (
	"strings"
	"testing"
	"time"

	"rooda/internal/attach/windowtest"
	"rooda/pty"
	"rooda/pty/shim"
)

// TestNoticeOfARefusal stands there although the key that it is about is known to have been sent only later.
func TestNoticeOfARefusal(t *testing.T) {
	t.Parallel()
	w := windowtest.New(t, 200, 24)
	link := newAgent(200, 24)
	link.picture("snapshot")
	link.jam = make(chan struct{})
	a := attachTo(t, w, link, Options{})
	same(t, w, link)
	w.Keys("x")
	time.Sleep(50 * time.Millisecond)
	link.messages <- shim.Message{Type: "long", Long: &pty.LineError{Bytes: 5000, Max: 4095}}
	w.Await("not typed: ")
	close(link.jam)
	link.awaitTyped(t, "x")
	time.Sleep(100 * time.Millisecond)
	if text := w.Text(); !strings.Contains(text, "not typed: ") {
		t.Errorf("the screen shows:\n%s", text)
	}
	w.Keys("\x1c")
	if end, err := a.over(); !end.Detached || err != nil {
		t.Errorf("end %+v, %v", end, err)
	}
}
