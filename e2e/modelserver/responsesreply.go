package modelserver

import "maps"

// responsesReply writes the items of a response. Every event carries a running
// number; the last one repeats the whole response.
type responsesReply struct {
	model    string
	response string
	id       func(string) string
	out      *events
	number   int
	items    []object
	// spoken is the text of the message that is open, which is the last item.
	spoken string
	open   bool
}

func (r *responsesReply) send(kind string, o object) {
	o["type"] = kind
	o["sequence_number"] = r.number
	r.number++
	r.out.named(kind, o)
}

func (r *responsesReply) whole(status string) object {
	items := r.items
	if items == nil {
		items = []object{}
	}
	return object{
		"id": r.response, "object": "response", "created_at": 0, "model": r.model, "status": status, "output": items,
		"parallel_tool_calls": false, "tool_choice": "auto", "tools": []object{}, "metadata": object{},
		"error": nil, "incomplete_details": nil,
	}
}

func (r *responsesReply) begin() {
	r.send("response.created", object{"response": r.whole("in_progress")})
}

func (r *responsesReply) last() int { return len(r.items) - 1 }

// add shows a new item as it is before its content arrives.
func (r *responsesReply) add(item object, bare object) {
	r.items = append(r.items, item)
	shown := maps.Clone(item)
	maps.Copy(shown, bare)
	shown["status"] = "in_progress"
	r.send("response.output_item.added", object{"output_index": r.last(), "item": shown})
}

func (r *responsesReply) done() {
	r.send("response.output_item.done", object{"output_index": r.last(), "item": r.items[r.last()]})
}

// part is an event about the text of the open message.
func (r *responsesReply) part(kind string, o object) {
	o["item_id"] = r.items[r.last()]["id"]
	o["output_index"] = r.last()
	o["content_index"] = 0
	r.send(kind, o)
}

func content(text string) object {
	return object{"type": "output_text", "text": text, "annotations": []object{}}
}

func (r *responsesReply) text(piece string) {
	if !r.open {
		r.open, r.spoken = true, ""
		r.add(object{"type": "message", "id": r.id("msg"), "role": "assistant", "status": "completed"}, object{"content": []object{}})
		r.part("response.content_part.added", object{"part": content("")})
	}
	r.spoken += piece
	r.part("response.output_text.delta", object{"delta": piece})
}

func (r *responsesReply) closeMessage() {
	if !r.open {
		return
	}
	r.open = false
	r.items[r.last()]["content"] = []object{content(r.spoken)}
	r.part("response.output_text.done", object{"text": r.spoken})
	r.part("response.content_part.done", object{"part": content(r.spoken)})
	r.done()
}

func (r *responsesReply) call(c call) {
	r.closeMessage()
	item := object{"call_id": r.id("call"), "status": "completed", "name": c.tool.Name}
	if c.tool.namespace != "" {
		item["namespace"] = c.tool.namespace
	}
	switch c.tool.kind {
	case localShell:
		delete(item, "name")
		item["type"], item["id"] = "local_shell_call", r.id("lsh")
		item["action"] = object{"type": "exec", "command": c.args["command"], "env": object{}}
		r.add(item, nil)
	case freeform:
		item["type"], item["id"], item["input"] = "custom_tool_call", r.id("ctc"), c.text
		r.add(item, object{"input": ""})
	case function:
		args := marshal(c.args)
		item["type"], item["id"], item["arguments"] = "function_call", r.id("fc"), args
		r.add(item, object{"arguments": ""})
		at := object{"item_id": item["id"], "output_index": r.last()}
		delta, full := maps.Clone(at), maps.Clone(at)
		delta["delta"], full["arguments"] = args, args
		r.send("response.function_call_arguments.delta", delta)
		r.send("response.function_call_arguments.done", full)
	}
	r.done()
}

func (r *responsesReply) end() object {
	r.closeMessage()
	whole := r.whole("completed")
	whole["usage"] = object{
		"input_tokens": tokensIn, "input_tokens_details": object{"cached_tokens": 0},
		"output_tokens": tokensOut, "output_tokens_details": object{"reasoning_tokens": 0},
		"total_tokens": tokensIn + tokensOut,
	}
	r.send("response.completed", object{"response": whole})
	return whole
}
