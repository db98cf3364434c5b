package adapters

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// MaxArgument is the longest single argument, in bytes, that Linux passes to
// a program: 128 KiB less its terminating zero.
const MaxArgument = 128<<10 - 1

// LaunchError says why an agent cannot be launched as asked.
type LaunchError struct {
	Adapter string
	Problem string
	Advice  string
}

func (e *LaunchError) Error() string { return fmt.Sprintf("launch %s: %s", e.Adapter, e.Problem) }

// Hint says what to change.
func (e *LaunchError) Hint() string { return e.Advice }

// declared is the Adapter of a Spec.
type declared struct {
	spec     Spec
	handlers []Handler
}

func (d declared) Name() string { return d.spec.Name }

func (d declared) AutoPolicy() *AutoPolicy {
	if len(d.spec.InjectArgs) == 0 && len(d.handlers) == 0 {
		return nil
	}
	return &AutoPolicy{InjectArgs: slices.Clone(d.spec.InjectArgs), Handlers: slices.Clone(d.handlers)}
}

func (d declared) LaunchConfig(req LaunchRequest) (LaunchConfig, error) {
	if req.Mode != Headless || d.spec.Headless == nil {
		return LaunchConfig{}, d.fail("mode "+string(req.Mode)+" is not supported", "use mode: headless")
	}
	mode := d.spec.Headless
	argv := append([]string{d.spec.Command}, mode.Args...)
	if req.AutoApprove {
		argv = append(argv, absent(d.spec.InjectArgs, mode.Args, req.ExtraArgs)...)
	}
	argv = append(argv, req.ExtraArgs...)
	argv = append(argv, mode.Tail...)

	launch := LaunchConfig{Argv: argv, Env: pairs(d.spec.Env), Decode: d.spec.Decode}
	switch mode.PromptVia {
	case ViaStdin:
		launch.StdinPipe, launch.Stdin = true, []byte(req.Prompt)
		return launch, nil
	case ViaFile:
		if req.PromptFile == "" {
			return LaunchConfig{}, d.fail("the prompt goes by file, and no file was given", "set prompt_via: stdin for this adapter")
		}
		launch.Argv = append(launch.Argv, "Read the file "+req.PromptFile+" and do what it says.")
		return launch, nil
	}
	prompt, err := d.argument(req.Prompt)
	if err != nil {
		return LaunchConfig{}, err
	}
	launch.Argv = append(launch.Argv, prompt...)
	return launch, nil
}

// argument returns the arguments that carry prompt: itself, after "--" when
// it would otherwise be read as a flag.
func (d declared) argument(prompt string) ([]string, error) {
	switch {
	case len(prompt) > MaxArgument:
		problem := fmt.Sprintf("the prompt has %d bytes, and one argument holds at most %d", len(prompt), MaxArgument)
		return nil, d.fail(problem, "set prompt_via: stdin (or file) for this adapter, or shorten the prompt")
	case strings.ContainsRune(prompt, 0):
		return nil, d.fail("the prompt holds a zero byte, which no argument can", "remove the byte, or set prompt_via: stdin")
	case !strings.HasPrefix(prompt, "-"):
		return []string{prompt}, nil
	case d.spec.Headless.EndOfOptions:
		return []string{"--", prompt}, nil
	}
	return nil, d.fail("the prompt starts with a dash and would be read as a flag", "start the prompt with a word, or set end_of_options: true if the program takes --")
}

func (d declared) fail(problem, advice string) error {
	return &LaunchError{Adapter: d.spec.Name, Problem: problem, Advice: advice}
}

// absent returns inject without the flags that are given already, each with
// its value: a second --approval-mode would contradict the user's.
func absent(inject []string, given ...[]string) []string {
	var out []string
	skip := false
	for _, arg := range inject {
		if flag, _, _ := strings.Cut(arg, "="); strings.HasPrefix(arg, "-") {
			skip = false
			for _, args := range given {
				skip = skip || slices.ContainsFunc(args, func(a string) bool {
					return a == flag || strings.HasPrefix(a, flag+"=")
				})
			}
		}
		if !skip {
			out = append(out, arg)
		}
	}
	return out
}

// pairs renders env in a fixed order, so that equal launches are equal.
func pairs(env map[string]string) []string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(env)) {
		out = append(out, key+"="+env[key])
	}
	return out
}
