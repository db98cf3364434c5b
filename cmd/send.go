package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/pty/shim"
	"rooda/pty/vt"
)

type sendOptions struct {
	paste bool
	enter bool
	keys  keyNames
	force bool
	// intoDialog types a text although a question with several answers stands there.
	intoDialog bool
	timeout    time.Duration
}

const (
	// quietBefore is how long nobody may have typed before something is sent.
	quietBefore = 2 * time.Second
	// parting is how much earlier than this process the terminal gives up, to say how far it got.
	parting = 300 * time.Millisecond
	// unanswered is how long a piece may take before it is asked whether there is anybody to
	// take it.
	unanswered = time.Second
	// mostSent bounds what is sent in all.
	mostSent = 8 << 20
)

func newSend(s console.Streams) *cobra.Command {
	var o sendOptions
	c := &cobra.Command{
		Use:   "send SESSION[/TASK] [TEXT | -]",
		Short: "Type into an agent's terminal",
		Long: `Type text into an agent's terminal without attaching; - takes it from standard input, without
the newline at its end, which would be another Enter.
It returns when the agent's terminal has taken all of it: exit 0 says so. It waits until no
person has typed for 2 seconds. Then text, keys and Enter go in as one piece: what somebody else
types meanwhile comes after it. A person who begins to type waits for a second at most; a send
that is not through then stops, and says how much went in. --force neither waits nor stops.

First the text, then the keys, then Enter, and so they stand in the command: several keys are quoted,
--keys 'Escape y', and what stands behind --keys is never typed as a text. Keys have tmux's names:
C-c, Enter, Escape, Tab, Up, PageDown, F1, M-x; ctrl-c, Return and Del do as well; S-Enter and C-Enter
where the agent asked for such keys. An agent that asked a question takes Enter for an answer to it: look first, with rooda
screen. Where a list of answers stands, a text with Enter or keys behind it is refused with 3, since the
list takes the highlighted answer whatever the text says; --keys alone picks one. So is, also without
Enter, a text that is no answer, where a list or a question such as [y/n] stands: a letter of it may be
taken for one. What somebody has typed there and not sent goes along with the text: of that, and of an
agent that runs headless, a warning says so.`,
		Example: `  rooda send latest/review 'only the public functions' --paste --enter
  rooda send latest/build --keys C-c
  rooda send latest/build --keys 'Down Down Enter'
  git diff | rooda send latest/review - --paste --enter`,
		Args: func(c *cobra.Command, args []string) error {
			if err := o.keys.astray(args); err != nil {
				return err
			}
			if len(args) == 2 {
				return nil
			}
			if len(args) > 2 {
				return hintf(fmt.Errorf("one text at a time, not %q", args[1:]), "quote it: rooda send %s 'the text'", args[0])
			}
			return one("session and task", "rooda session list shows them; latest is the newest")(c, args)
		},
		ValidArgsFunction: completeTask(s),
		RunE:              func(c *cobra.Command, args []string) error { return runSend(c.Context(), s, o, args) },
	}
	f := c.Flags()
	f.BoolVar(&o.paste, "paste", false, "send it as a paste: in brackets where the agent knows them, without keys in it")
	f.BoolVar(&o.enter, "enter", false, "press Enter after it")
	o.keys.ahead = f.NArg
	f.Var(&o.keys, "keys", "`keys` by name, separated by spaces; repeatable; behind the text, if any")
	f.BoolVar(&o.force, "force", false, "neither wait nor stop for a person who types")
	f.BoolVar(&o.intoDialog, "into-dialog", false, "type a text also where a list of answers or a question such as [y/n] stands, which may take a part of it")
	o.timeout = time.Minute
	f.Var((*limit)(&o.timeout), "timeout", "give up after this `time`")
	return c
}

func runSend(ctx context.Context, s console.Streams, o sendOptions, args []string) error {
	if o.timeout <= 0 {
		return codedError{hintf(fmt.Errorf("--timeout: %s is no time to wait", o.timeout), "such as 30s or 2m"), exitUsage}
	}
	text, err := o.text(s, args[1:])
	if err != nil {
		return codedError{err, exitUsage}
	}
	if err := o.anyKeys(); err != nil {
		return noKey(err)
	}
	target, err := findAgent(s, args[0])
	if err != nil {
		return err
	}
	client, err := target.dial()
	if err != nil {
		return err
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(ctx, o.timeout)
	defer cancel()
	task, err := client.Task(ctx)
	switch {
	case errors.Is(err, shim.ErrSilent):
		return target.unreachable(err)
	case errors.Is(err, context.DeadlineExceeded):
		err := fmt.Errorf("%s: its terminal has not answered within %s", target, console.Chosen(o.timeout))
		return codedError{hintf(err, "%s", target.afterSilence()), exitTimeout}
	}
	p := post{client: client, options: o, who: actor(s)}
	send := p.whole
	if err == nil && task.State == shim.Running {
		p.look = p.heeds(s, target, text)
	}
	if err == nil && task.State == shim.Running && !task.Sends() {
		if p.look != nil {
			if err := p.look(ctx); err != nil {
				return err
			}
		}
		if o.parts(text) > 1 {
			s.Notef("%s was started by an earlier rooda: what others type may come into the middle of this\n", target)
		}
		send = p.pieces
	}
	if err := send(ctx, text); err != nil {
		return p.failed(target, err)
	}
	return nil
}

// names are those of the keys.
func (o sendOptions) names() []string { return strings.Fields(o.keys.String()) }

// anyKeys fails where a name is no key's of any agent.
func (o sendOptions) anyKeys() error {
	asksForAll := vt.Snapshot{Keyboard: vt.Keyboard{Kitty: []uint8{1}}}
	for _, name := range o.names() {
		if _, err := asksForAll.KeyBytes(name); err != nil {
			return err
		}
	}
	return nil
}

// parts is how many pieces it takes to type it in pieces.
func (o sendOptions) parts(text []byte) int {
	n := (len(text) + sendPiece - 1) / sendPiece
	if o.paste {
		n = min(n, 1)
	}
	if len(o.keys.given) > 0 {
		n++
	}
	if o.enter {
		n++
	}
	return n
}

// actor is who types: a person, or an agent whose terminal this is.
func actor(s console.Streams) string {
	if s.Getenv("ROODA_TASK") != "" {
		return "agent"
	}
	return "human"
}

// text is what is to be typed, before the keys. One that is named and has nothing in it is an
// error: whoever meant it would press Enter for something else.
func (o sendOptions) text(s console.Streams, args []string) ([]byte, error) {
	switch {
	case len(o.keys.given) > 0 && len(o.names()) == 0:
		return nil, hintf(errors.New("--keys: no key is named"), "such as Enter, C-c or 'Down Down Enter'")
	case len(args) == 0 && len(o.keys.given) == 0 && !o.enter:
		return nil, hintf(errors.New("send what?"), "a text, - for standard input, --keys or --enter")
	case len(args) == 0:
		return nil, nil
	case args[0] == "":
		return nil, hintf(errors.New("the text is empty"), "without a text --enter presses Enter, and --keys presses keys")
	case args[0] != "-":
		return []byte(args[0]), nil
	}
	text, err := io.ReadAll(io.LimitReader(s.In, mostSent+1))
	if err != nil {
		return nil, fmt.Errorf("read standard input: %w", err)
	}
	if len(text) > mostSent {
		return nil, hintf(fmt.Errorf("standard input has more than %d MiB", mostSent>>20), "write it to a file and name that to the agent")
	}
	if text = bytes.TrimSuffix(text, []byte("\n")); len(text) == 0 {
		return nil, hintf(errors.New("standard input is empty: nothing was typed"), "without the - --enter presses Enter, and --keys presses keys")
	}
	return text, nil
}
