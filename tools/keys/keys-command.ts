import { randomBytes } from "node:crypto"
import { counted } from "#platform/text/words.ts"
import { type OperatorCommand, Stopped, type Workplace } from "#server/commands/operator-command.ts"
import { readCommandLine, UsageError } from "#server/config/command-line.ts"
import { openAuditRing, openKeyRing } from "#server/config/keys.ts"
import {
  findNeededAuditKeys,
  findNeededKeys,
  type NeededKey,
} from "#server/watch/needed-keys.store.ts"
import { costs } from "./costs.ts"
import { resealAll } from "./reseal.ts"
import { endValuesOf } from "./retire.store.ts"

const commandLine = {
  usage: `npm run keys -- [list | new | reseal | retire <id> [--end]]
Says which keys stored values need, and exchanges them; docs/operating.md explains each step.
  list           the keys by their ids, and what needs each of them
  new            prints a new key
  reseal         seals with SECRET_KEY what was sealed with another key
  retire <id>    whether a key of OTHER_SECRET_KEYS can be removed
  --end          ends what still needs it: sessions, links, and passwords, whose owners register again
Exit codes: 0 done; 1 a key is still needed or missing, or it failed; 2 a mistyped command, or no database.`,
  options: { end: { type: "boolean", default: false } },
  words: [0, 2],
} as const

/** The operator's keys: `npm run keys`. */
export const keysCommand: OperatorCommand = {
  usageOf: () => commandLine.usage,
  canStop: true,
  keepsVersion: true,
  read(typed) {
    const { values, words } = readCommandLine(commandLine, typed)
    const [name = "list", id] = words
    if ((name === "retire") !== (id !== undefined)) {
      throw new UsageError(name === "retire" ? "<id> is missing." : "Only retire takes an <id>.")
    }
    if (values.end && name !== "retire") throw new UsageError("Only retire takes --end.")
    if (name === "list") return list
    if (name === "new") return async ({ out }) => printKey(out)
    if (name === "reseal") return reseal
    if (name === "retire") return async (place) => await retire(place, id ?? "", values.end)
    throw new UsageError(`There is no command "${name}".`)
  },
}

async function printKey(out: Workplace["out"]): Promise<number> {
  out(randomBytes(32).toString("base64"))
  return 0
}

async function list({ config, database, clock, out, err }: Workplace): Promise<number> {
  const rings = [
    ["SECRET_KEY", openKeyRing(config).ids, await findNeededKeys(database, clock.now())],
    ["AUDIT_KEY", openAuditRing(config).ids, await findNeededAuditKeys(database)],
  ] as const
  let missing = 0
  for (const [name, ids, needed] of rings) {
    for (const [index, id] of ids.entries()) {
      out(`${id}  ${index === 0 ? name : `OTHER_${name}S`}`)
      const own = needed.filter(({ key }) => key === id)
      for (const line of own.map(lineOf)) out(`          ${line}`)
      if (own.length === 0) out("          nothing needs it")
    }
    const foreign = [...new Set(needed.map(({ key }) => key))].filter((key) => !ids.includes(key))
    missing += foreign.length
    for (const id of foreign) {
      err(`${id}  is missing: add it to OTHER_${name}S`)
      for (const line of needed.filter(({ key }) => key === id).map(lineOf))
        err(`          ${line}`)
    }
  }
  return missing > 0 ? 1 : 0
}

async function reseal({ config, database, out, err, signal }: Workplace): Promise<number> {
  const began = performance.now()
  const { renewed, changed, unreadable } = await resealAll(database, openKeyRing(config), signal)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const done = `Sealed ${counted(renewed, "value")} again in ${seconds} s`
  if (signal.aborted) throw new Stopped(`${done}; the rest waits for another run.`)
  out(`${done}; ${changed} changed meanwhile.`)
  if (unreadable === 0) return 0
  err(`${counted(unreadable, "value")} cannot be read with the given keys. See npm run keys.`)
  return 1
}

async function retire(
  { config, database, clock, out, err }: Workplace,
  id: string,
  end: boolean,
): Promise<number> {
  const [current, ...others] = openKeyRing(config).ids
  if (id === current) throw new Error(`${id} is SECRET_KEY itself. Make another key current first.`)
  if (!others.includes(id)) throw new Error(`${id} is no key of OTHER_SECRET_KEYS.`)
  const needed = (await findNeededKeys(database, clock.now())).filter(({ key }) => key === id)
  const sealed = needed.filter(({ kind }) => costs[kind] === "reseal")
  const told = end ? out : err
  for (const one of needed) told(lineOf(one))
  if (sealed.length > 0) {
    err("Run npm run keys -- reseal first.")
    return 1
  }
  if (needed.length > 0 && !end) {
    err(`${id} is still needed. Wait, or end all of this with --end.`)
    return 1
  }
  if (end) {
    const bytes = Buffer.from(id, "hex")
    const keyid = bytes.toString("base64").replace(/=+$/, "")
    await database.transaction((tx) => endValuesOf(tx, bytes, keyid, clock.now()))
    if (needed.length > 0) out("All of this has ended.")
  }
  out(`Nothing needs ${id}. Remove it from OTHER_SECRET_KEYS, and restart the servers.`)
  return 0
}

function lineOf({ kind, values }: NeededKey): string {
  const cost = costs[kind]
  return `${kind}: ${values}${cost === undefined ? "" : ` (${cost})`}`
}
