package pty

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"time"
)

// indexEnd is how much of the end of an index is looked at for what happened lately.
const indexEnd = 256 << 10

// Lately is what the end of an index tells: when something happened last at a terminal, to a
// tenth of a second. What it does not tell, or what never was, is zero.
type Lately struct {
	// Typed is when something was typed, whoever did, and TypedAt the offset of the log at which
	// that was.
	Typed   time.Time
	TypedAt int64
	// Printed is when output came, and Written when anything was noted.
	Printed, Written time.Time
}

// ReadLately reads the end of an index. The clock of an index stands still while the machine
// sleeps, so the times are counted back from when the file was last written.
func ReadLately(path string) (Lately, error) {
	file, err := os.Open(path)
	if err != nil {
		return Lately{}, fmt.Errorf("open index of output log: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return Lately{}, fmt.Errorf("read index of output log: %w", err)
	}
	from := max(info.Size()-indexEnd, 0)
	data, err := io.ReadAll(io.NewSectionReader(file, from, info.Size()-from))
	if err != nil {
		return Lately{}, fmt.Errorf("read index of output log: %w", err)
	}
	return lately(data, info.ModTime()), nil
}

// lately takes the end of an index that was written last at a time. Its first line is the header, or
// cut off.
func lately(data []byte, written time.Time) Lately {
	found := Lately{Written: written}
	var last, typed, printed time.Duration = 0, -1, -1
	_, data, _ = bytes.Cut(data, []byte("\n"))
	for {
		line, rest, whole := bytes.Cut(data, []byte("\n"))
		if !whole {
			break
		}
		data = rest
		m, err := parseMark(line, nil)
		if err != nil {
			continue
		}
		switch last = m.At; {
		case m.Typed > 0:
			typed, found.TypedAt = m.At, m.Offset
		case m.Size == Size{}:
			printed = m.At
		}
	}
	if typed >= 0 {
		found.Typed = written.Add(typed - last)
	}
	if printed >= 0 {
		found.Printed = written.Add(printed - last)
	}
	return found
}
