import { randomUUID } from "node:crypto"
import { type Database, openDatabase } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { readCommandLine, runCommandLine, UsageError } from "#server/config/command-line.ts"
import { readConfig } from "#server/config/config.ts"
import { createSiteAddresses } from "#server/config/site-addresses.ts"
import { createBrands } from "#services/brands/brands.ts"
import {
  type DeliveryFilter,
  type DeliveryState,
  findBacklogs,
  findDeliveries,
  replayDeliveries,
} from "#services/events/backlog.store.ts"
import type { EventEndpoint } from "#services/events/endpoints.ts"
import { EventNotSent, sendEvent } from "#services/events/send-event.ts"
import { deliveryText, endpointText, unknownClients } from "./events-text.ts"

const usage = `npm run events -- <command> [--json]
  list [--state waiting|sent|dead] [--endpoint <name>] [--client <client>] [--id <event>] [--limit <number>]
      lists events, newest first, 100 unless --limit says otherwise
  replay --id <event> | --state dead|waiting|sent [--endpoint <name>] [--client <client>]
      sends these events again
  send-test <endpoint>
      sends a test message to an endpoint now; it needs no database
  endpoints
      lists the endpoints of EVENTS_FILE, and what waits for each
Without DATABASE_URL, stop the server before list, replay and endpoints.`

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

/** Lists and repeats the events that we send: `npm run events`; docs/events.md explains them. */
async function main(): Promise<void> {
  const { values: flags, words } = readCommandLine(commandLine)
  const [name = "", endpoint] = words
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(`There is no command '${name}'.`)
  for (const flag of Object.keys(flags)) {
    if (flag !== "json" && !command.flags.includes(flag)) {
      throw new UsageError(`${name} does not take --${flag}.`)
    }
  }
  if (name === "send-test") {
    if (endpoint === undefined) throw new UsageError("send-test needs the name of an endpoint.")
    return await sendTest(endpoint, flags)
  }
  if (endpoint !== undefined) throw new UsageError(`Unexpected argument '${endpoint}'.`)
  // Before the database is opened, because a mistake needs none.
  const work = command.read(flags)
  const config = readConfig(process.env)
  const database = await openDatabase(config.database)
  try {
    await work(database, config.events.endpoints)
  } finally {
    await database.close()
  }
}

type Work = (database: Database, endpoints: readonly EventEndpoint[]) => Promise<void>

const commands: Record<string, { flags: string[]; read(flags: Flags): Work }> = {
  list: { flags: ["state", "endpoint", "client", "id", "limit"], read: list },
  replay: { flags: ["state", "endpoint", "client", "id"], read: replay },
  "send-test": { flags: [], read: () => async () => {} },
  endpoints: { flags: [], read: listEndpoints },
}

function list(flags: Flags): Work {
  const filter = filterOf(flags)
  const limit = Number(flags.limit ?? 100)
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) {
    throw new UsageError(`--limit must be a number from 1 to 10000, not '${flags.limit}'.`)
  }
  return async (database) => {
    const found = await findDeliveries(database, filter, limit)
    if (flags.json) return printJson(found)
    for (const delivery of found) console.log(deliveryText(delivery))
    if (found.length === 0) console.log("No events.")
  }
}

function replay(flags: Flags): Work {
  const filter = filterOf(flags)
  if (filter.eventId === null && filter.state === null) {
    throw new UsageError("replay needs --id or --state, so that it does not send everything again.")
  }
  return async (database) => {
    const events = await replayDeliveries(database, filter, systemClock.now())
    if (flags.json) printJson({ events })
    else console.log(`${events} ${events === 1 ? "delivery is" : "deliveries are"} due now.`)
    if (events === 0) process.exitCode = 1
  }
}

function listEndpoints({ json }: Flags): Work {
  return async (database, endpoints) => {
    const backlogs = await findBacklogs(database)
    const known = await clientNames(database)
    const shown = endpoints.map(({ name, url, clients, types, secrets }) => {
      const of = backlogs.find(({ endpoint }) => endpoint === name)
      return {
        ...{
          name,
          url: new URL(url).origin,
          clients: clients ?? ("all" as const),
          types: types ?? ("all" as const),
        },
        secrets: secrets.length,
        waiting: of?.waiting ?? 0,
        dead: of?.dead ?? 0,
        unknownClients: unknownClients(clients, known),
      }
    })
    const removed = backlogs.filter(
      ({ endpoint }) => !endpoints.some(({ name }) => name === endpoint),
    )
    if (json) return printJson({ endpoints: shown, removed })
    for (const endpoint of shown) console.log(endpointText(endpoint))
    for (const { endpoint, waiting, dead } of removed) {
      console.log(`${endpoint}  is not in EVENTS_FILE; waiting: ${waiting}; dead: ${dead}`)
    }
    if (shown.length + removed.length === 0) console.log("EVENTS_FILE names no endpoint.")
  }
}

async function clientNames(database: Database): Promise<string[]> {
  const addressOf = createSiteAddresses(readConfig(process.env)).of
  const brands = createBrands({ database, clock: systemClock, addressOf, checks: {} }).lookup
  return await brands.customerClients()
}

async function sendTest(name: string, { json }: Flags): Promise<void> {
  const { endpoints } = readConfig(process.env).events
  const endpoint = endpoints.find((one) => one.name === name)
  if (!endpoint) {
    const names = endpoints.map((one) => one.name).join(", ") || "none"
    throw new UsageError(`EVENTS_FILE names no endpoint '${name}'. The endpoints: ${names}.`)
  }
  const id = randomUUID()
  const at = systemClock.now()
  const body = JSON.stringify({ type: "test", timestamp: at.toISOString(), data: {} })
  try {
    const status = await sendEvent(endpoint, { id, at, body })
    if (json) printJson({ id, isSent: true, status })
    else console.log(`${name} took the test message ${id} with status ${status}.`)
  } catch (error) {
    if (!(error instanceof EventNotSent)) throw error
    if (!json)
      throw new Error(`${name} did not take the test message: ${error.reason}.`, { cause: error })
    printJson({ id, isSent: false, reason: error.reason })
    process.exitCode = 1
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

function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
}

await runCommandLine(commandLine, main)
