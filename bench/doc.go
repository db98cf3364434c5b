// Package bench measures the rooda command from the outside: it builds the
// binary once, runs it beside something that does the same work without
// rooda, turn by turn, and reports medians and ratios. It owns no production
// code and imports none.
//
// Each table of BENCHMARKS.md is one benchmark; one pass is a whole table:
//
//	go test ./bench -run xxx -bench Start -benchtime 1x
//	go test ./bench -run xxx -bench . -benchtime 1x -timeout 60m
//
// With OTHER=path another build of rooda has rows beside this one.
//
// A ratio is taken within a round, where the contestants ran one after the
// other, and reported as the median of all rounds with its quartiles; so what
// else the machine does falls on both sides.
package bench
