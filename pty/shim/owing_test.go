package shim

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// What is owed is typed as soon as the agent reads, whether or not anybody types again.
func TestOwedIsTyped(t *testing.T) {
	for name, others := range map[string]func(*testing.T, *keyboard){
		"nobody": func(*testing.T, *keyboard) {},
		"who gives up the turn": func(t *testing.T, k *keyboard) {
			if err := k.takeAsHost(t.Context()); !errors.Is(err, ErrUnread) {
				t.Error(err)
			}
		},
		"who gives up waiting": func(t *testing.T, k *keyboard) {
			if err := k.take(t.Context()); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if err := k.take(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
			k.release()
		},
		"who goes at once": func(t *testing.T, k *keyboard) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if k.take(ctx) == nil {
				k.release()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var got strings.Builder
				reads := make(chan struct{})
				k := newKeyboard(func(ctx context.Context, p []byte) (int, error) {
					select {
					case <-reads:
						return got.Write(p)
					case <-ctx.Done():
						return 0, ctx.Err()
					}
				})
				defer k.close()
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				if err := k.take(ctx); err != nil {
					t.Fatal(err)
				}
				k.owed = []byte(pasteEnd) // of a piece that was broken off
				k.release()
				synctest.Wait()
				others(t, k)
				synctest.Wait()
				close(reads)
				synctest.Wait()
				if got.String() != pasteEnd || len(k.turn) > 0 {
					t.Errorf("the agent has got %q, held: %d", got.String(), len(k.turn))
				}
			})
		})
	}
}

// Who types again while it is owed comes after it.
func TestOwedComesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got strings.Builder
		reads := make(chan struct{})
		k := newKeyboard(func(ctx context.Context, p []byte) (int, error) {
			select {
			case <-reads:
				return got.Write(p)
			case <-ctx.Done():
				return got.WriteString(string(p[:min(1, len(p))]))
			}
		})
		defer k.close()
		k.owed = []byte(pasteEnd)
		k.repay()
		synctest.Wait()
		if err := k.take(t.Context()); err != nil {
			t.Fatal(err)
		}
		close(reads)
		if _, err := k.part(t.Context(), nil, []byte("next")); err != nil || got.String() != pasteEnd+"next" {
			t.Errorf("%v, the agent has got %q", err, got.String())
		}
		k.release()
	})
}

// An agent that was left in a paste is let out of it when it reads, though nobody types.
func TestPasteIsEndedByItself(t *testing.T) {
	t.Parallel()
	_, c, typed, read := keeper(t, `\033[?2004h`)
	late, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := c.Send(late, Sending{Text: []byte(strings.Repeat("x", 200_000)), Paste: true, Who: Human}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("given up: %v", err)
	}
	read()
	eventually(t, "the paste is ended", func() bool { return strings.HasSuffix(typed(), "x"+pasteEnd) })
}

// Who leaves in a paste while something else that is owed is being typed leaves no agent in it.
func TestPasteIsLeftWhileOthersAreEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got strings.Builder
		reads := make(chan struct{})
		k := newKeyboard(func(_ context.Context, p []byte) (int, error) {
			<-reads
			return got.Write(p)
		})
		defer k.close()
		k.paste, k.owed = k.begin("viewer"), []byte("A") // of a key of another
		k.repay()
		synctest.Wait()
		k.abandon("viewer")
		close(reads)
		synctest.Wait()
		if err := k.take(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer k.release()
		if got.String() != "A"+pasteEnd {
			t.Errorf("the agent has got %q", got.String())
		}
	})
}
