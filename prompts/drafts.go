package prompts

// draftPlans are the procedures that write a plan and change nothing else.
func draftPlans() []Procedure {
	taskSpecsAndImpl := []string{"study_agents_md", "study_task_input", "study_specs", "study_impl"}
	taskAndSpecs := []string{"study_agents_md", "study_task_input", "study_specs"}
	taskAndImpl := []string{"study_agents_md", "study_task_input", "study_impl"}
	return []Procedure{
		draftPlan("draft-plan-spec-feat", "Plan Spec Feature", "Plan how the specs take in a new feature",
			taskSpecsAndImpl, "understand_feature_requirements", "identify_affected_specs"),
		draftPlan("draft-plan-spec-fix", "Plan Spec Fix", "Plan how the specs stop allowing a bug",
			taskSpecsAndImpl, "understand_bug_root_cause", "identify_spec_deficiencies"),
		draftPlan("draft-plan-spec-refactor", "Plan Spec Refactoring", "Plan a better structure for the specs",
			taskAndSpecs, "understand_refactor_request", "identify_structural_issues", "identify_duplication"),
		draftPlan("draft-plan-spec-chore", "Plan Spec Chore", "Plan upkeep of the specs",
			taskAndSpecs, "understand_chore_request", "identify_maintenance_needs"),
		draftPlan("draft-plan-impl-feat", "Plan Feature", "Plan a new feature in the code",
			taskSpecsAndImpl, "understand_feature_requirements", "identify_affected_code"),
		draftPlan("draft-plan-impl-fix", "Plan Fix", "Plan the repair of a bug in the code",
			taskSpecsAndImpl, "understand_bug_root_cause", "identify_affected_code"),
		draftPlan("draft-plan-impl-refactor", "Plan Refactoring", "Plan a better structure for the code",
			taskAndImpl, "understand_refactor_request", "identify_code_smells", "identify_complexity_issues"),
		draftPlan("draft-plan-impl-chore", "Plan Chore", "Plan upkeep of the code",
			taskAndImpl, "understand_chore_request", "identify_maintenance_needs"),
	}
}

func draftPlan(name, display, summary string, observe []string, orient ...string) Procedure {
	return Procedure{
		Name:    name,
		Display: display,
		Summary: summary,
		Description: summary + ". The task comes from the goal, the context or TASK.md; the tasks, in order and with acceptance " +
			"criteria, go to PLAN.md, where publish-plan finds them. Nothing else is changed.",
		Signals: Signals{
			Success:  "the plan is written, and checked to be minimal, complete and accurate",
			Continue: "the plan is not complete yet, or does not pass that check",
			Failure:  "there is no task, or it is too unclear to plan even with stated assumptions",
		},
		Observe: builtins(Observe, observe...),
		Orient:  builtins(Orient, orient...),
		Decide:  builtins(Decide, "break_down_into_tasks", "prioritize_tasks", "decide_signal"),
		Act:     builtins(Act, "write_draft_plan", "emit_signal"),
	}
}
