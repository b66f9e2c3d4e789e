import { randomUUID } from "node:crypto"
import type { OperatorCommand, Work, Workplace } from "#server/commands/operator-command.ts"
import { readCommandLine, UsageError } from "#server/config/command-line.ts"
import { wholeNumber } from "#server/config/settings/forms.ts"
import {
  type DeliveryFilter,
  type DeliveryState,
  findBacklogs,
  findDeliveries,
  replayDeliveries,
} from "#services/events/backlog.store.ts"
import { EventNotSent, sendEvent } from "#services/events/send-event.ts"
import { brandsOf } from "../ledger/brands-of.ts"
import { deliveryText, endpointText, unknownClients } from "./events-text.ts"

const usage = `npm run my-account -- events <command> [--json]
  list [--state waiting|sent|dead] [--endpoint <name>] [--client <client>] [--id <event>] [--limit <number>]
  replay --id <event> | --state dead|waiting|sent [--endpoint <name>] [--client <client>]
  send-test <endpoint>
  endpoints
Shows and repeats the events that we send; docs/events.md explains them.
  list               lists events, newest first
  replay             sends these events again
  send-test          sends a test message to an endpoint now
  endpoints          lists the endpoints of EVENTS_FILE, and what waits for each
  --state <state>    only events that wait, were sent, or are given up (dead)
  --endpoint <name>  only events for this endpoint of EVENTS_FILE
  --client <client>  only events of this client
  --id <event>       only the event with this id
  --limit <number>   lists so many, 100 by default
  --json             prints JSON
Exit codes: 0 done; 1 nothing was sent, or it failed; 2 a mistyped command, or no database.`

const word = { type: "string" } as const
const commandLine = {
  usage,
  options: {
    ...{ state: word, endpoint: word, client: word, id: word, limit: word },
    json: { type: "boolean", default: false },
  },
  words: [1, 2],
} as const

type Flags = ReturnType<typeof readCommandLine<typeof commandLine>>["values"]

/** Lists and repeats the events that we send: `npm run my-account -- events`; docs/events.md explains them. */
export const eventsCommand: OperatorCommand = {
  usageOf: () => usage,
  keepsVersion: true,
  read(typed) {
    const { values: flags, words } = readCommandLine(commandLine, typed)
    const [name = "", endpoint] = words
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) throw new UsageError(`There is no command '${name}'.`)
    for (const flag of Object.keys(flags)) {
      if (flag !== "json" && !command.flags.includes(flag)) {
        throw new UsageError(`${name} does not take --${flag}.`)
      }
    }
    if (name === "send-test" && endpoint === undefined) {
      throw new UsageError("send-test needs the name of an endpoint.")
    }
    if (name !== "send-test" && endpoint !== undefined) {
      throw new UsageError(`Unexpected argument '${endpoint}'.`)
    }
    return command.read(flags, endpoint ?? "")
  },
}

const commands: Record<string, { flags: string[]; read(flags: Flags, endpoint: string): Work }> = {
  list: { flags: ["state", "endpoint", "client", "id", "limit"], read: list },
  replay: { flags: ["state", "endpoint", "client", "id"], read: replay },
  "send-test": { flags: [], read: sendTest },
  endpoints: { flags: [], read: listEndpoints },
}

function list(flags: Flags): Work {
  const filter = filterOf(flags)
  const limit = wholeNumber(1, 10_000).read(flags.limit ?? "100")
  if (limit === undefined) {
    throw new UsageError(`--limit must be a number from 1 to 10000, not '${flags.limit}'.`)
  }
  return async ({ database, out }) => {
    const found = await findDeliveries(database, filter, limit)
    if (flags.json) out(json(found))
    else for (const delivery of found) out(deliveryText(delivery))
    if (found.length === 0 && !flags.json) out("No events.")
    return 0
  }
}

function replay(flags: Flags): Work {
  const filter = filterOf(flags)
  if (filter.eventId === null && filter.state === null) {
    throw new UsageError("replay needs --id or --state, so that it does not send everything again.")
  }
  return async ({ database, clock, out }) => {
    const events = await replayDeliveries(database, filter, clock.now())
    const are = events === 1 ? "delivery is" : "deliveries are"
    out(flags.json ? json({ events }) : `${events} ${are} due now.`)
    return events === 0 ? 1 : 0
  }
}

function listEndpoints(flags: Flags): Work {
  return async ({ config, database, clock, out }) => {
    const { endpoints } = config.events
    const backlogs = await findBacklogs(database)
    const known = await brandsOf(database, config, clock).customerClients()
    const shown = endpoints.map(({ name, url, clients, types, secrets }) => {
      const of = backlogs.find(({ endpoint }) => endpoint === name)
      return {
        ...{ name, url: new URL(url).origin },
        ...{ clients: clients ?? ("all" as const), types: types ?? ("all" as const) },
        secrets: secrets.length,
        waiting: of?.waiting ?? 0,
        dead: of?.dead ?? 0,
        unknownClients: unknownClients(clients, known),
      }
    })
    const isKnown = (name: string) => endpoints.some((one) => one.name === name)
    const removed = backlogs.filter(({ endpoint }) => !isKnown(endpoint))
    if (flags.json) {
      out(json({ endpoints: shown, removed }))
      return 0
    }
    for (const endpoint of shown) out(endpointText(endpoint))
    for (const { endpoint, waiting, dead } of removed) {
      out(`${endpoint}  is not in EVENTS_FILE; waiting: ${waiting}; dead: ${dead}`)
    }
    if (shown.length + removed.length === 0) out("EVENTS_FILE names no endpoint.")
    return 0
  }
}

function sendTest(flags: Flags, name: string): Work {
  return async ({ config, clock, out, err }: Workplace) => {
    const { endpoints } = config.events
    const endpoint = endpoints.find((one) => one.name === name)
    if (!endpoint) {
      const names = endpoints.map((one) => one.name).join(", ") || "none"
      throw new UsageError(`EVENTS_FILE names no endpoint '${name}'. The endpoints: ${names}.`)
    }
    const id = randomUUID()
    const at = clock.now()
    const body = JSON.stringify({ type: "test", timestamp: at.toISOString(), data: {} })
    try {
      const status = await sendEvent(endpoint, { id, at, body })
      const took = `${name} took the test message ${id} with status ${status}.`
      out(flags.json ? json({ id, isSent: true, status }) : took)
      return 0
    } catch (error) {
      if (!(error instanceof EventNotSent)) throw error
      const { reason } = error
      if (flags.json) out(json({ id, isSent: false, reason }))
      else err(`${name} did not take the test message: ${reason}.`)
      return 1
    }
  }
}

function filterOf({ state, endpoint, client, id }: Flags): DeliveryFilter {
  const states = ["waiting", "sent", "dead"] satisfies DeliveryState[]
  const known = states.find((one) => one === state)
  if (state !== undefined && !known) {
    throw new UsageError(`--state must be ${states.join(", ")}, not '${state}'.`)
  }
  if (id !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) {
    throw new UsageError(`--id must be the id of an event, not '${id}'.`)
  }
  return {
    client: client ?? null,
    endpoint: endpoint ?? null,
    state: known ?? null,
    eventId: id ?? null,
  }
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
