package config

import (
	"errors"
	"slices"

	"rooda/adapters"
	"rooda/internal/yamlsrc"
)

// Options says where to look.
type Options struct {
	// Path is the file of --config. It replaces the workspace's file, and it
	// has to exist.
	Path string
	// Workdir is the absolute working directory: the search for the
	// workspace's file begins there, and relative paths start there.
	Workdir string
	// Environ holds KEY=VALUE pairs, as os.Environ returns them.
	Environ []string
	// Commands are names under which a procedure cannot be called without run.
	Commands []string
}

// Config is everything that the files and variables say. It is read-only and
// safe for concurrent use.
type Config struct {
	files    []File
	warnings Problems
	workdir  string
	environ  []string

	loop       choices // all tiers but the flags
	unset      Origin  // where the AI command is said to be none
	aliases    map[string]Value[string]
	procedures map[string]procedure
	registry   *adapters.Registry
	sources    []*source // in order of precedence
	unread     bool      // a file that would count could not be read
	invalid    Problems  // the variables that say nothing usable
}

// Load reads the configuration. Default files that do not exist are skipped.
// The error is a Problems with everything that is wrong in all files and
// variables, among them a *MissingError when the file of --config cannot be
// read. The Config is then what the rest says, for reports: whoever runs
// something by it would do other than what was written. It is nil only with an
// error of rooda's own.
func Load(opts Options) (*Config, error) {
	files, problems := locate(opts)
	c := &Config{files: files, workdir: opts.Workdir, environ: slices.Clone(opts.Environ), unread: len(problems) > 0}
	for _, f := range files {
		if f.Status != Read {
			continue
		}
		data, err := f.read(opts)
		if err != nil {
			problems, c.unread = append(problems, err), true
			continue
		}
		s, err := newSource(f, data)
		if err != nil {
			return nil, err
		}
		c.sources = append(c.sources, s)
	}
	said, invalid := readEnvironment(opts.Environ)
	c.invalid = invalid
	if err := c.merge(said); err != nil {
		return nil, err
	}
	for _, s := range c.sources {
		s.hidden(opts.Commands)
		problems = append(problems, sorted(s.problems).Unwrap()...)
		c.warnings = append(c.warnings, sorted(s.warnings).Unwrap()...)
	}
	c.warnings = append(c.warnings, unknownVariables(opts.Environ)...)
	return c, append(problems, invalid...).err()
}

// merge lays the tiers over each other.
func (c *Config) merge(environment choices) (err error) {
	c.loop = environment
	c.unset = Origin{Tier: BuiltIn}
	c.aliases = map[string]Value[string]{}
	c.procedures = map[string]procedure{}
	for _, s := range c.sources {
		c.loop = c.loop.over(s.file.Loop.choices(s.keys("", "loop")))
		for name, line := range s.file.AICmdAliases {
			if _, set := c.aliases[name]; !set {
				c.aliases[name] = Value[string]{string(line), s.origin("ai_cmd_aliases", name)}
			}
		}
		for name, p := range s.procedures() {
			c.procedures[name] = c.procedures[name].over(p)
		}
	}
	c.loop = c.loop.over(defaults())
	if c.loop.ai != nil && c.loop.ai.V == (ai{}) {
		c.unset = c.loop.ai.From
	}
	c.loop = c.loop.settled()
	c.checkProcedures()
	c.registry, err = layAgents(c.sources)
	return err
}

// Files returns the files that were looked for, in order of precedence.
func (c *Config) Files() []File { return slices.Clone(c.files) }

// Warnings returns what the user should know and may ignore: keys and
// variables that nobody knows, with the one that was probably meant, keys
// without effect yet, and procedures that a command hides.
func (c *Config) Warnings() Problems { return slices.Clone(c.warnings) }

// Registry returns the built-in agents with the configuration's laid over them.
func (c *Config) Registry() *adapters.Registry { return c.registry }

func faulty(sources []*source) bool {
	return slices.ContainsFunc(sources, func(s *source) bool { return len(s.problems) > 0 })
}

// sorted returns the problems of one file in the order of the file.
func sorted(problems yamlsrc.Problems) yamlsrc.Problems {
	var ps yamlsrc.Problems
	errors.As(problems.Err(), &ps)
	return ps
}
