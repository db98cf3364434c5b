package vt

import (
	"bytes"
	"strings"
	"unicode"
)

const (
	maxTitle  = 1 << 10
	maxTitles = 16
)

// osc acts on an operating system command.
func (s *Screen) osc(text []byte, byBEL bool) {
	command, data, _ := bytes.Cut(text, []byte{';'})
	n, ok := number(string(command))
	if !ok {
		return
	}
	switch n {
	case 0, 2:
		s.setTitle(string(data))
	case 4:
		s.askPalette(data)
	case 8:
		s.dirty = true
		s.openLink(string(data))
	case 9:
		s.nine(string(data))
	case 10, 11, 12:
		s.askDynamic(n, data)
	case 52:
		if bytes.HasSuffix(data, []byte(";?")) {
			s.reply("")
		}
	case 777:
		if kind, rest, _ := strings.Cut(string(data), ";"); kind == "notify" {
			title, body, _ := strings.Cut(rest, ";")
			s.tell(Event{Kind: Notified, Title: plain(title), Text: plain(body)})
		}
	case 7501:
		s.status(data, byBEL)
	}
}

// status takes a program status record, or answers the question whether
// anybody does.
func (s *Screen) status(data []byte, byBEL bool) {
	if string(data) != "?" {
		s.tell(Event{Kind: StatusReported, Text: plain(string(data))})
		return
	}
	end := "\x1b\\"
	if byBEL {
		end = "\a"
	}
	if !s.options.Status {
		s.reply("")
		return
	}
	s.reply("\x1b]7501;?" + end)
}

// nine is OSC 9: progress, or a notification. Other numbers are ConEmu's.
func (s *Screen) nine(data string) {
	command, rest, more := strings.Cut(data, ";")
	if _, ok := number(command); ok && more {
		if command == "4" {
			s.reportProgress(rest)
		}
		return
	}
	s.tell(Event{Kind: Notified, Text: plain(data)})
}

func (s *Screen) reportProgress(data string) {
	state, percent, _ := strings.Cut(data, ";")
	percent, _, _ = strings.Cut(percent, ";")
	n, ok := number(state)
	if !ok || n > int(Paused) {
		return
	}
	p := Progress{State: ProgressState(n)}
	if v, ok := number(percent); ok && p.State != NoProgress {
		p.Percent = min(v, 100)
	}
	s.setProgress(p)
}

func (s *Screen) setProgress(p Progress) {
	if p != s.progress {
		s.progress = p
		s.dirty = true
		s.tell(Event{Kind: ProgressChanged, Progress: p})
	}
}

func (s *Screen) setTitle(title string) {
	title = plain(title)
	if len(title) > maxTitle {
		title = strings.ToValidUTF8(title[:maxTitle], "")
	}
	if title != s.title {
		s.title = title
		s.dirty = true
		s.tell(Event{Kind: TitleChanged, Text: title})
	}
}

func (s *Screen) pushTitle() {
	if len(s.titles) == maxTitles {
		s.titles = s.titles[1:]
	}
	s.titles = append(s.titles, s.title)
}

func (s *Screen) popTitle() {
	if last := len(s.titles) - 1; last >= 0 {
		title := s.titles[last]
		s.titles = s.titles[:last]
		s.setTitle(title)
	}
}

// openLink is OSC 8: parameters, a semicolon, and the URI, empty for the end.
func (s *Screen) openLink(data string) {
	params, uri, ok := strings.Cut(data, ";")
	if !ok {
		return
	}
	link := Link{URI: plain(uri)}
	for param := range strings.SplitSeq(params, ":") {
		if id, ok := strings.CutPrefix(param, "id="); ok {
			link.ID = plain(id)
		}
	}
	if link.URI == "" {
		link = Link{}
	}
	if s.links.full() || s.styles.full() {
		s.collect()
	}
	s.cursor.pen.link = s.links.put(link)
	s.penKnown = false
}

// plain takes controls and what is not UTF-8 out of a string.
func plain(s string) string {
	s = strings.ToValidUTF8(s, "")
	if strings.IndexFunc(s, unicode.IsControl) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)
}
