package orchestrator

import "cmp"

// given are the texts that an agent has got before anything is typed, the newest last.
func (it Iteration) given() []string {
	in := it.Interactive
	switch {
	case in.Adopted:
		return append([]string{cmp.Or(it.Launch.Paste, it.Prompt)}, in.Inputs[:min(in.Sent, len(in.Inputs))]...)
	case it.Launch.Paste == "":
		return []string{it.Prompt}
	}
	return nil
}
