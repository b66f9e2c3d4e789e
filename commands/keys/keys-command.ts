import { randomBytes } from "node:crypto"
import { counted } from "#platform/text/words.ts"
import {
  CommandStopped,
  type OperatorCommand,
  type Workplace,
} from "#server/commands/operator-command.ts"
import { readCommandLine, UsageError } from "#server/config/command-line.ts"
import { openAuditRing, openKeyRing } from "#server/config/keys.ts"
import { findNeededAuditKeys, findNeededKeys } from "#server/watch/needed-keys.store.ts"
import { resealAll } from "./reseal.ts"
import { lineOf, retire, sealedKindsOf } from "./retire.ts"

const commandLine = {
  usage: `npm run my-account -- keys [list | new | reseal | retire <id> [--end [--only <kind>]…]]
Says which keys stored values need, and exchanges them; docs/run/keys.md explains each step.
  list           the keys by their ids, and what needs each of them
  new            prints a new key
  reseal         seals with SECRET_KEY what was sealed with another key
  retire <id>    whether a key of OTHER_SECRET_KEYS can be removed
  --end          ends what still needs it: sessions, links, and passwords, whose owners register again
  --only <kind>  ends values of this kind alone, such as "unsubscribe links"; repeat it for others
Exit codes: 0 done; 1 a key is still needed or missing, or it failed; 2 a mistyped command, or no database.`,
  options: {
    end: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
  },
  words: [0, 2],
} as const

/** The operator's keys: `npm run my-account -- keys`. */
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
    if (values.only && !values.end) throw new UsageError("--only needs --end.")
    if (name === "list") return list
    if (name === "new") return async ({ out }) => printKey(out)
    if (name === "reseal") return reseal
    if (name === "retire") {
      const kinds = values.end ? sealedKindsOf(values.only) : []
      return async (place) => await retire(place, id ?? "", kinds)
    }
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
  if (signal.aborted) throw new CommandStopped(`${done}; the rest waits for another run.`)
  out(`${done}; ${changed} changed meanwhile.`)
  if (unreadable === 0) return 0
  err(
    `${counted(unreadable, "value")} cannot be read with the given keys. See npm run my-account -- keys.`,
  )
  return 1
}
