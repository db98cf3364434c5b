package shim

import (
	"errors"
	"strconv"
	"time"
)

// query reads a request's parameters; err is the first that is wrong.
type query struct {
	values map[string][]string
	err    error
}

func (q *query) get(name string) string {
	if v := q.values[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

func (q *query) flag(name string) bool {
	switch q.get(name) {
	case "", "0", "false":
		return false
	}
	return true
}

func (q *query) duration(name string) time.Duration {
	text := q.get(name)
	if text == "" {
		return 0
	}
	d, err := time.ParseDuration(text)
	if err != nil && q.err == nil {
		q.err = err
	}
	return d
}

// number reads a number that fits into 16 bits.
func (q *query) number(name string, otherwise int) int {
	return int(q.parse(name, int64(otherwise), 16))
}

func (q *query) offset(name string, otherwise int64) int64 { return q.parse(name, otherwise, 62) }

func (q *query) parse(name string, otherwise int64, bits int) int64 {
	text := q.get(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, bits)
	if err != nil && q.err == nil {
		q.err = errors.New(name + ": " + strconv.Quote(text) + " is no number that fits")
	}
	return int64(n)
}
