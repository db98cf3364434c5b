package statefile

import "fmt"

// CorruptError is returned for a file that is damaged, cut short, or holds
// something that its version does not allow.
type CorruptError struct {
	Path string
	Err  error
}

func (e *CorruptError) Error() string { return fmt.Sprintf("load %s: damaged: %v", e.Path, e.Err) }

// Unwrap returns what is wrong with the content.
func (e *CorruptError) Unwrap() error { return e.Err }

// Hint says that nothing was lost.
func (e *CorruptError) Hint() string {
	return "the file was left as it is; mend it by hand, or move it away"
}

// NewerError is returned for a file that a later version of rooda wrote.
type NewerError struct {
	Path string
	// Found is the version of its format and Known the last one that this rooda knows. Where they are equal
	// Field is what a later rooda has added to it.
	Found, Known int
	Field        string
}

func (e *NewerError) Error() string {
	if e.Field != "" {
		return fmt.Sprintf("load %s: written by a newer rooda, or changed by hand: unknown field %s", e.Path, e.Field)
	}
	return fmt.Sprintf("load %s: written by a newer rooda: format version %d, this rooda knows up to %d", e.Path, e.Found, e.Known)
}

// Hint says which rooda to use.
func (e *NewerError) Hint() string {
	return "use the rooda that wrote it, or a newer one; the file was left as it is"
}

// KindError is returned for a file of another kind.
type KindError struct {
	Path string
	// Found is empty when the file names no kind.
	Found, Want string
}

func (e *KindError) Error() string {
	if e.Found == "" {
		return fmt.Sprintf("load %s: not a %s file", e.Path, e.Want)
	}
	return fmt.Sprintf("load %s: a %s file, not a %s file", e.Path, e.Found, e.Want)
}

// Hint says that rooda does not touch what is not its own.
func (e *KindError) Hint() string {
	return "another program wrote it; it was left as it is"
}
