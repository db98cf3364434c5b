package cmd

import "fmt"

// afterRefusal is what to type when a host refuses something with that code: what the host
// itself says is for whoever has no such commands. Empty where that says it all.
func (a agent) afterRefusal(code string) string {
	switch code {
	case "not_driven":
		return fmt.Sprintf("only interactive agents are driven; rooda send %[1]s TEXT types into any agent's terminal, rooda cancel %[1]s ends the task", a)
	case "nothing_asked":
		return fmt.Sprintf("rooda screen %s shows what it does", a)
	case "answered":
		return fmt.Sprintf("somebody was faster; rooda screen %s shows what comes of it", a)
	case "no_answer":
		return fmt.Sprintf("rooda session show %s says what a person is called for, rooda attach %s goes there", shortID(a.id), a)
	}
	return ""
}
