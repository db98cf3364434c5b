// Package orchestrator runs workflows: it owns the Orchestrator (the public
// API and its events), the WorkflowExecutor (which drives the planner:
// applies, checkpoints, then executes commands) and the AgentRunner (one
// iteration: one fresh process, from launch to result).
//
// It decides nothing that the planner or the loop's rules decide, prints
// nothing (CORE-14) and never exits; cmd calls it, and viewers see only its events:
//
//	o := orchestrator.New(orchestrator.Options{Sessions: manager, Adapters: registry})
//	run, err := o.Start(orchestrator.StartRequest{Workflow: wf, Workdir: dir})
//	events := run.Subscribe()
//	outcome, err := run.Execute(ctx, kill)
package orchestrator
