package session

import "testing"

// The numbers are those that the kernel answers with.
func TestRemoteKinds(t *testing.T) {
	for number, want := range map[uint32]string{0x6969: "NFS", 0xff534d42: "CIFS", 0xfe534d42: "SMB", 0xef53: "", 0x01021994: ""} {
		if kind := remoteKinds[number]; kind != want {
			t.Errorf("%#x is %q, want %q", number, kind, want)
		}
	}
}
