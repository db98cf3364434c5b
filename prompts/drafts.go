package prompts

// What the tasks of a plan are; the procedures share most of their fragments.
const (
	editsSpecs  = ": every task edits specs, none changes code"
	changesCode = ": every task changes code, with its tests and docs"
)

// draftPlans are the procedures that write a plan and change nothing else.
func draftPlans() []Procedure {
	taskSpecsAndImpl := []string{"study_agents_md", "study_task_input", "study_specs", "study_impl"}
	taskAndSpecs := []string{"study_agents_md", "study_task_input", "study_specs"}
	taskAndImpl := []string{"study_agents_md", "study_task_input", "study_impl"}
	return []Procedure{
		draftPlan("draft-plan-spec-feat", "Plan Spec Feature", "Plan how the specs take in a new feature",
			"Plan how the specs take in the requested feature"+editsSpecs,
			taskSpecsAndImpl, "understand_feature_requirements", "identify_affected_specs"),
		draftPlan("draft-plan-spec-fix", "Plan Spec Fix", "Plan how the specs stop allowing a bug",
			"Plan how the specs are mended so that they no longer allow the reported bug"+editsSpecs,
			taskSpecsAndImpl, "understand_bug_root_cause", "identify_spec_deficiencies"),
		draftPlan("draft-plan-spec-refactor", "Plan Spec Refactoring", "Plan a better structure for the specs",
			"Plan how the specs get the requested structure without changing what they require"+editsSpecs,
			taskAndSpecs, "understand_refactor_request", "identify_structural_issues", "identify_duplication"),
		draftPlan("draft-plan-spec-chore", "Plan Spec Chore", "Plan upkeep of the specs",
			"Plan the requested upkeep of the specs"+editsSpecs,
			taskAndSpecs, "understand_chore_request", "identify_maintenance_needs"),
		draftPlan("draft-plan-impl-feat", "Plan Feature", "Plan a new feature in the code",
			"Plan how the code gets the requested feature"+changesCode,
			taskSpecsAndImpl, "understand_feature_requirements", "identify_affected_code"),
		draftPlan("draft-plan-impl-fix", "Plan Fix", "Plan the repair of a bug in the code",
			"Plan how the reported bug is removed from the code"+changesCode,
			taskSpecsAndImpl, "understand_bug_root_cause", "identify_affected_code"),
		draftPlan("draft-plan-impl-refactor", "Plan Refactoring", "Plan a better structure for the code",
			"Plan how the code gets the requested structure without changing what it does"+changesCode,
			taskAndImpl, "understand_refactor_request", "identify_code_smells", "identify_complexity_issues"),
		draftPlan("draft-plan-impl-chore", "Plan Chore", "Plan upkeep of the code",
			"Plan the requested upkeep of the code: every task changes code, or the tools and files around it",
			taskAndImpl, "understand_chore_request", "identify_maintenance_needs"),
	}
}

func draftPlan(name, display, summary, goal string, observe []string, orient ...string) Procedure {
	return Procedure{
		Name:    name,
		Display: display,
		Summary: summary,
		Goal:    goal,
		Description: summary + ". The task comes from the context, the workflow's goal or TASK.md; the tasks, in order and with acceptance " +
			"criteria, go to the plan file, PLAN.md by default, where publish-plan finds them. Nothing else is changed.",
		Signals: Signals{
			Success:  "the plan is written, and checked to be minimal, complete and accurate",
			Continue: "the plan is not complete yet, or does not pass that check",
			Failure:  "there is no task, it is too unclear to plan even with stated assumptions, or nothing in it is of the kind that the goal names",
		},
		Observe: builtins(Observe, observe...),
		Orient:  builtins(Orient, orient...),
		Decide:  builtins(Decide, "break_down_into_tasks", "prioritize_tasks", "decide_signal"),
		Act:     builtins(Act, "write_draft_plan", "emit_signal"),
	}
}
