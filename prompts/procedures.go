package prompts

func agentsSync() Procedure {
	return Procedure{
		Name:    "agents-sync",
		Display: "Sync AGENTS.md",
		Summary: "Bring AGENTS.md in line with the repository",
		Description: "Detects how the repository is built, tested and tracked, compares that with AGENTS.md, " +
			"and edits the file in place where it is wrong or silent. Creates the file if there is none. Commits.",
		Goal: "Make AGENTS.md agree with the repository: how it is built, tested and tracked, and where its specs, code, plans and reports are",
		Signals: Signals{
			Success:  "AGENTS.md agrees with the repository, and every edit to it is committed; outside a Git repository, or where Git ignores the file, saved is enough",
			Continue: "some drift that you confirmed is still in the file",
			Failure:  "the state of the project cannot be determined, AGENTS.md cannot be written, or Git refuses the commit",
		},
		Observe: builtins(Observe, "study_agents_md", "scan_repo_structure", "detect_build_system", "detect_work_tracking"),
		Orient:  builtins(Orient, "compare_detected_vs_documented", "identify_drift"),
		Decide:  builtins(Decide, "determine_sections_to_update", "decide_signal"),
		Act:     builtins(Act, "write_agents_md", "commit_changes", "emit_signal"),
	}
}

func build() Procedure {
	return Procedure{
		Name:    "build",
		Display: "Build",
		Summary: "Implement the tracked work, one item in each iteration",
		Description: "Takes the most urgent ready item from the project's tracker, or from the plan file where there is none, implements it with tests, " +
			"updates the tracker and commits. Goes on until no ready work is left.",
		Goal: "Implement the ready work of this project, one item in each iteration, until no ready item is left",
		Signals: Signals{
			Success:  "the tracker, or without one the plan file, lists no ready work any more, and no open item is blocked; one finished item is not enough",
			Continue: "this iteration's item is done, further along, or put aside with the cause recorded, and ready work is left",
			Failure: "work is left and nothing of it can be done because every open item is blocked or claimed by somebody else, the tracker does not work, " +
				"or there is neither a tracker nor a plan file",
		},
		Observe: builtins(Observe, "study_agents_md", "query_work_tracking", "study_specs", "study_impl", "study_task_details"),
		Orient:  builtins(Orient, "understand_task_requirements", "search_codebase", "identify_affected_files"),
		Decide:  builtins(Decide, "pick_task", "plan_implementation_approach", "decide_signal"),
		Act:     builtins(Act, "modify_files", "run_tests", "update_work_tracking", "commit_changes", "emit_signal"),
	}
}

func publishPlan() Procedure {
	return Procedure{
		Name:    "publish-plan",
		Display: "Publish Plan",
		Summary: "Turn the draft plan into work items",
		Description: "Reads the draft plan, PLAN.md by default, and creates one item for each of its tasks in the " +
			"project's tracker, with dependencies. Safe to run again: a task that has an item is not created twice.",
		Goal: "Give every task of the draft plan an item in the tracker; start none of them",
		Signals: Signals{
			Success:  "every task of the plan has an item in the tracker, and the plan records its id",
			Continue: "some tasks of the plan have no item yet",
			Failure:  "there is no finished plan with tasks in it, no tracker is configured, or the tracker cannot be reached",
		},
		Observe: builtins(Observe, "study_agents_md", "study_draft_plan", "query_work_tracking"),
		Orient:  builtins(Orient, "parse_plan_tasks", "map_to_work_tracking_format"),
		Decide:  builtins(Decide, "determine_import_strategy", "decide_signal"),
		Act:     builtins(Act, "create_work_items", "update_draft_plan_status", "emit_signal"),
	}
}
