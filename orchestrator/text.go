package orchestrator

import (
	"errors"
	"fmt"
	"io"

	"rooda/adapters"
	"rooda/pty"
)

// NewText returns the way from an agent's raw output to text: what is written
// to it comes out of out cleaned and, where the agent speaks JSON (see
// adapters.NewDecoder), decoded. Close writes what is still held back; out
// stays open.
func NewText(decode string, out io.Writer) (io.WriteCloser, error) {
	return newText(decode, out, nil, nil)
}

// newText also hands the agent's program status records to status, and, of
// plain text, lines without an end to unfinished. Either may be nil.
func newText(decode string, out io.Writer, status func(ProgramStatus), unfinished func([]byte)) (io.WriteCloser, error) {
	decoder, err := adapters.NewDecoder(decode, out)
	if err != nil {
		return nil, fmt.Errorf("decode output: %w", err)
	}
	cleaner := pty.NewCleaner(decoder)
	if status != nil {
		cleaner.OnOSC = func(cmd int, data []byte) {
			if record, ok := parseProgramStatus(cmd, data); ok {
				status(record)
			}
		}
	}
	if decode == "" {
		cleaner.OnUnfinished = unfinished
	}
	return text{cleaner, decoder}, nil
}

// text closes the cleaner first, because its last line goes to the decoder.
type text struct{ cleaner, decoder io.WriteCloser }

func (t text) Write(p []byte) (int, error) { return t.cleaner.Write(p) }

func (t text) Close() error { return errors.Join(t.cleaner.Close(), t.decoder.Close()) }
