package statefile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/internal/statefile"
)

type record struct {
	Name  string `json:"name,omitempty"`
	Count int    `json:"count,omitempty"`
}

func TestEncode(t *testing.T) {
	tests := []struct {
		in   any
		want string
	}{
		{record{"a", 2}, "{\n  \"schema_version\": 1,\n  \"kind\": \"test\",\n  \"name\": \"a\",\n  \"count\": 2\n}\n"},
		{record{}, "{\n  \"schema_version\": 1,\n  \"kind\": \"test\"\n}\n"},
	}
	for _, test := range tests {
		got, err := statefile.Encode("test", 1, test.in)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, string(got)); diff != "" {
			t.Errorf("file (-want +got):\n%s", diff)
		}
	}
	for _, in := range []any{nil, 3, []int{1}, func() {}} {
		if _, err := statefile.Encode("test", 1, in); err == nil {
			t.Errorf("encoded %T", in)
		}
	}
}

func TestDecode(t *testing.T) {
	const (
		corrupt = "corrupt"
		newer   = "newer"
		foreign = "foreign"
	)
	tests := []struct{ name, file, want string }{
		{"whole", `{"schema_version":1,"kind":"test","name":"a"}`, ""},
		{"empty", "", corrupt},
		{"zeros", "\x00\x00\x00\x00", corrupt},
		{"cut", `{"schema_version":1,"kind":"test","na`, corrupt},
		{"two", `{"schema_version":1,"kind":"test"}{}`, corrupt},
		{"list", `[1]`, corrupt},
		{"null", `null`, corrupt},
		{"field of later", `{"schema_version":1,"kind":"test","name":"a","colour":{"depth":1}}`, newer},
		{"field of later, and damage", `{"schema_version":1,"kind":"test","colour":1,"count":"x"}`, corrupt},
		{"damage, and field of later", `{"schema_version":1,"kind":"test","count":"x","zeal":1}`, corrupt},
		{"wrong type", `{"schema_version":1,"kind":"test","count":"x"}`, corrupt},
		{"no version", `{"kind":"test"}`, corrupt},
		{"odd version", `{"schema_version":"1","kind":"test"}`, corrupt},
		{"zero version", `{"schema_version":0,"kind":"test"}`, corrupt},
		{"newer, with fields we cannot know", `{"schema_version":2,"kind":"test","colour":1}`, newer},
		{"other kind", `{"schema_version":9,"kind":"other"}`, foreign},
		{"no kind", `{"name":"package.json"}`, foreign},
		{"odd kind", `{"schema_version":1,"kind":7}`, foreign},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "state.json")
			if err := os.WriteFile(path, []byte(test.file), 0o600); err != nil {
				t.Fatal(err)
			}
			var got record
			err := statefile.Decode(path, "test", 1, &got)
			var c *statefile.CorruptError
			var n *statefile.NewerError
			var f *statefile.KindError
			is := ""
			switch {
			case errors.As(err, &c):
				is = corrupt
			case errors.As(err, &n):
				is = newer
			case errors.As(err, &f):
				is = foreign
			}
			if is != test.want || (err == nil) != (test.want == "") {
				t.Errorf("got %v, want %s", err, test.want)
			}
			var hinted interface{ Hint() string }
			if err != nil && (!errors.As(err, &hinted) || hinted.Hint() == "") {
				t.Errorf("%v has no hint", err)
			}
			after, err := os.ReadFile(path)
			if err != nil || string(after) != test.file {
				t.Errorf("the file became %q, %v", after, err)
			}
		})
	}
	if err := statefile.Decode(filepath.Join(t.TempDir(), "none"), "test", 1, &record{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"schema_version":1,"kind":"test","name":"a","count":2}`))
	f.Add([]byte(`{"schema_version":1e0,"kind":"test"}`))
	path := filepath.Join(f.TempDir(), "state.json")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		var first, second record
		if statefile.Decode(path, "test", 1, &first) != nil {
			return
		}
		again, err := statefile.Encode("test", 1, first)
		if err != nil {
			t.Fatal(err)
		}
		if err := statefile.Write(path, again, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := statefile.Decode(path, "test", 1, &second); err != nil || first != second {
			t.Fatalf("%+v became %+v, %v", first, second, err)
		}
	})
}
