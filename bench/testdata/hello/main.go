// Hello is the least that a Go program can do.
package main

import "fmt"

func main() { fmt.Println("hello, world") }
