package cmd

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"rooda/internal/api"
)

// TestRelay: what a host does not do because it hands its session over is wanted of the next one, and for what
// else goes wrong nobody waits.
func TestRelay(t *testing.T) {
	dir := t.TempDir()
	leaving, nobody, other := &api.Error{Text: "leaves", Code: api.CodeHandingOver}, fmt.Errorf("dial: %w", api.ErrNoHost), errors.New("other")
	for _, tt := range []struct {
		name    string
		journal string // with the time for %s
		errs    []error
		want    error
		took    time.Duration
	}{
		{"done at once", "", []error{nil}, nil, 0},
		{"handed over", `{"seq":1,"time":"%s","type":"requested","data":{"by":"human","action":"hand-over"}}`, []error{leaving, nobody, nobody, nil}, nil, 3 * relayAgain},
		{"another refusal", "", []error{other}, other, 0},
		{"nobody drives it", `{"seq":1,"time":"%s","type":"requested","data":{"by":"human","action":"stop"}}`, []error{nobody}, nobody, 0},
		{"nobody any more", `{"seq":1,"time":"%[1]s","type":"requested","data":{"by":"human","action":"hand-over"}}` + "\n" + `{"seq":2,"time":"%[1]s","type":"session_resumed","data":{}}`, []error{nobody}, nobody, 0},
		{"handed over after much that nobody reads", "of another time\n" + `{"seq":1,"time":"%s","type":"requested","data":{"by":"human","action":"hand-over"}}`, []error{leaving, nobody, nil}, nil, 2 * relayAgain},
		{"handed over long ago", `{"seq":1,"time":"1999-01-02T15:04:05Z","type":"requested","data":{"by":"human","action":"hand-over"}}` + "\n" + `{"seq":2,"time":"%s","type":"warning","data":{}}`, []error{nobody}, nobody, 0},
		{"no next one comes", `{"seq":1,"time":"%s","type":"requested","data":{"by":"human","action":"hand-over"}}`, []error{nobody}, nobody, relayPatience},
		{"it never leaves", "", []error{leaving}, leaving, relayPatience},
	} {
		synctest.Test(t, func(t *testing.T) {
			begun, tries := time.Now(), 0
			lines := ""
			if tt.journal != "" {
				lines = fmt.Sprintf(tt.journal+"\n", begun.Format(time.RFC3339Nano))
			}
			if err := os.WriteFile(filepath.Join(dir, "events.jsonl"), []byte(lines), 0o600); err != nil {
				t.Fatal(err)
			}
			err := relay(t.Context(), dir, func() error {
				tries++
				return tt.errs[min(tries, len(tt.errs))-1]
			})
			if took := time.Since(begun); !errors.Is(err, tt.want) || took != tt.took {
				t.Errorf("%s: %v after %s, want %v after %s", tt.name, err, took, tt.want, tt.took)
			}
		})
	}
}
