import { openAudit } from "#server/adapters/audit.ts"
import type { Workplace } from "#server/commands/operator-command.ts"
import { UsageError } from "#server/config/command-line.ts"
import { openAuditRing, openKeyRing } from "#server/config/keys.ts"
import { findNeededKeys, type NeededKey } from "#server/watch/needed-keys.store.ts"
import { costs } from "./costs.ts"
import { endedKinds, endValuesOf } from "./retire.store.ts"

/** The kinds of values in --only; all kinds without it. Errors: `UsageError`. */
export function sealedKindsOf(only: readonly string[] | undefined): readonly string[] {
  const unknown = only?.find((kind) => !endedKinds.includes(kind))
  if (unknown === undefined) return only ?? endedKinds
  throw new UsageError(`--only must be one of: ${endedKinds.join(", ")}; not '${unknown}'.`)
}

/**
 * Prints what needs an earlier key, after ending the values of `kinds`, with one entry in the audit
 * log. Returns the exit code: 1 if something still needs the key.
 */
export async function retire(
  { config, database, clock, user, out, err }: Workplace,
  id: string,
  kinds: readonly string[],
): Promise<number> {
  refuseOtherKeys(id, openKeyRing(config).ids, openAuditRing(config).ids)
  const needed = (await findNeededKeys(database, clock.now())).filter(({ key }) => key === id)
  const ending = needed.filter(({ kind }) => kinds.includes(kind))
  const left = needed.filter(({ kind }) => !kinds.includes(kind))
  for (const one of left) err(lineOf(one))
  const isSealed = left.some(({ kind }) => costs[kind] === "reseal")
  if (isSealed && kinds.length === endedKinds.length) {
    err("Run npm run my-account -- keys reseal first.")
    return 1
  }
  if (kinds.length > 0) {
    const ended = ending.map(({ kind, values }) => `${kind}: ${values}`)
    await database.transaction(async (tx) => {
      await endValuesOf(tx, id, kinds, clock.now())
      await openAudit(config, clock).record(tx, {
        client: "",
        action: "key.retire",
        actor: { kind: "operator" },
        accountNumber: null,
        subjectUserid: null,
        ip: null,
        after: { key: id, ended: ended.join(", ") || "nothing", by: user },
      })
    })
    for (const line of ended) out(`Ended ${line}`)
  }
  if (left.length > 0) {
    err(
      isSealed
        ? `${id} is still needed. Run npm run my-account -- keys reseal.`
        : `${id} is still needed. Wait, or end all of this with --end.`,
    )
    return 1
  }
  out(`Nothing needs ${id}. Remove it from OTHER_SECRET_KEYS, and restart the servers.`)
  return 0
}

/** Errors: an `Error` with one line, unless it is an earlier or later secret key. */
function refuseOtherKeys(id: string, secret: readonly string[], audit: readonly string[]): void {
  if (id === secret[0])
    throw new Error(`${id} is SECRET_KEY itself. Make another key current first.`)
  if (secret.includes(id)) return
  if (id === audit[0]) throw new Error(`${id} is AUDIT_KEY itself, and no key to retire.`)
  if (audit.includes(id)) {
    throw new Error(
      `${id} is a key of the audit log. It stays in OTHER_AUDIT_KEYS for good, because entries are never rewritten.`,
    )
  }
  throw new Error(`${id} is no key of OTHER_SECRET_KEYS.`)
}

/** A line such as "passwords: 12 (until the next sign-in)". */
export function lineOf({ kind, values }: NeededKey): string {
  const cost = costs[kind]
  return `${kind}: ${values}${cost === undefined ? "" : ` (${cost})`}`
}
