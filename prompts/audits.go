package prompts

// audits are the procedures that write a report and change nothing else.
func audits() []Procedure {
	return []Procedure{
		{
			Name:        "audit-spec",
			Display:     "Audit Specs",
			Summary:     "Report on the quality of the specs",
			Description: "Judges the specs by the project's quality criteria and writes the findings, ranked, to an audit file.",
			Goal:        "Judge the specs by the project's quality criteria and write the ranked findings to a report; repair nothing",
			Signals:     auditSignals("the specs cannot be read, or no quality criterion applies to them"),
			Observe:     builtins(Observe, "study_agents_md", "study_specs"),
			Orient:      builtins(Orient, "evaluate_against_quality_criteria"),
			Decide:      builtins(Decide, "identify_issues", "prioritize_findings"),
			Act:         auditAct(),
		},
		{
			Name:    "audit-impl",
			Display: "Audit Implementation",
			Summary: "Report on the quality of the code",
			Description: "Reads the code, runs its tests and linters, judges all of it by the project's quality criteria " +
				"and writes the findings, ranked, to an audit file. Repairs nothing.",
			Goal:    "Judge the code and its tests by the project's quality criteria and write the ranked findings to a report; repair nothing",
			Signals: auditSignals("the code cannot be read, or no quality criterion applies to it"),
			Observe: builtins(Observe, "study_agents_md", "study_impl", "run_tests", "run_lints"),
			Orient:  builtins(Orient, "evaluate_against_quality_criteria"),
			Decide:  builtins(Decide, "identify_issues", "prioritize_findings"),
			Act:     auditAct(),
		},
		{
			Name:        "audit-agents",
			Display:     "Audit AGENTS.md",
			Summary:     "Report on how far AGENTS.md can be trusted",
			Description: "Checks every claim and command in AGENTS.md against the repository and writes the drift, graded, to an audit file.",
			Goal:        "Check AGENTS.md, every claim and command in it, against the repository and write the drift to a report; repair nothing",
			Signals:     auditSignals("AGENTS.md or the repository cannot be read"),
			Observe:     builtins(Observe, "study_agents_md", "scan_repo_structure", "detect_build_system", "verify_commands"),
			Orient:      builtins(Orient, "compare_documented_vs_actual", "identify_drift"),
			Decide:      builtins(Decide, "categorize_drift_severity"),
			Act:         auditAct(),
		},
		{
			Name:        "audit-spec-to-impl",
			Display:     "Audit Specs Against Implementation",
			Summary:     "Report what is specified and not built",
			Description: "Looks in the code for everything the specs require and writes what is absent, partial or contradicted to an audit file.",
			Goal:        "Find what the specs require and the code does not do, and write the gaps to a report; change neither side",
			Signals:     auditSignals("the specs or the code cannot be read"),
			Observe:     builtins(Observe, "study_agents_md", "study_specs", "study_impl"),
			Orient:      builtins(Orient, "identify_specified_but_not_implemented"),
			Decide:      builtins(Decide, "prioritize_gaps_by_impact"),
			Act:         gapAct(),
		},
		{
			Name:        "audit-impl-to-spec",
			Display:     "Audit Implementation Against Specs",
			Summary:     "Report what is built and not specified",
			Description: "Looks in the specs for everything that users of the code can observe and writes what nobody specified to an audit file.",
			Goal:        "Find what the code does and no spec asks for, and write the gaps to a report; change neither side",
			Signals:     auditSignals("the code or the specs cannot be read"),
			Observe:     builtins(Observe, "study_agents_md", "study_impl", "study_specs"),
			Orient:      builtins(Orient, "identify_implemented_but_not_specified"),
			Decide:      builtins(Decide, "prioritize_gaps_by_impact"),
			Act:         gapAct(),
		},
	}
}

func auditSignals(failure string) Signals {
	return Signals{
		Success:  "the report is written, and checked to be minimal, complete and accurate",
		Continue: "the report is not complete yet, or does not pass that check",
		Failure:  failure,
	}
}

func auditAct() []Fragment { return builtins(Act, "write_audit_report", "emit_signal") }

func gapAct() []Fragment { return builtins(Act, "write_gap_report", "emit_signal") }
