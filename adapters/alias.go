package adapters

import "fmt"

// Alias returns the adapter that runs an agent's alias: the command line the
// name stands for in `rooda run`, with the agent's environment and decoder.
func (r *Registry) Alias(name string) (Adapter, error) {
	spec, err := r.Spec(name)
	if err != nil {
		return nil, err
	}
	line, err := commandSpec(spec.Alias)
	if err != nil {
		return nil, fmt.Errorf("expand alias %s: %w", name, err)
	}
	spec.Command, spec.Headless = line.Command, line.Headless
	signs, err := r.Signs(name)
	if err != nil {
		return nil, err
	}
	return declared{spec, signs}, nil
}

// Aliases returns each built-in alias and its command line (AI-03).
func (r *Registry) Aliases() (map[string]string, error) {
	specs, err := r.Specs()
	if err != nil {
		return nil, err
	}
	aliases := make(map[string]string, len(specs))
	for _, spec := range specs {
		if spec.Alias != "" {
			aliases[spec.Name] = spec.Alias
		}
	}
	return aliases, nil
}
