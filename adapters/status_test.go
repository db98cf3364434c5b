package adapters

import (
	"testing"
	"time"
	"unicode/utf8"
)

func TestStatusClaim(t *testing.T) {
	at := time.Unix(7, 0)
	tests := []struct {
		record string
		ok     bool
		want   Condition
		kind   Kind
		text   string
	}{
		{"state=idle:app=x", true, Idle, "", "state=idle:app=x"},
		{"state=done", true, Done, "", "state=done"},
		{"state=working:msg=bHM=", true, Working, "", "ls"},
		{"state=working:msg=bHM", true, Working, "", "ls"},
		{"state=working:msg=%%", true, Working, "", "state=working:msg=%%"},
		{"state=error:msg=bHM=", true, Idle, Failed, "ls"},
		{"state=error:app=x", true, Idle, Failed, ""},
		{"state=blocked:kind=permission", true, Blocked, Permission, ""},
		{"state=blocked:kind=auth", true, Blocked, Auth, ""},
		{"state=blocked:kind=weird", true, Blocked, Unspecified, ""},
		{"state=blocked", true, Blocked, Unspecified, ""},
		{"state=clear", true, "", "", ""},
		{"state=idle:id=child", false, "", "", ""},
		{"state=asleep", false, "", "", ""},
		{"", false, "", "", ""},
	}
	for _, test := range tests {
		c, ok := statusClaim(test.record, at)
		if ok != test.ok || c.Condition != test.want || c.Kind != test.kind || ok && c.Condition != "" && c.Excerpt != test.text {
			t.Errorf("%q: %+v, %v", test.record, c, ok)
		}
	}
}

func FuzzStatusClaim(f *testing.F) {
	f.Add("state=blocked:app=x:kind=permission:msg=YXBwcm92ZQ==")
	f.Add("state=working:msg=/w==")
	f.Fuzz(func(t *testing.T, record string) {
		c, ok := statusClaim(record, time.Unix(0, 0))
		if !ok && c.Condition != "" {
			t.Errorf("%q is refused and claims %s", record, c.Condition)
		}
		if utf8.ValidString(record) && !utf8.ValidString(c.Excerpt) {
			t.Errorf("%q gives the excerpt %q", record, c.Excerpt)
		}
	})
}
