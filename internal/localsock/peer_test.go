package localsock

import (
	"io"
	"net"
	"path/filepath"
	"testing"
	"time"
)

// That the other end has closed is seen before what it wrote last is read.
func TestClosed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	far, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer far.Close()
	near, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer near.Close()
	if _, err := far.Write([]byte("last")); err != nil || Closed(near) {
		t.Errorf("while it is open: %v, closed %t", err, Closed(near))
	}
	far.Close()
	for deadline := time.Now().Add(10 * time.Second); !Closed(near) && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	if !Closed(near) {
		t.Error("it is not seen to be closed")
	}
	if p, err := io.ReadAll(near); string(p) != "last" || err != nil {
		t.Errorf("read %q, %v", p, err)
	}
	near.Close()
	if !Closed(near) {
		t.Error("our own end, closed, passes for open")
	}
}
