package adapters

import (
	"fmt"
	"maps"
	"path/filepath"
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
	spec  Spec
	signs Signs
}

func (d declared) Name() string { return d.spec.Name }

func (d declared) AutoPolicy() *AutoPolicy {
	if len(d.spec.InjectArgs) == 0 && len(d.signs.Handlers) == 0 {
		return nil
	}
	return &AutoPolicy{InjectArgs: slices.Clone(d.spec.InjectArgs), Handlers: slices.Clone(d.signs.Handlers)}
}

func (d declared) LaunchConfig(req LaunchRequest) (LaunchConfig, error) {
	mode, err := d.mode(req.Mode)
	if err != nil {
		return LaunchConfig{}, err
	}
	launch := LaunchConfig{Argv: append([]string{d.spec.Command}, mode.Args...), Env: pairs(d.spec.Env), Decode: d.spec.Decode}
	if req.Mode == Interactive {
		launch.Decode, launch.Signs = "", d.signs // a terminal shows no JSON
		d.listen(&launch, req)
	}
	if err := d.converse(&launch, *mode, req); err != nil {
		return LaunchConfig{}, err
	}
	how := *mode
	if req.Resume != "" && mode.ResumeVia != "" {
		how.PromptVia = mode.ResumeVia
	}
	if req.AutoApprove && !holds(req.ExtraArgs, d.spec.InjectUnless) {
		launch.Argv = append(launch.Argv, absent(d.spec.InjectArgs, mode.Args, req.ExtraArgs)...)
	}
	launch.Argv = append(launch.Argv, req.ExtraArgs...)
	if req.Mode == Headless && launch.Decode == "" {
		launch.Decode = decoderOf(slices.Concat(launch.Argv, mode.Tail))
	}
	return d.hand(launch, how, req)
}

func (d declared) mode(m Mode) (*Launch, error) {
	switch {
	case m == Headless && d.spec.Headless != nil:
		return d.spec.Headless, nil
	case m == Interactive && d.spec.Interactive != nil:
		return d.spec.Interactive, nil
	case d.spec.Headless == nil && d.spec.Interactive == nil:
		return nil, d.fail("it says how to be launched in no mode", "give it a headless or an interactive section")
	}
	other := Headless
	if m == Headless {
		other = Interactive
	}
	return nil, d.fail("mode "+string(m)+" is not supported", "use mode: "+string(other)+", or give the adapter a section "+string(m))
}

// hand adds the prompt in the way that the mode wants.
func (d declared) hand(launch LaunchConfig, mode Launch, req LaunchRequest) (LaunchConfig, error) {
	via, text := mode.PromptVia, req.Prompt
	if req.Mode == Interactive && len(mode.PromptFlag)+len(text) > MaxArgument {
		via = ViaFile
	}
	if via == ViaFile && !(req.Mode == Interactive && text == "") {
		if req.PromptFile == "" {
			return LaunchConfig{}, d.fail("the prompt goes by file, and no file was given", "set prompt_via: stdin for this adapter")
		}
		for _, arg := range mode.FileArgs {
			launch.Argv = append(launch.Argv, strings.ReplaceAll(arg, "{dir}", filepath.Dir(req.PromptFile)))
		}
		text = "Read the file " + req.PromptFile + " and do what it says."
	}
	launch.Argv = append(launch.Argv, mode.Tail...)
	switch {
	case mode.PromptVia == ViaStdin:
		launch.StdinPipe, launch.Stdin = true, []byte(text)
	case mode.PromptVia == ViaPaste:
		launch.Paste = text
	case req.Mode == Headless || text != "":
		prompt, err := d.argument(mode, text)
		if err != nil {
			return LaunchConfig{}, err
		}
		launch.Argv = append(launch.Argv, prompt...)
	}
	return launch, nil
}

// argument returns the arguments that carry prompt: after the mode's flag, or
// after "--" when it would otherwise be read as a flag.
func (d declared) argument(mode Launch, prompt string) ([]string, error) {
	joined := strings.HasSuffix(mode.PromptFlag, "=")
	switch {
	case len(mode.PromptFlag)+len(prompt) > MaxArgument:
		problem := fmt.Sprintf("the prompt has %d bytes, and one argument holds at most %d", len(prompt), MaxArgument)
		return nil, d.fail(problem, "set prompt_via: stdin (or file) for this adapter, or shorten the prompt")
	case strings.ContainsRune(prompt, 0):
		return nil, d.fail("the prompt holds a zero byte, which no argument can", "remove the byte, or set prompt_via: stdin")
	case joined:
		return []string{mode.PromptFlag + prompt}, nil
	case strings.HasPrefix(prompt, "-") && mode.EndOfOptions && mode.PromptFlag == "":
		return []string{"--", prompt}, nil
	case strings.HasPrefix(prompt, "-"):
		return nil, d.fail("the prompt starts with a dash and would be read as a flag", "start the prompt with a word, or set end_of_options: true if the program takes --")
	case mode.PromptFlag != "":
		return []string{mode.PromptFlag, prompt}, nil
	}
	return []string{prompt}, nil
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
			skip = holds(slices.Concat(given...), []string{flag})
		}
		if !skip {
			out = append(out, arg)
		}
	}
	return out
}

// holds reports whether args hold one of the flags, with or without "=value".
func holds(args, flags []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		flag, _, _ := strings.Cut(arg, "=")
		return slices.Contains(flags, flag)
	})
}

// pairs renders env in a fixed order, so that equal launches are equal.
func pairs(env map[string]string) []string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(env)) {
		out = append(out, key+"="+env[key])
	}
	return out
}
