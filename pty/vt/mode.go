package vt

// Mode is one of the switches that a program can set on its terminal.
type Mode uint8

// The modes that the model knows. Of the mouse modes at most one of each
// group (tracking, encoding) is on.
const (
	Insert Mode = iota
	NewLine
	AppCursor
	ReverseVideo
	Origin
	AutoWrap
	CursorBlink
	CursorVisible
	AppKeypad
	MouseX10
	MouseClick
	MouseDrag
	MouseMotion
	Focus
	MouseUTF8
	MouseSGR
	AlternateScroll
	MouseURXVT
	MousePixels
	AltScreen
	BracketedPaste
	Synchronized
	ColorScheme
	ResizeReports
	modeCount
)

// modeInfo describes a mode: its number in SM and RM, private (after ?) or
// not, and its name in JSON.
type modeInfo struct {
	number  int
	private bool
	name    string
}

var modeTable = [modeCount]modeInfo{
	Insert:          {4, false, "insert"},
	NewLine:         {20, false, "new_line"},
	AppCursor:       {1, true, "app_cursor"},
	ReverseVideo:    {5, true, "reverse_video"},
	Origin:          {6, true, "origin"},
	AutoWrap:        {7, true, "auto_wrap"},
	CursorBlink:     {12, true, "cursor_blink"},
	CursorVisible:   {25, true, "cursor_visible"},
	AppKeypad:       {66, true, "app_keypad"},
	MouseX10:        {9, true, "mouse_x10"},
	MouseClick:      {1000, true, "mouse_click"},
	MouseDrag:       {1002, true, "mouse_drag"},
	MouseMotion:     {1003, true, "mouse_motion"},
	Focus:           {1004, true, "focus"},
	MouseUTF8:       {1005, true, "mouse_utf8"},
	MouseSGR:        {1006, true, "mouse_sgr"},
	AlternateScroll: {1007, true, "alternate_scroll"},
	MouseURXVT:      {1015, true, "mouse_urxvt"},
	MousePixels:     {1016, true, "mouse_pixels"},
	AltScreen:       {1049, true, "alt_screen"},
	BracketedPaste:  {2004, true, "bracketed_paste"},
	Synchronized:    {2026, true, "synchronized"},
	ColorScheme:     {2031, true, "color_scheme"},
	ResizeReports:   {2048, true, "resize_reports"},
}

// String returns the mode's name, such as "bracketed_paste".
func (m Mode) String() string { return modeTable[m].name }

// Modes is a set of modes.
type Modes uint32

const (
	defaultModes  = Modes(1<<AutoWrap | 1<<CursorVisible)
	mouseTracking = Modes(1<<MouseX10 | 1<<MouseClick | 1<<MouseDrag | 1<<MouseMotion)
	mouseEncoding = Modes(1<<MouseUTF8 | 1<<MouseSGR | 1<<MouseURXVT | 1<<MousePixels)
)

// Has says whether m is on.
func (ms Modes) Has(m Mode) bool { return ms&(1<<m) != 0 }

// Names returns the names of the modes that are on.
func (ms Modes) Names() []string {
	names := []string{}
	for m := range modeCount {
		if ms.Has(m) {
			names = append(names, m.String())
		}
	}
	return names
}

func findMode(number int, private bool) (Mode, bool) {
	for m := range modeTable {
		if modeTable[m].number == number && modeTable[m].private == private {
			return Mode(m), true
		}
	}
	if private && (number == 47 || number == 1047) {
		return AltScreen, true
	}
	return 0, false
}
