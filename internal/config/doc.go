// Package config owns rooda-config.yml: where it is found, what may stand in
// it, how the workspace's file, the user's file, environment variables and
// flags are laid over each other, and where every value came from.
//
// It reads files and the environment that it is given, and nothing else: it
// starts no process, prints nothing and never looks at os.Environ. The
// command line calls it, for one loop and for its listings.
//
//	c, err := config.Load(config.Options{Workdir: dir, Environ: os.Environ()})
//	s, err := c.Resolve("build", config.Flags{Verbose: true})
//	checks := s.Checks(os.Environ(), dir)
//	fmt.Println(s.MaxIterations.V, s.MaxIterations.From) // 10 workspace: rooda-config.yml:4:5
//
// A key that is present counts, whatever its value: false, 0 and null are
// said, not left out. The structs in file.go are what a file is decoded into
// and what Schema is generated from.
package config
