package modelserver

import "strings"

// Job is a piece of work for [Work]: where a prompt has a line with Mark (see
// [Turn.Since]), run Command in the agent's shell.
type Job struct {
	Mark    string
	Command string
}

// finished is what a job's command prints at its very end. The promise hangs
// on it, so a command that was refused or failed is never reported as done.
// The command spells it in two parts, because some agents repeat the command
// in its result.
const finished = "job-finished"

// Plan writes PLAN.md.
func Plan(mark string) Job {
	return Job{mark, `printf '# Plan\n\n- [ ] Write the result file\n' > PLAN.md`}
}

// Build writes a file and commits it. The file is named after rooda's task,
// so that tasks can build side by side; they share the index of one
// repository, which git locks without waiting, hence the retries.
func Build(mark string) Job {
	return Job{mark, `t="${ROODA_TASK:-none}" && f="result-${t##*/}.txt" && echo built >> "$f" && ok=no; ` +
		`for n in 1 2 3 4 5 6 7 8 9; do ` +
		`git add -A "$f" && git commit -q -m "Build $f" -- "$f" && ok=yes && break; sleep 0.3; ` +
		`done; [ "$ok" = yes ]`}
}

// Work is a script that does the first job whose mark is in the prompt: one
// shell call, then a text with the tool's output that ends in the promise,
// SUCCESS when the command came to its end, else FAILURE. A prompt without a mark gets no promise.
func Work(jobs ...Job) Script {
	return func(t Turn) []Step {
		for _, job := range jobs {
			if turn, ok := t.Since(job.Mark); ok {
				return job.steps(turn)
			}
		}
		return []Step{Text("There is nothing to do here.")}
	}
}

func (j Job) steps(t Turn) []Step {
	if len(t.Results) == 0 {
		return []Step{Text("I will run one command. "), Shell("{ " + j.Command + "; } && printf 'job-%s\\n' finished")}
	}
	output := t.Results[len(t.Results)-1]
	promise := "FAILURE"
	if strings.Contains(output, finished) {
		promise = "SUCCESS"
	}
	return []Step{
		Text("The command answered:\n" + output + "\n\n"),
		Text("<promise>" + promise + "</promise>"),
	}
}
