// Package attach joins a person's terminal to an agent's: it paints the
// agent's screen, passes its output on as it comes, sends what is typed, and
// leaves the terminal as it found it, however it ends.
//
// It owns the modes that were switched on in that terminal and their undoing,
// the detach key, raw mode, and sizes. It never starts or
// ends an agent, never decides what an agent may be sent, and sees agents
// through the shim's client only. The attach, send and term-reset commands
// call it.
//
//	tty, err := attach.OpenTerminal(os.Stdin, os.Stdout)
//	defer tty.Close()
//	keys, err := attach.ParseDetachKeys(`ctrl-\`)
//	end, err := attach.Run(ctx, tty, client, attach.Options{Detach: keys})
//	fmt.Println(end.Detached, end.Exit.Code)
package attach
