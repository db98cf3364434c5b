package cmd

import (
	"errors"
	"fmt"

	"rooda/internal/config"
	"rooda/internal/console"
	"rooda/internal/yamlsrc"
)

// checkConfig finds what rooda config validate does.
func checkConfig(s console.Streams, path string) (*config.Config, []finding) {
	c, err := readConfig(s, path, workdir())
	wrong := err
	if c != nil {
		wrong = everything(c, err)
	}
	var list []finding
	for _, problem := range flatten([]error{wrong}) {
		list = append(list, finding{What: "configuration", Text: message(problem), Fatal: true})
	}
	if c == nil {
		return nil, list
	}
	if list == nil {
		list = configFiles(c)
	}
	list = append(list, configWarnings(c)...)
	if err != nil {
		return nil, list
	}
	return c, list
}

func configFiles(c *config.Config) []finding {
	var list []finding
	for _, f := range c.Files() {
		if f.Status == config.Read {
			list = append(list, finding{OK: true, What: "configuration", Text: f.Path})
		}
	}
	if list == nil {
		return []finding{{OK: true, What: "configuration", Text: "no rooda-config.yml; the built-in settings are in force"}}
	}
	return list
}

func configWarnings(c *config.Config) []finding {
	var list []finding
	for _, w := range c.Warnings() {
		list = append(list, warning(w))
	}
	return list
}

func warning(err error) finding {
	var p yamlsrc.Problem
	var v *config.InvalidError
	f := finding{What: "configuration"}
	switch {
	case errors.As(err, &p):
		f.Text, f.Hint = fmt.Sprintf("%s:%d:%d: %s: %s", p.File, p.Line, p.Col, p.Field, p.Message), p.Hint
	case errors.As(err, &v):
		f.Text, f.Hint = v.Source+": "+v.Message, v.Advice
	}
	return f
}
