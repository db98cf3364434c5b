package pty

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"
)

// indexStep is the time for which output needs no second entry in an index.
const indexStep = 100 * time.Millisecond

const indexVersion = 1

// IndexHeader is the first line of an index.
type IndexHeader struct {
	Version int       `json:"version"`
	Start   time.Time `json:"start"`
	Offset  int64     `json:"offset"` // where in the log the output begins
	Cols    uint16    `json:"cols"`
	Rows    uint16    `json:"rows"`
}

// Mark says that the output from Offset on, up to the next mark's, came At
// after the start, or at most a tenth of a second later. Size is set when
// the terminal got a new size there, Typed when something was typed: how many
// bytes, not counting what followed within a tenth of a second. What it was is
// never kept, for it may be a secret.
type Mark struct {
	At     time.Duration
	Offset int64
	Size   Size
	Typed  int
}

// index writes an index. A write that fails ends it: what is missing is times,
// not output.
type index struct {
	file  *os.File // nil for none
	start time.Time
	last  time.Time
	typed time.Time
}

func newIndex(path string, now time.Time, offset int64, size Size) (index, error) {
	if path == "" {
		return index{}, nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC|os.O_CREATE, 0o600)
	if err != nil {
		return index{}, fmt.Errorf("open index of output log: %w", err)
	}
	head, err := json.Marshal(IndexHeader{indexVersion, now.UTC(), offset, size.Cols, size.Rows})
	if err == nil {
		_, err = f.Write(append(head, '\n'))
	}
	x := index{file: f, start: now}
	if err != nil {
		x.close()
	}
	return x, nil
}

// mark notes that output at offset comes now.
func (x *index) mark(offset int64) {
	if x.file == nil {
		return
	}
	now := time.Now()
	if now.Sub(x.last) < indexStep {
		return
	}
	x.last = now
	x.write(fmt.Appendf(nil, "[%s,%d]\n", x.at(now), offset))
}

// resize notes that the terminal has a new size from offset on.
func (x *index) resize(offset int64, size Size) {
	if x.file == nil {
		return
	}
	x.last = time.Now()
	x.write(fmt.Appendf(nil, "[%s,%d,%d,%d]\n", x.at(x.last), offset, size.Cols, size.Rows))
}

// input notes that n bytes were typed when the output was at offset.
func (x *index) input(offset int64, n int) {
	now := time.Now()
	if x.file == nil || now.Sub(x.typed) < indexStep {
		return
	}
	x.typed = now
	x.write(fmt.Appendf(nil, "[%s,%d,%d]\n", x.at(now), offset, n))
}

func (x *index) at(now time.Time) string {
	return strconv.FormatFloat(now.Sub(x.start).Seconds(), 'f', 3, 64)
}

func (x *index) write(line []byte) {
	if _, err := x.file.Write(line); err != nil {
		x.close()
	}
}

func (x *index) close() {
	if x.file != nil {
		x.file.Close()
		x.file = nil
	}
}
