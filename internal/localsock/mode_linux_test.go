package localsock

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A socket is this user's from the moment on that it has a name, whatever the umask.
func TestModeFromTheFirst(t *testing.T) {
	path := filepath.Join(folder(t), "s")
	before := syscall.Umask(0)
	listener, err := listenPrivately(path)
	syscall.Umask(before)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if info, err := os.Lstat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}
