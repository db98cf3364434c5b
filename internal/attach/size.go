package attach

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rooda/pty"
)

// ErrSize says that text is no size of a terminal.
var ErrSize = errors.New("not a size")

// ParseSize reads COLSxROWS. The error is ErrSize.
func ParseSize(text string) (pty.Size, error) {
	cols, rows, ok := strings.Cut(text, "x")
	c, errC := strconv.ParseUint(cols, 10, 16)
	r, errR := strconv.ParseUint(rows, 10, 16)
	if !ok || errC != nil || errR != nil || c < 2 || r < 1 || c > 1000 || r > 1000 {
		return pty.Size{}, fmt.Errorf("read size %q: %w", text, ErrSize)
	}
	return pty.Size{Cols: uint16(c), Rows: uint16(r)}, nil
}
