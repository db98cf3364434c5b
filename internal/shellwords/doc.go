// Package shellwords is for command lines that people write as for a shell and
// that no shell reads: it tells what only a shell would have understood, and
// makes their programs absolute. It runs nothing and looks at no file.
//
//	line = shellwords.Anchored(line, dir) // dir: of the file that has it
//	if errors.Is(err, fs.ErrNotExist) {
//		hint = shellwords.Advice(line, program, environ)
//	}
package shellwords
