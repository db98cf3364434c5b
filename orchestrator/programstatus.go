package orchestrator

import "strings"

// ProgramStatus is one record of the program status protocol, OSC 7501.
type ProgramStatus struct {
	State, Kind, ID string
}

// oscProgramStatus is the number of the operating system command.
const oscProgramStatus = 7501

// parseProgramStatus reads "key=value:key=value"; a query or anything else is
// no record.
func parseProgramStatus(cmd int, data []byte) (ProgramStatus, bool) {
	if cmd != oscProgramStatus {
		return ProgramStatus{}, false
	}
	var s ProgramStatus
	for field := range strings.SplitSeq(string(data), ":") {
		key, value, _ := strings.Cut(field, "=")
		switch key {
		case "state":
			s.State = value
		case "kind":
			s.Kind = value
		case "id":
			s.ID = value
		}
	}
	return s, s.State != ""
}
