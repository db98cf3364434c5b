// A plugin for opencode that appends what the main conversation does to a
// file, a line of JSON each. The constant "file" stands above.
import { appendFileSync } from "node:fs"

// An opencode that this one starts as a tool must not write there as well.
delete process.env.OPENCODE_CONFIG

export const Events = async () => {
  const children = new Set() // conversations of agents within the agent
  const roles = new Map()
  let texts = new Map() // the parts of the last message by id
  let last, prompt
  const say = (session_id, event) => {
    const line = { time: new Date().toISOString(), event: { ...event, session_id } }
    appendFileSync(file, JSON.stringify(line) + "\n", { mode: 0o600 })
  }
  const handle = (type, p) => {
    if (type === "session.created" && p.info?.parentID) children.add(p.info.id)
    const id = p.sessionID ?? p.info?.sessionID ?? p.part?.sessionID
    if (!id || children.has(id)) return
    switch (type) {
      case "session.created":
        return say(id, { type: "session" })
      case "message.updated":
        roles.set(p.info.id, p.info.role)
        return
      case "message.part.updated":
        if (p.part.type !== "text" || p.part.synthetic) return
        if (roles.get(p.part.messageID) === "user") {
          prompt = p.part.text
          return
        }
        if (p.part.messageID !== last) texts = new Map()
        last = p.part.messageID
        texts.set(p.part.id, p.part.text)
        return
      case "session.status":
        if (p.status.type === "idle") {
          say(id, { type: "idle", last_assistant_message: [...texts.values()].join("\n") })
          texts = new Map()
        } else {
          say(id, { type: "busy", message: p.status.message, prompt })
          prompt = undefined
        }
        return
      case "permission.asked":
        return say(id, { type: "permission", message: `${p.permission}: ${(p.patterns ?? []).join(" ")}` })
      case "question.asked":
        return say(id, { type: "question", message: p.questions?.[0]?.question })
      case "permission.replied":
      case "question.replied":
        return say(id, { type: "busy" })
      case "session.error":
        if (p.error?.name === "MessageAbortedError") return // somebody broke the turn off
        return say(id, { type: "error", message: p.error?.data?.message ?? p.error?.name })
    }
  }
  return {
    event: async ({ event }) => {
      try {
        handle(event.type, event.properties ?? {})
      } catch {
        // An agent must not fail because somebody listens.
      }
    },
  }
}
