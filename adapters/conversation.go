package adapters

import "strings"

// ownSession are the flags with which a user chooses the conversation himself.
var ownSession = []string{"--session-id", "--resume", "-r", "--continue", "-c", "--session", "-s", "--fork-session", "--from-pr"}

// converse chooses the conversation.
func (d declared) converse(launch *LaunchConfig, mode Launch, req LaunchRequest) error {
	args, id := mode.SessionArgs, req.SessionID
	if req.Resume != "" {
		args, id = mode.ResumeArgs, req.Resume
		if len(args) == 0 {
			return d.fail("it cannot go on with an earlier conversation", "set on_lost: retry, or give the adapter resume_args")
		}
	}
	if id == "" || len(args) == 0 || req.Resume == "" && holds(req.ExtraArgs, ownSession) {
		return nil
	}
	for _, arg := range args {
		launch.Argv = append(launch.Argv, strings.ReplaceAll(arg, "{id}", id))
	}
	launch.SessionID = id
	return nil
}
