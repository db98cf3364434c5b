package vt

// TableSizes tells how many values the screen keeps.
func (s *Screen) TableSizes() (styles, clusters, links int) {
	return len(s.styles.list), len(s.clusters.list), len(s.links.list)
}
