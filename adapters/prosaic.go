package adapters

import (
	"strconv"
	"strings"
)

// What manuals, settings and code are made of, and sentences.
var (
	bulleted = lazy(`^ *[-*+] +\S`)
	usage    = lazy(`(?i)^\W*usage\b`)
	setting  = lazy(`^\W*([a-z][\w.-]*) *$`)
	ordering = lazy(`^(?:allow|approve|permit|authori[sz]e|grant|trust|overwrite|replace|delete|remove|continue|proceed|confirm|accept|run|execute|apply|retry|save|quit|exit|ok)$`)
	stopped  = lazy("[\\p{L}\\p{N}\"'”’)\\]`]\\.[\"'”’)\\]]*$")
	// diffed is a line of a change to a file, with its number or without, and gutter one of a file.
	diffed = lazy(`^ *(?:\d+ *[│|]? *)?[+-] +\S`)
	gutter = lazy(`^ *(\d+)(?: *[│|] *| +)[+-]? *\S`)
	// enumerated is a message that names some words behind a colon.
	enumerated = lazy(`^ *[•●⏺✦◆] [^?]*: *\p{L}+(?:, *(?:or )?\p{L}+)+$`)
	quote      = lazy(`^ *> `)
	// inside is the end of a text in quotation marks, behind the answers in it.
	inside = lazy(`[\])}>][^\])}>]*['"](?:[^\])}>]*|\)+;?)$`)
	// stating is a sentence that ends with answers, and says what they are.
	stating = lazy(`(?i)\b(?:is|are|was|were|like|says|prints|shows)[ :]+[\[({<][^\[\](){}<>]*[\])}>]$`)
)

// cited reports whether what a line offers is a part of code or of a manual.
func cited(line string) bool {
	return strings.HasSuffix(strings.TrimSpace(line), "`") || usage.MatchString(line) || inside.MatchString(line) || stating.MatchString(line)
}

// prosaic reports whether a line is an item of a list, or says something in a sentence.
func prosaic(line string) bool {
	return bulleted.MatchString(line) || paragraph.MatchString(line) && stopped.MatchString(line)
}

// set reports whether what stands before answers is the name of a setting, and no order.
func set(words string) bool {
	m := setting.FindStringSubmatch(words)
	return m != nil && !ordering.MatchString(m[1])
}

// copied reports whether a line is one of a change, a file or a quotation that is shown: the one above it
// says so, or its own sign does.
func (b bottom) copied(at int) bool {
	line := b.lines[at]
	if diffed.MatchString(line) {
		return true
	}
	if at == 0 || b.at[at-1] != b.at[at]-1 {
		return false
	}
	before, m := b.lines[at-1], gutter.FindStringSubmatch(line)
	if m != nil {
		above := gutter.FindStringSubmatch(before)
		return above != nil && (above[1] == m[1] || number(above[1])+1 == number(m[1]))
	}
	return quote.MatchString(line) && quote.MatchString(before)
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
