package modelserver

import (
	"fmt"
	"net/http"
)

// events is a stream of server-sent events. With on false it writes nothing,
// so that a reply need not know whether the client asked for a stream.
type events struct {
	w     http.ResponseWriter
	on    bool
	begun bool
}

// named sends an event with a name.
func (e *events) named(name string, v any) { e.write("event: %s\ndata: %s\n\n", name, marshal(v)) }

// data sends an event without a name.
func (e *events) data(v any) { e.raw(marshal(v)) }

// raw sends an event that need not be JSON.
func (e *events) raw(data string) { e.write("data: %s\n\n", data) }

func (e *events) write(format string, args ...any) {
	if !e.on {
		return
	}
	if !e.begun {
		e.begun = true
		e.w.Header().Set("Content-Type", "text/event-stream")
		e.w.Header().Set("Cache-Control", "no-cache")
	}
	// A client that went away ends the request's context, which is where the server looks.
	fmt.Fprintf(e.w, format, args...)
	if f, ok := e.w.(http.Flusher); ok {
		f.Flush()
	}
}
