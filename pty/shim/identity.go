package shim

import "os"

// identity names one process for all time: numbers are used again, and after
// a reboot all of them are.
type identity struct {
	Pid     int    `json:"pid"`
	Started string `json:"started"` // as the system counts it
	Boot    string `json:"boot"`
}

func self() (identity, error) {
	started, err := startOf(os.Getpid())
	if err != nil {
		return identity{}, err
	}
	boot, err := bootID()
	return identity{os.Getpid(), started, boot}, err
}

// alive says whether the process still runs. A zombie does not.
func (id identity) alive() bool {
	if id.Pid <= 1 {
		return false
	}
	if boot, err := bootID(); err != nil || boot != id.Boot {
		return false
	}
	started, err := startOf(id.Pid)
	return err == nil && started == id.Started
}
