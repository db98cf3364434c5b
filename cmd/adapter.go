package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rooda/adapters"
	"rooda/internal/console"
	"rooda/prompts"
)

func newAdapter(s console.Streams) *cobra.Command {
	return parent("adapter", "See which agents rooda knows", newAdapterList(s), newAdapterShow(s), newAdapterTest(s))
}

func newAdapterList(s console.Streams) *cobra.Command {
	var asJSON bool
	var path string
	c := &cobra.Command{
		Use:   "list",
		Short: "List the agents rooda knows, and which are installed",
		Args:  noArguments(""),
		RunE:  func(*cobra.Command, []string) error { return runAdapterList(s, path, asJSON) },
	}
	addConfig(c, &path)
	addJSON(c, &asJSON)
	return c
}

func runAdapterList(s console.Streams, path string, asJSON bool) error {
	cfg, err := loadConfig(s, path, workdir())
	if err != nil {
		return err
	}
	registry := cfg.Registry()
	specs, err := registry.Specs()
	if err != nil {
		return err
	}
	found, err := registry.Installed(s.Environ)
	if err != nil {
		return err
	}
	paths := map[string]string{}
	for _, f := range found {
		paths[f.Name] = f.Path
	}
	if asJSON {
		type item struct {
			adapters.Spec
			Path string `json:"path,omitempty"`
		}
		list := []item{}
		for _, spec := range specs {
			list = append(list, item{spec, paths[spec.Name]})
		}
		return printJSON(s, list)
	}
	var rows [][]string
	for _, spec := range specs {
		where := paths[spec.Name]
		if where == "" {
			_, err := adapters.Find(spec.Command, s.Environ, "")
			where = absent(err)
		}
		rows = append(rows, []string{spec.Name, spec.Display, where})
	}
	return console.Table(s, []string{"ADAPTER", "AGENT", "INSTALLED"}, rows)
}

// absent says in a few words why a program cannot be run.
func absent(err error) string {
	var missing *adapters.NotFoundError
	if errors.As(err, &missing) && (missing.Blocked != "" || strings.ContainsRune(missing.Command, filepath.Separator)) {
		return strings.TrimPrefix(err.Error(), "find ")
	}
	return "not in PATH"
}

func newAdapterShow(s console.Streams) *cobra.Command {
	var asJSON bool
	var path string
	c := &cobra.Command{
		Use:     "show NAME",
		Short:   "Show how an agent is launched",
		Example: "  rooda adapter show claude",
		Args:    one("adapter", "rooda adapter list shows them"), ValidArgsFunction: completeAdapter(s),
		RunE: func(_ *cobra.Command, args []string) error { return runAdapterShow(s, args[0], path, asJSON) },
	}
	addConfig(c, &path)
	addJSON(c, &asJSON)
	return c
}

func runAdapterShow(s console.Streams, name, path string, asJSON bool) error {
	cfg, err := loadConfig(s, path, workdir())
	if err != nil {
		return err
	}
	registry := cfg.Registry()
	spec, err := registry.Spec(name)
	if name == "generic" && err != nil {
		return showCommon(s, registry, asJSON)
	}
	if err != nil {
		return suggestAdapter(err)
	}
	signs, err := registry.Signs(name)
	if err != nil {
		return err
	}
	if asJSON {
		both, err := joined(spec, signs)
		if err != nil {
			return err
		}
		return printJSON(s, both)
	}
	agent, err := registry.Get(name)
	if err != nil {
		return err
	}
	s.Printf("%s  (%s)\n\n", spec.Name, cmp.Or(spec.Display, spec.Name))
	if err := showLaunches(s, agent, spec); err != nil {
		return err
	}
	if spec.Alias != "" {
		s.Printf("%-13s %s\n", "rooda run", spec.Alias)
	}
	for _, key := range slices.Sorted(maps.Keys(spec.Env)) {
		s.Printf("%-13s %s=%s\n", "environment", key, spec.Env[key])
	}
	recorded := spec.Recorded
	if recorded == "" {
		recorded = "none that these rules were recorded from"
	}
	s.Printf("%-13s %s\n%-13s %s\n", "known version", recorded, "install", spec.Install)
	showTerminal(s, spec, signs)
	return nil
}

// suggestAdapter adds the nearest names to an unknown adapter's hint.
func suggestAdapter(err error) error {
	var unknown *adapters.UnknownError
	if !errors.As(err, &unknown) {
		return err
	}
	return hintf(err, "%s%s", didYouMean(unknown.Name, unknown.Known), unknown.Hint())
}

// didYouMean is empty when nothing known is near.
func didYouMean(name string, known []string) string {
	if near := prompts.Nearest(name, known); len(near) > 0 {
		return fmt.Sprintf("did you mean %s? ", strings.Join(near, " or "))
	}
	return ""
}
