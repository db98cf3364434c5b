// Package yamlsrc reads YAML that a person wrote and says everything that is
// wrong with it at once, each problem with file, line, column, the line
// itself, a caret and a hint.
//
// It owns the syntax tree, the positions, the check against a JSON Schema and
// the wording of those problems. It never opens a file, never prints, and
// knows no key of any format: the caller brings the schema, and adds the
// problems that a schema cannot express. Callers are workflows, adapters and
// internal/config.
//
//	doc, err := yamlsrc.Parse("plan.yml", data) // err: Problems, if not YAML
//	problems := doc.Check(schema, yamlsrc.Guide{Nearest: prompts.Nearest})
//	problems = append(problems, doc.Problem([]any{"stages", 0, "id"}, "taken", "pick another"))
//	if len(problems) == 0 { err = doc.Decode(&file) }
//
// The dialect is strict YAML 1.2: one document, unique keys that are plain
// text, no tags but !!str, no NaN. Anchors, aliases and merge keys work; what an
// alias brings in is reported where the alias stands. Decode follows json
// struct tags, because a checked document is a JSON value.
package yamlsrc
