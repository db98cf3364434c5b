package workflows_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/prompts"
	"rooda/workflows"
)

func TestShipped(t *testing.T) {
	var names []string
	for _, info := range workflows.Shipped() {
		names = append(names, info.Name)
		data, err := workflows.Source(info.Name)
		if err != nil {
			t.Fatal(err)
		}
		w, err := workflows.Parse(info.Name+".yml", data, known)
		if err != nil {
			t.Errorf("%s:\n%v", info.Name, err)
			continue
		}
		if w.Name != info.Name || w.Description != info.Description || w.Goal != info.Goal || info.Description == "" || info.Goal == "" {
			t.Errorf("%s: file says %q, %q, %q; list says %+v", info.Name, w.Name, w.Description, w.Goal, info)
		}
		if !strings.HasPrefix(string(data), "# ") || !strings.Contains(string(data), "rooda workflow run "+info.Name) {
			t.Errorf("%s: no comment that says how to run it", info.Name)
		}
	}
	if diff := cmp.Diff([]string{"audit", "plan-publish-build", "plan-then-build", "sync-then-build"}, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func TestPlanThenBuild(t *testing.T) {
	data, err := workflows.Source("plan-then-build")
	if err != nil {
		t.Fatal(err)
	}
	w, err := workflows.Parse("plan-then-build.yml", data, known)
	if err != nil {
		t.Fatal(err)
	}
	task := func(id, procedure string, most int) workflows.Task {
		return workflows.Task{
			ID: id, Procedure: procedure, Adapter: "claude", Mode: workflows.Headless, MaxIterations: most, AutoApprove: true,
			IterationTimeout: workflows.Duration(20 * time.Minute), FailureThreshold: 3, MaxOutputBuffer: 10 << 20, OnMaxIterations: workflows.Fail, OnLost: workflows.LostRetry,
		}
	}
	want := []workflows.Stage{
		{ID: "plan", Tasks: []workflows.Task{task("plan", "draft-plan-impl-feat", 3)}},
		{ID: "build", Tasks: []workflows.Task{task("build", "build", 10)}},
	}
	if diff := cmp.Diff(want, w.Stages); diff != "" {
		t.Errorf("stages (-want +got):\n%s", diff)
	}
}

func TestUnknownShipped(t *testing.T) {
	_, err := workflows.Source("plan-than-build")
	var unknown *prompts.UnknownError
	if !errors.As(err, &unknown) || !strings.Contains(unknown.Hint(), "did you mean plan-then-build") {
		t.Errorf("error %v", err)
	}
	for _, name := range []string{"", ".", "../plan-then-build", "plan-then-build.yml"} {
		if _, err := workflows.Source(name); err == nil {
			t.Errorf("%q found", name)
		}
	}
}
