package config_test

import (
	"fmt"
	"testing"

	"rooda/internal/config"
)

// tiers is what one test case says, from the lowest tier up.
type tiers struct {
	name              string
	global, workspace string
	env               []string
	flags             config.Flags
	want              string // of the settings of build, with the origin
}

func run(t *testing.T, cases []tiers, show func(config.Settings) string) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := newPlace(t)
			if c.global != "" {
				p.global(c.global)
			}
			if c.workspace != "" {
				p.workspace(c.workspace)
			}
			p.env(c.env...)
			if got := p.anonymous(show(p.resolve("build", c.flags))); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// LOOP-08 to LOOP-11.
func TestMaxIterations(t *testing.T) {
	const loop7 = "loop: {default_max_iterations: 7}"
	run(t, []tiers{
		{name: "built-in", want: "5 built-in"},
		{name: "empty file", workspace: "# nothing\n", want: "5 built-in"},
		{name: "empty section", workspace: "loop:\n", want: "5 built-in"},
		{name: "workspace", workspace: loop7, want: "7 workspace: rooda-config.yml:1:8"},
		{name: "workspace over global", global: "loop: {default_max_iterations: 9}", workspace: loop7, want: "7 workspace: rooda-config.yml:1:8"},
		{name: "variable over workspace", workspace: loop7, env: []string{"ROODA_LOOP_DEFAULT_MAX_ITERATIONS=8"}, want: "8 env: ROODA_LOOP_DEFAULT_MAX_ITERATIONS"},
		{name: "an empty variable says nothing", workspace: loop7, env: []string{"ROODA_LOOP_DEFAULT_MAX_ITERATIONS="}, want: "7 workspace: rooda-config.yml:1:8"},
		{name: "procedure over variable", workspace: "procedures:\n  build:\n    default_max_iterations: 2", env: []string{"ROODA_LOOP_DEFAULT_MAX_ITERATIONS=8"},
			want: "2 workspace: rooda-config.yml:3:5 (procedure build)"},
		{name: "another procedure's", workspace: "procedures: {publish-plan: {default_max_iterations: 2}}", want: "5 built-in"},
		{name: "flag over procedure", workspace: "procedures: {build: {default_max_iterations: 2}}", flags: config.Flags{MaxIterations: new("3")}, want: "3 cli: --max-iterations"},
		{name: "flag over unlimited", workspace: "loop: {iteration_mode: unlimited}", flags: config.Flags{MaxIterations: new("3")}, want: "3 cli: --max-iterations"},
		{name: "unlimited flag", workspace: "procedures: {build: {default_max_iterations: 2}}", flags: config.Flags{Unlimited: true}, want: "0 cli: --unlimited"},
		{name: "unlimited loop", workspace: "loop: {iteration_mode: unlimited, default_max_iterations: 7}", want: "0 workspace: rooda-config.yml:1:8"},
		{name: "unlimited by variable", env: []string{"ROODA_LOOP_ITERATION_MODE=unlimited"}, want: "0 env: ROODA_LOOP_ITERATION_MODE"},
		{name: "a procedure's count without a mode under an unlimited loop", workspace: "loop: {iteration_mode: unlimited}\nprocedures: {build: {default_max_iterations: 2}}",
			want: "0 workspace: rooda-config.yml:1:8"},
		{name: "a procedure's mode and the loop's count", workspace: "loop: {iteration_mode: unlimited, default_max_iterations: 7}\nprocedures: {build: {iteration_mode: max-iterations}}",
			want: "7 workspace: rooda-config.yml:1:35"},
		{name: "an unlimited procedure", workspace: loop7 + "\nprocedures: {build: {iteration_mode: unlimited, default_max_iterations: 2}}",
			want: "0 workspace: rooda-config.yml:2:22 (procedure build)"},
		{name: "mode from one tier, count from another", global: "procedures: {build: {iteration_mode: max-iterations}}", workspace: "loop: {iteration_mode: unlimited}\nprocedures: {build: {default_max_iterations: 4}}",
			want: "4 workspace: rooda-config.yml:2:22 (procedure build)"},
	}, func(s config.Settings) string { return fmt.Sprint(s.MaxIterations.V, " ", s.MaxIterations.From) })
}

// AI-01, AI-09, and the trap of merging the two keys one by one.
func TestAICommand(t *testing.T) {
	const (
		procCmd   = "procedures: {build: {ai_cmd: proc-cmd}}"
		procAlias = "procedures: {build: {ai_cmd_alias: copilot}}"
		both      = "loop: {ai_cmd: loop-cmd, ai_cmd_alias: claude}"
	)
	cases := []tiers{
		{name: "flag over alias flag", workspace: procCmd, flags: config.Flags{AICmd: new("x y"), AICmdAlias: new("claude")}, want: "x y | cli: --ai-cmd"},
		{name: "alias flag over procedure", workspace: procCmd, flags: config.Flags{AICmdAlias: new("claude")}, want: "claude -p --dangerously-skip-permissions (claude built-in) | cli: --ai-cmd-alias"},
		{name: "procedure command over its alias", workspace: "procedures: {build: {ai_cmd_alias: claude, ai_cmd: proc-cmd}}", want: "proc-cmd | workspace: rooda-config.yml:1:44 (procedure build)"},
		{name: "procedure command over loop", workspace: procCmd + "\n" + both, want: "proc-cmd | workspace: rooda-config.yml:1:22 (procedure build)"},
		{name: "procedure alias over loop command", workspace: procAlias + "\n" + both, want: "copilot --yolo (copilot built-in) | workspace: rooda-config.yml:1:22 (procedure build)"},
		{name: "procedure over variable", workspace: procAlias, env: []string{"ROODA_LOOP_AI_CMD=env-cmd"}, want: "copilot --yolo (copilot built-in) | workspace: rooda-config.yml:1:22 (procedure build)"},
		{name: "loop command over loop alias", workspace: both, want: "loop-cmd | workspace: rooda-config.yml:1:8"},
		{name: "loop alias", workspace: "loop: {ai_cmd_alias: kiro-cli}", want: "kiro-cli chat --no-interactive --trust-all-tools (kiro-cli built-in) | workspace: rooda-config.yml:1:8"},
		{name: "workspace alias over global command", global: "loop: {ai_cmd: global-cmd}", workspace: "loop: {ai_cmd_alias: copilot}", want: "copilot --yolo (copilot built-in) | workspace: rooda-config.yml:1:8"},
		{name: "variable alias over workspace command", workspace: both, env: []string{"ROODA_LOOP_AI_CMD_ALIAS=copilot"}, want: "copilot --yolo (copilot built-in) | env: ROODA_LOOP_AI_CMD_ALIAS"},
		{name: "variable command over variable alias", env: []string{"ROODA_LOOP_AI_CMD_ALIAS=copilot", "ROODA_LOOP_AI_CMD=env-cmd"}, want: "env-cmd | env: ROODA_LOOP_AI_CMD"},
		{name: "workspace procedure alias over global procedure command", global: procCmd, workspace: procAlias, want: "copilot --yolo (copilot built-in) | workspace: rooda-config.yml:1:22 (procedure build)"},
		{name: "a procedure's null leaves it to the loop", global: procCmd, workspace: "loop: {ai_cmd: loop-cmd}\nprocedures: {build: {ai_cmd: null}}", want: "loop-cmd | workspace: rooda-config.yml:1:8"},
		{name: "a null beside an alias", workspace: "loop: {ai_cmd: null, ai_cmd_alias: copilot}", want: "copilot --yolo (copilot built-in) | workspace: rooda-config.yml:1:22"},
		{name: "user alias", workspace: "loop: {ai_cmd_alias: fast}\nai_cmd_aliases: {fast: a --b}", want: "a --b (fast workspace: rooda-config.yml:2:18) | workspace: rooda-config.yml:1:8"},
		{name: "user alias over built-in (AI-08)", workspace: "loop: {ai_cmd_alias: claude}\nai_cmd_aliases: {claude: mine}", want: "mine (claude workspace: rooda-config.yml:2:18) | workspace: rooda-config.yml:1:8"},
		{name: "aliases merge by name", global: "ai_cmd_aliases:\n  fast: global-fast\n  slow: global-slow", workspace: "loop: {ai_cmd_alias: slow}\nai_cmd_aliases: {fast: a}",
			want: "global-slow (slow global: HOME/.config/rooda/rooda-config.yml:3:3) | workspace: rooda-config.yml:1:8"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := newPlace(t)
			if c.global != "" {
				p.global(c.global)
			}
			p.workspace(c.workspace)
			p.env(c.env...)
			s, err := p.load().Resolve("build", c.flags)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.anonymous(commandText(s.AICommand)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func commandText(c config.Value[config.Command]) string {
	text := c.V.Line
	if c.V.Alias != "" {
		text += fmt.Sprintf(" (%s %s)", c.V.Alias, c.V.AliasFrom)
	}
	return text + " | " + c.From.String()
}

// False, null and zero are said, not left out.
func TestPresence(t *testing.T) {
	show := func(s config.Settings) string {
		return fmt.Sprintf("%v %v; %v %v", s.ShowAIOutput.V, s.ShowAIOutput.From.Tier, s.IterationTimeout.V, s.IterationTimeout.From)
	}
	run(t, []tiers{
		{name: "false undoes true", global: "loop: {show_ai_output: true}", workspace: "loop: {show_ai_output: false}", want: "false workspace; 0s built-in"},
		{name: "a false variable undoes true", workspace: "loop: {show_ai_output: true}", env: []string{"ROODA_SHOW_AI_OUTPUT=false"}, want: "false env; 0s built-in"},
		{name: "null undoes a time-out", global: "loop: {iteration_timeout: 300}", workspace: "loop: {iteration_timeout: null}", want: "false built-in; 0s workspace: rooda-config.yml:1:8"},
		{name: "nothing after the colon, too", global: "loop: {iteration_timeout: 300}", workspace: "loop:\n  iteration_timeout:\n", want: "false built-in; 0s workspace: rooda-config.yml:2:3"},
		{name: "a procedure's null undoes the loop's", workspace: "loop: {iteration_timeout: 300}\nprocedures: {build: {iteration_timeout: null}}",
			want: "false built-in; 0s workspace: rooda-config.yml:2:22 (procedure build)"},
		{name: "seconds", workspace: "loop: {iteration_timeout: 90}", want: "false built-in; 1m30s workspace: rooda-config.yml:1:8"},
		{name: "a duration", workspace: "loop: {iteration_timeout: 20m}", want: "false built-in; 20m0s workspace: rooda-config.yml:1:8"},
		{name: "LOOP-50", workspace: "loop: {iteration_timeout: 90}", env: []string{"ROODA_LOOP_ITERATION_TIMEOUT=60"}, want: "false built-in; 1m0s env: ROODA_LOOP_ITERATION_TIMEOUT"},
		{name: "LOOP-49", workspace: "procedures: {build: {iteration_timeout: 30}}", env: []string{"ROODA_LOOP_ITERATION_TIMEOUT=60"}, want: "false built-in; 30s workspace: rooda-config.yml:1:22 (procedure build)"},
		{name: "LOOP-43", workspace: "loop: {show_ai_output: false}", flags: config.Flags{Verbose: true}, want: "true cli; 0s built-in"},
		{name: "LOOP-42", workspace: "loop: {show_ai_output: false}", env: []string{"ROODA_SHOW_AI_OUTPUT=true"}, want: "true env; 0s built-in"},
		{name: "the long name of a variable wins", env: []string{"ROODA_SHOW_AI_OUTPUT=true", "ROODA_LOOP_SHOW_AI_OUTPUT=false"}, want: "false env; 0s built-in"},
	}, show)
}

func TestLogSettings(t *testing.T) {
	show := func(s config.Settings) string {
		return fmt.Sprintf("%v %v; %v %v; %v %v", s.LogLevel.V, s.LogLevel.From, s.LogFormat.V, s.LogFormat.From.Tier, s.LogTimestampFormat.V, s.LogTimestampFormat.From.Tier)
	}
	run(t, []tiers{
		{name: "LOOP-39", want: "INFO built-in; text built-in; time built-in"},
		{name: "workspace", workspace: "loop: {log_level: debug, log_format: json, log_timestamp_format: none}", want: "DEBUG workspace: rooda-config.yml:1:8; json workspace; none workspace"},
		{name: "LOOP-41", workspace: "loop: {log_level: debug}", env: []string{"ROODA_LOG_LEVEL=error"}, want: "ERROR env: ROODA_LOG_LEVEL; text built-in; time built-in"},
		{name: "long name", env: []string{"ROODA_LOG_LEVEL=error", "ROODA_LOOP_LOG_LEVEL=warn"}, want: "WARN env: ROODA_LOOP_LOG_LEVEL; text built-in; time built-in"},
		{name: "LOOP-44", env: []string{"ROODA_LOG_LEVEL=error"}, flags: config.Flags{Quiet: true}, want: "WARN cli: --quiet; text built-in; time built-in"},
		{name: "LOOP-45", env: []string{"ROODA_LOG_LEVEL=error"}, flags: config.Flags{LogLevel: new("debug")}, want: "DEBUG cli: --log-level; text built-in; time built-in"},
		{name: "the level over quiet", flags: config.Flags{Quiet: true, LogLevel: new("error")}, want: "ERROR cli: --log-level; text built-in; time built-in"},
		{name: "flags", env: []string{"ROODA_LOOP_LOG_FORMAT=text", "ROODA_LOOP_LOG_TIMESTAMP_FORMAT=iso"}, flags: config.Flags{LogFormat: new("json"), LogTimestampFormat: new("relative")}, want: "INFO built-in; json cli; relative cli"},
		{name: "variables", env: []string{"ROODA_LOOP_LOG_FORMAT=json", "ROODA_LOOP_LOG_TIMESTAMP_FORMAT=iso"}, want: "INFO built-in; json env; iso env"},
	}, show)
}

// ERR-27 to 29, 63, 64, AI-13, AI-14.
func TestThresholdAndBuffer(t *testing.T) {
	show := func(s config.Settings) string {
		return fmt.Sprintf("%v %v; %v %v", s.FailureThreshold.V, s.FailureThreshold.From, s.MaxOutputBuffer.V, s.MaxOutputBuffer.From)
	}
	run(t, []tiers{
		{name: "built-in", want: "3 built-in; 10485760 built-in"},
		{name: "loop", workspace: "loop:\n  failure_threshold: 1\n  max_output_buffer: 1024", want: "1 workspace: rooda-config.yml:2:3; 1024 workspace: rooda-config.yml:3:3"},
		{name: "procedure", workspace: "loop: {failure_threshold: 1, max_output_buffer: 1024}\nprocedures:\n  build:\n    failure_threshold: 4\n    max_output_buffer: 2048",
			want: "4 workspace: rooda-config.yml:4:5 (procedure build); 2048 workspace: rooda-config.yml:5:5 (procedure build)"},
		{name: "variables", workspace: "loop: {failure_threshold: 1, max_output_buffer: 1024}", env: []string{"ROODA_LOOP_FAILURE_THRESHOLD=9", "ROODA_LOOP_MAX_OUTPUT_BUFFER=4096"},
			want: "9 env: ROODA_LOOP_FAILURE_THRESHOLD; 4096 env: ROODA_LOOP_MAX_OUTPUT_BUFFER"},
		{name: "procedure in two files", global: "procedures: {build: {failure_threshold: 7, max_output_buffer: 2048}}", workspace: "procedures: {build: {failure_threshold: 4}}",
			want: "4 workspace: rooda-config.yml:1:22 (procedure build); 2048 global: HOME/.config/rooda/rooda-config.yml:1:44 (procedure build)"},
	}, show)
}
