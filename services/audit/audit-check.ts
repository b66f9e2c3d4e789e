import type { Queries } from "#database/sql.ts"
import { type Keys, UnknownKey } from "#platform/keys/key-ring.ts"
import { isSameHash } from "#platform/keys/secrets.ts"
import { type EndRow, type EntryRow, entriesAfter, findEnds, findLostKeys } from "./audit.store.ts"
import { type AuditHash, createAuditHash, keyIdIn, keyIdOfSeal } from "./audit-hash.ts"

/** Where a chain stood at some time, kept outside the database: hash in hexadecimal. */
export interface Checkpoint {
  client: string
  number: number
  hash: string
}

export interface AuditProblem {
  client: string
  /** The entry that is concerned; null where it is the chain as a whole. */
  number: number | null
  problem: string
}

export interface AuditFindings {
  entries: number
  /** Where the chains stand now. */
  ends: Checkpoint[]
  problems: AuditProblem[]
}

const pageSize = 1_000

/**
 * Reads the whole record and finds every entry that was altered, moved, put in or taken out.
 * `checkpoints` also find a database that was put back to an earlier state as a whole.
 */
export async function checkAudit(
  queries: Queries,
  keys: Keys,
  checkpoints: readonly Checkpoint[] = [],
): Promise<AuditFindings> {
  const hashes = createAuditHash(keys)
  const fit = createFit(keys)
  const findings: AuditFindings = { entries: 0, ends: [], problems: [] }
  const begun: string[] = []
  for (const row of await findEnds(queries)) {
    const chain = createChainCheck(hashes, fit, row.client, checkpoints)
    let page: EntryRow[]
    do {
      page = await entriesAfter(queries, row.client, chain.last().number, pageSize)
      for (const entry of page) chain.next(entry)
      findings.entries += page.length
    } while (page.length === pageSize)
    findings.problems.push(...chain.end(row.seal === null ? undefined : row))
    findings.ends.push({ ...chain.last(), client: row.client })
    begun.push(...chain.begun)
  }
  fit.refuseWrongKey(findings.entries)
  findings.problems.push(...missingChains(findings.ends, begun, checkpoints))
  for (const { client, people } of await findLostKeys(queries)) {
    findings.problems.push(whole(client, `names people whose keys are gone: ${people}`))
  }
  return findings
}

/** The audit log was made with another secret key than the one that checks it now. */
export class WrongKey extends Error {
  override name = "WrongKey"
}

/** Tells the wrong key from tampering: with the wrong one nothing fits, and no row names it. */
function createFit(keys: Keys) {
  const own = keys.current.id.toString("hex")
  const named = new Set<string>()
  let fitting = 0

  return {
    /** Whether this is true, which needs the key with this id. */
    is(id: Buffer | undefined, work: () => boolean): boolean | "unknown key" {
      if (id) named.add(id.toString("hex"))
      try {
        const fits = work()
        if (fits) fitting += 1
        return fits
      } catch (error) {
        if (error instanceof UnknownKey) return "unknown key"
        throw error
      }
    },
    /** Errors: `WrongKey`. */
    refuseWrongKey(entries: number) {
      if (entries === 0 || fitting > 0 || named.has(own)) return
      const those = named.size === 0 ? "which name no key" : `made with ${[...named].join(", ")}`
      throw new WrongKey(
        `SECRET_KEY is not the key of this audit log: it is ${own}, and fits none of the ${entries} entries, ${those}. Nothing was checked.`,
      )
    },
  }
}
type Fit = ReturnType<typeof createFit>

/** Follows one chain from its first entry to its end. */
function createChainCheck(
  hashes: AuditHash,
  fit: Fit,
  client: string,
  checkpoints: readonly Checkpoint[],
) {
  const problems: AuditProblem[] = []
  const kept = new Map<number, string>()
  for (const one of checkpoints) if (one.client === client) kept.set(one.number, one.hash)
  /** The clients whose chains this one has seen begin. */
  const begun: string[] = []
  let last: { number: number; hash: Buffer } = { number: 0, hash: Buffer.alloc(0) }

  function note(number: number | null, problem: string) {
    problems.push({ client, number, problem })
  }
  function missing(from: number, to: number) {
    if (from === to) note(from, "was taken out")
    if (from < to) note(from, `to ${to} were taken out`)
  }

  function isSealed(end: EndRow): boolean {
    return fit.is(keyIdOfSeal(end.seal), () => hashes.isSealed(end)) === true
  }

  return {
    begun,
    last: () => ({ number: last.number, hash: last.hash.toString("hex") }),
    next(entry: EntryRow) {
      const { number, previousHash } = entry
      missing(last.number + 1, number - 1)
      const follows = number === last.number + 1 && isSameHash(previousHash, last.hash)
      const isOwn = fit.is(idOf(entry), () => isSameHash(entry.hash, hashes.hash(entry)))
      if (isOwn === "unknown key") note(number, "was made with another secret key")
      else if (!isOwn) note(number, "was altered or put in")
      else if (!saysTheSame(entry)) note(number, "has columns that differ from its content")
      if (isOwn === true && !follows) note(number, "does not follow the entry before it")
      if ((kept.get(number) ?? entry.hash.toString("hex")) !== entry.hash.toString("hex")) {
        note(number, "is not the one that the checkpoint names")
      }
      if (isOwn === true && entry.action === "record.broken") {
        note(number, "follows an end of the chain that was not its own")
      }
      if (isOwn === true && entry.action === "record.begin") begun.push(clientBegun(entry))
      last = { number, hash: entry.hash }
    },
    end(end: EndRow | undefined): AuditProblem[] {
      if (!end) note(null, "has lost the end of its chain")
      else if (end.number > 0 && !isSealed(end)) note(null, "has an end that was altered")
      else if (end.number < last.number) note(null, "has entries after its end")
      else if (end.number === last.number && !isSameHash(end.hash, last.hash)) {
        note(last.number, "is not the one that the end of the chain names")
      }
      const reached = Math.max(end?.number ?? 0, ...kept.keys())
      missing(last.number + 1, reached)
      return problems
    },
  }
}

function missingChains(
  ends: readonly Checkpoint[],
  begun: readonly string[],
  checkpoints: readonly Checkpoint[],
): AuditProblem[] {
  const there = new Set(ends.filter(({ number }) => number > 0).map(({ client }) => client))
  const wanted = new Set([...begun, ...checkpoints.map(({ client }) => client)])
  const gone = [...wanted].filter((client) => !there.has(client))
  const again = [...new Set(begun)].filter(
    (client) => begun.filter((one) => one === client).length > 1,
  )
  const unknown = [...there].filter((client) => client !== "" && !begun.includes(client))
  return [
    ...gone.map((client) => whole(client, "was taken out as a whole")),
    ...again.map((client) => whole(client, "was begun again")),
    ...unknown.map((client) => whole(client, "was never begun")),
  ]
}

function whole(client: string, problem: string): AuditProblem {
  return { client, number: null, problem }
}

/** Whether what is searched by says what was hashed. */
function saysTheSame(entry: EntryRow): boolean {
  const content = parsed(entry.content)
  return (
    content.client === entry.client &&
    content.at === entry.at.toISOString() &&
    content.action === entry.action &&
    nullable(content.subjectUserid) === entry.subjectUserid &&
    nullable(content.accountNumber) === entry.accountNumber &&
    nullable(content.actorUserid) === entry.actorUserid &&
    nullable(content.account) === entry.account &&
    nullable(content.subject) === entry.subject &&
    nullable(content.actor) === entry.actor &&
    nullable(content.person) === entry.person
  )
}

/** A field that an entry does not have is null in its column. */
function nullable(value: unknown): unknown {
  return value ?? null
}

/** The id of the key that an entry names, if its content can still be read. */
function idOf({ content }: EntryRow): Buffer | undefined {
  try {
    return keyIdIn(content)
  } catch {
    return undefined
  }
}

function clientBegun({ content }: EntryRow): string {
  return (parsed(content).after as { client?: string } | undefined)?.client ?? ""
}

function parsed(content: string): Record<string, unknown> {
  return JSON.parse(content) as Record<string, unknown>
}
