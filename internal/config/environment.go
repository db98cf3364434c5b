package config

import (
	"errors"
	"strings"

	"rooda/adapters"
)

// variable sets one loop setting from the environment.
type variable struct {
	name string
	set  func(c *choices, text string, from Origin) error
}

// environment lists the variables; of two for one setting, the first wins.
// A library that fills structs from variables names the struct's field in its
// errors and knows neither ranges nor words, so it would do the smaller half.
var environment = []variable{
	{"ROODA_LOOP_ITERATION_MODE", setMode},
	{"ROODA_LOOP_DEFAULT_MAX_ITERATIONS", setCount},
	{"ROODA_LOOP_ITERATION_TIMEOUT", setTimeout},
	{"ROODA_LOOP_MAX_OUTPUT_BUFFER", setBuffer},
	{"ROODA_LOOP_FAILURE_THRESHOLD", setThreshold},
	{"ROODA_LOOP_AI_CMD", setCommand},
	{"ROODA_LOOP_AI_CMD_ALIAS", setAlias},
	{"ROODA_LOOP_LOG_LEVEL", setLevel},
	{"ROODA_LOG_LEVEL", setLevel},
	{"ROODA_LOOP_LOG_FORMAT", setFormat},
	{"ROODA_LOOP_LOG_TIMESTAMP_FORMAT", setTimestamp},
	{"ROODA_LOOP_SHOW_AI_OUTPUT", setShow},
	{"ROODA_SHOW_AI_OUTPUT", setShow},
}

// readEnvironment returns what the variables say. An empty one says nothing.
func readEnvironment(environ []string) (choices, Problems) {
	var all choices
	var problems Problems
	for _, v := range environment {
		text := lookup(environ, v.name)
		if text == "" {
			continue
		}
		var one choices
		if err := v.set(&one, text, Origin{Tier: Env, Variable: v.name}); err != nil {
			problems = append(problems, invalid(v.name, err))
			continue
		}
		all = all.over(one)
	}
	return all, problems
}

// invalid says what is wrong with a variable or a flag, with something to type
// instead where the error has an example.
func invalid(source string, err error) *InvalidError {
	hint := advice(err)
	var w *wrong
	if errors.As(err, &w) && w.example != "" {
		between := "="
		if strings.HasPrefix(source, "--") {
			between = " "
		}
		example := "for example " + source + between + w.example
		if hint != "" {
			hint = example + "; " + hint
		} else {
			hint = example
		}
	}
	return &InvalidError{Source: source, Message: err.Error(), Advice: hint}
}

func store[T any](to **Value[T], from Origin) func(v T, err error) error {
	return func(v T, err error) error {
		if err == nil {
			*to = &Value[T]{v, from}
		}
		return err
	}
}

func setMode(c *choices, text string, from Origin) error {
	return store(&c.mode, from)(oneOf(modes, text))
}

func setCount(c *choices, text string, from Origin) error {
	return store(&c.count, from)(iterationBounds.parse(text))
}

func setTimeout(c *choices, text string, from Origin) error {
	return store(&c.timeout, from)(parseSpan(text))
}

func setBuffer(c *choices, text string, from Origin) error {
	return store(&c.buffer, from)(bufferBounds.parse(text))
}

func setThreshold(c *choices, text string, from Origin) error {
	return store(&c.threshold, from)(failureBounds.parse(text))
}

func setLevel(c *choices, text string, from Origin) error {
	return store(&c.level, from)(parseLevel(text))
}

func setFormat(c *choices, text string, from Origin) error {
	return store(&c.format, from)(oneOf(formats, text))
}

func setTimestamp(c *choices, text string, from Origin) error {
	return store(&c.timestamp, from)(oneOf(timestampFormats, text))
}

func setShow(c *choices, text string, from Origin) error {
	return store(&c.show, from)(parseBool(text))
}

func setCommand(c *choices, text string, from Origin) error {
	return store(&c.ai, from)(ai{command: text}, splits(text))
}

func setAlias(c *choices, text string, from Origin) error {
	if strings.TrimSpace(text) == "" {
		return &wrong{message: "empty alias", example: "claude"}
	}
	return store(&c.ai, from)(ai{alias: text}, nil)
}

// splits checks that a command line can be taken apart into words.
func splits(line string) error {
	_, err := adapters.Command(line)
	switch {
	case errors.Is(err, adapters.ErrEmptyCommand):
		return &wrong{message: err.Error(), example: `"claude -p"`}
	case err != nil:
		return &wrong{message: err.Error(), hint: "close every quote; for pipes and redirections write a script"}
	}
	return nil
}
