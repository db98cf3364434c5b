package config

import (
	"errors"

	"rooda/adapters"
	"rooda/internal/yamlsrc"
	"rooda/prompts"
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
}

// Config is everything that the files and variables say. It is read-only and
// safe for concurrent use.
type Config struct {
	files    []File
	warnings yamlsrc.Problems
	registry *adapters.Registry
}

// Load reads the configuration. Default files that do not exist are skipped.
// The error is a Problems with everything that is wrong in all files and
// variables.
func Load(opts Options) (*Config, error) { return nil, errors.New("not there yet") }

// Files returns the files that were looked for, in order of precedence.
func (c *Config) Files() []File { return c.files }

// Warnings returns what the user should know and may ignore: keys that nobody
// knows, with the one that was probably meant, and keys without effect yet.
func (c *Config) Warnings() yamlsrc.Problems { return c.warnings }

// Registry returns the built-in agents with the configuration's laid over them.
func (c *Config) Registry() *adapters.Registry { return c.registry }

// Procedures returns the shipped procedures as the configuration changes
// them, in their order, and then its own, sorted by name. The caller owns the
// result.
func (c *Config) Procedures() []prompts.Procedure { return nil }

// Procedure finds one of them by name, or by the alias bootstrap. The error
// is a *prompts.UnknownError.
func (c *Config) Procedure(name string) (prompts.Procedure, error) {
	return prompts.Procedure{}, errors.New("not there yet")
}

// Resolve returns the settings for a run of the named procedure. The error is
// a *prompts.UnknownError for the name, a *NoCommandError, an
// *UnknownAliasError, or a Problems about the flags.
func (c *Config) Resolve(name string, flags Flags) (Settings, error) {
	return Settings{}, errors.New("not there yet")
}

// Entries lists every loop setting, every alias, and what the files say about
// procedures and adapters, in a fixed order.
func (c *Config) Entries() []Entry { return nil }

// Entry is one line of a listing.
type Entry struct {
	Key    string `json:"key"` // dotted: "loop.log_level"
	Value  string `json:"value"`
	Origin Origin `json:"origin"`
}

// Schema returns the JSON Schema (draft 2020-12) of rooda-config.yml, for
// editors. Load checks files against this very schema.
func Schema() ([]byte, error) { return nil, errors.New("not there yet") }
