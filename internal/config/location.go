package config

// File is a file that was looked for.
type File struct {
	Tier Tier   `json:"tier"` // Workspace or Global
	Path string `json:"path"` // absolute
	// Name is how messages and origins call it.
	Name string `json:"name"`
	// Status is Read, NotFound or Repeated.
	Status Status `json:"status"`
}

// Status says what became of a file.
type Status string

// The workspace's file may be the global one, too; it is read once.
const (
	Read     Status = "read"
	NotFound Status = "not found"
	Repeated Status = "same as the workspace's"
)
