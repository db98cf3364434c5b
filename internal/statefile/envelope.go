package statefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// The two fields that every file begins with; the rest of the record is beside them.
const (
	versionField = "schema_version"
	kindField    = "kind"
)

// Encode renders v, which must be a JSON object, as a file of that kind and
// version: indented, the two fields first, a newline at the end.
func Encode(kind string, version int, v any) ([]byte, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", kind, err)
	}
	if len(body) < 2 || body[0] != '{' {
		return nil, fmt.Errorf("encode %s: %T is no JSON object", kind, v)
	}
	head := fmt.Sprintf(`{%q:%d,%q:%q`, versionField, version, kindField, kind)
	if string(body) != "{}" {
		head += ","
	}
	var out bytes.Buffer
	if err := json.Indent(&out, append([]byte(head), body[1:]...), "", "  "); err != nil {
		return nil, fmt.Errorf("encode %s: %w", kind, err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// Decode reads the file at path into v. It fails with *KindError when the
// file is of another kind, *NewerError when a later rooda wrote it, which may only
// have added a field that v has no place for, and *CorruptError when it is not whole or
// holds a value that v cannot. What is written back would lack such a field, so the file is not
// for this rooda. It is never changed. v is undefined after an error.
func Decode(path, kind string, version int, v any) error {
	data, err := Read(path)
	if err != nil {
		return fmt.Errorf("load state: %w", err)
	}
	fields, err := object(data)
	if err != nil {
		return &CorruptError{Path: path, Err: err}
	}
	var foundKind string
	if raw, ok := fields[kindField]; !ok || json.Unmarshal(raw, &foundKind) != nil || foundKind != kind {
		return &KindError{Path: path, Found: foundKind, Want: kind}
	}
	var found int
	if err := json.Unmarshal(fields[versionField], &found); err != nil || found < 1 {
		return &CorruptError{Path: path, Err: errors.New(versionField + ": not a positive number")}
	}
	if found > version {
		return &NewerError{Path: path, Found: found, Known: version}
	}
	delete(fields, kindField)
	delete(fields, versionField)
	body, err := json.Marshal(fields)
	if err != nil {
		return &CorruptError{Path: path, Err: err}
	}
	strict := json.NewDecoder(bytes.NewReader(body))
	strict.DisallowUnknownFields()
	err = strict.Decode(v)
	switch field, unknown := unknownField(err); {
	case err == nil:
		return nil
	case unknown && json.Unmarshal(body, v) == nil: // nothing else is wrong with it
		return &NewerError{Path: path, Found: found, Known: version, Field: field}
	}
	return &CorruptError{Path: path, Err: err}
}

// unknownField is the field, in quotes, that a strict decoder has found no place for; the library tells it only in words.
func unknownField(err error) (field string, ok bool) {
	if err == nil {
		return "", false
	}
	return strings.CutPrefix(err.Error(), "json: unknown field ")
}

// object parses data as exactly one JSON object.
func object(data []byte) (map[string]json.RawMessage, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, errors.New("empty file")
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, fmt.Errorf("line %d: %w", 1+bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n")), err)
		}
		return nil, err
	}
	if fields == nil {
		return nil, errors.New("null")
	}
	return fields, nil
}
