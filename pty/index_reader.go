package pty

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"time"
)

// ReadIndex reads the header of an index and returns its marks, in order, to
// be ranged over once; an error comes with a zero mark and is the last. A
// last line that is cut short is left out. It does not close r.
func ReadIndex(r io.Reader) (IndexHeader, iter.Seq2[Mark, error], error) {
	lines := bufio.NewReader(r)
	var h IndexHeader
	line, err := lines.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &h)
	}
	if err == nil && h.Version != indexVersion {
		err = fmt.Errorf("version %d, not %d", h.Version, indexVersion)
	}
	if err != nil {
		return h, nil, fmt.Errorf("read header of index: %w", err)
	}
	return h, func(yield func(Mark, error) bool) {
		for n := 2; ; n++ {
			line, err := lines.ReadBytes('\n')
			if errors.Is(err, io.EOF) {
				return
			}
			m, err := parseMark(line, err)
			if err != nil {
				yield(Mark{}, fmt.Errorf("read index, line %d: %w", n, err))
				return
			}
			if !yield(m, nil) {
				return
			}
		}
	}, nil
}

func parseMark(line []byte, err error) (Mark, error) {
	if err != nil {
		return Mark{}, err
	}
	var f []json.Number
	if err := json.Unmarshal(line, &f); err != nil {
		return Mark{}, err
	}
	if len(f) < 2 || len(f) > 4 {
		return Mark{}, fmt.Errorf("%d values, not 2 to 4", len(f))
	}
	at, err := f[0].Float64()
	offset, err2 := f[1].Int64()
	m := Mark{At: time.Duration(at * float64(time.Second)), Offset: offset}
	err = errors.Join(err, err2)
	if err == nil && len(f) == 3 {
		m.Typed, err = strconv.Atoi(f[2].String())
	}
	if err == nil && len(f) == 4 {
		cols, err3 := strconv.ParseUint(f[2].String(), 10, 16)
		rows, err4 := strconv.ParseUint(f[3].String(), 10, 16)
		m.Size, err = Size{uint16(cols), uint16(rows)}, errors.Join(err3, err4)
	}
	return m, err
}
