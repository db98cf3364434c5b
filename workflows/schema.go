package workflows

import (
	_ "embed"
	"sync"

	"rooda/internal/yamlsrc"
)

// reserved keys have no meaning yet and are refused by name, so that a file
// written for a later version does not half work in this one.
var reserved = []string{
	"params", "verify", "retry", "workspace", "approve", "loop", "foreach", "outputs", "if", "run", "hooks", "labels", "budget",
}

// schema is made of the types in file.go: UPDATE=1 go test -run TestSchemaIsCurrent
// writes it again.
//
//go:embed schema.json
var schema string

// Schema returns the JSON Schema (draft 2020-12) of a workflow file, for
// editors. Parse checks files against this very schema.
func Schema() []byte { return []byte(schema) }

// compiled is the schema in the form that checks. Many commands check nothing.
var compiled = sync.OnceValues(func() (*yamlsrc.Schema, error) { return yamlsrc.Compile(Schema()) })
