package config

import (
	"cmp"
	"fmt"
)

// Tier is a place that values come from.
type Tier string

// The tiers, from the one that wins to the one that yields. A procedure's
// setting beats the loop's whatever the tier, flags excepted.
const (
	CLI       Tier = "cli"
	Env       Tier = "env"
	Workspace Tier = "workspace"
	Global    Tier = "global"
	BuiltIn   Tier = "built-in"
)

// Origin says where a value was written. What the tier does not have is empty.
type Origin struct {
	Tier      Tier   `json:"tier"`
	File      string `json:"file,omitempty"` // as messages name it: relative to the working directory, or as it was typed
	Line      int    `json:"line,omitempty"`
	Col       int    `json:"col,omitempty"`
	Variable  string `json:"variable,omitempty"`
	Flag      string `json:"flag,omitempty"`
	Procedure string `json:"procedure,omitempty"` // set when the value is a procedure's own and not the loop's
}

// String returns "workspace: rooda-config.yml:12:3", "env: ROODA_LOOP_AI_CMD",
// "cli: --ai-cmd" or "built-in", and names the procedure where one said it.
func (o Origin) String() string {
	if o.File == "" && o.Variable == "" && o.Flag == "" {
		return o.place()
	}
	return string(o.Tier) + ": " + o.place()
}

// place is that without the tier, as problems begin.
func (o Origin) place() string {
	s := cmp.Or(o.Variable, o.Flag, string(o.Tier))
	if o.File != "" {
		s = fmt.Sprintf("%s:%d:%d", o.File, o.Line, o.Col)
	}
	if o.Procedure != "" {
		s += " (procedure " + o.Procedure + ")"
	}
	return s
}

// Value is a setting and where it came from.
type Value[T any] struct {
	V    T      `json:"value"`
	From Origin `json:"from"`
}
