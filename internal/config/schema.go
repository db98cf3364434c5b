package config

import (
	_ "embed"
	"sync"

	"rooda/internal/yamlsrc"
)

// schema is made of the types in file.go: UPDATE=1 go test -run TestSchemaIsCurrent
// writes it again.
//
//go:embed schema.json
var schema string

// Schema returns the JSON Schema (draft 2020-12) of rooda-config.yml, for
// editors. Load checks files against this very schema.
func Schema() []byte { return []byte(schema) }

// compiled is the schema in the form that checks. Many commands check nothing.
var compiled = sync.OnceValues(func() (*yamlsrc.Schema, error) { return yamlsrc.Compile(Schema()) })
