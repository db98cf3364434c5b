package config

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// phaseFile is the text of one phase: a list of fragments, or the path of a
// single one.
type phaseFile []fragmentFile

// fragmentFile is one fragment: a path, or a mapping with more.
type fragmentFile struct {
	Path       *text      `json:"path"`
	Content    *text      `json:"content"`
	Parameters parameters `json:"parameters"`
}

// UnmarshalJSON reads either form.
func (p *phaseFile) UnmarshalJSON(data []byte) error {
	if !bytes.HasPrefix(data, []byte("[")) {
		*p = make(phaseFile, 1)
		return (*p)[0].UnmarshalJSON(data)
	}
	return json.Unmarshal(data, (*[]fragmentFile)(p))
}

// UnmarshalJSON reads either form; null, which stands for what was refused,
// is a fragment with nothing in it.
func (f *fragmentFile) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte(`"`)) {
		return json.Unmarshal(data, &f.Path)
	}
	type plain fragmentFile
	return json.Unmarshal(data, (*plain)(f))
}

type parameters map[string]any

// UnmarshalJSON keeps whole numbers whole: as floating point, a template
// would print ten million as 1e+07.
func (p *parameters) UnmarshalJSON(data []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var values map[string]any
	if err := decoder.Decode(&values); err != nil {
		return err
	}
	*p = values
	for key, value := range values {
		values[key] = whole(value)
	}
	return nil
}

func whole(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key := range value {
			value[key] = whole(value[key])
		}
	case []any:
		for i := range value {
			value[i] = whole(value[i])
		}
	case json.Number:
		if n, err := value.Int64(); err == nil {
			return n
		}
		if f, err := value.Float64(); err == nil {
			return f
		}
		return fmt.Sprint(value)
	}
	return value
}
