import { isSameHash } from "#platform/keys/secrets.ts"
import type { EndRow, EntryRow } from "./audit.store.ts"
import { beginningOf, chainAt } from "./audit-chains.ts"
import {
  type Chain,
  chainBegun,
  columnsMatchContent,
  type ErasedPerson,
  endsIn,
  erasedIn,
  type ListedEnd,
} from "./audit-checked-entry.ts"
import { type AuditHash, keyIdIn, keyIdOfSeal } from "./audit-hash.ts"
import type { KeyMatch } from "./key-mismatch.ts"

/** The end of a chain at some time, stored outside the database. The hash is hexadecimal. */
export interface Checkpoint {
  client: string
  number: number
  hash: string
}

export interface AuditProblem {
  client: string
  /** The entry with the problem; null if the problem is about the whole chain. */
  number: number | null
  problem: string
}

/** Checks one chain from its first entry to its end. */
export function createChainCheck(
  hashes: AuditHash,
  fit: KeyMatch,
  { client, strand }: Chain,
  checkpoints: readonly Checkpoint[],
) {
  const problems: AuditProblem[] = []
  const kept = new Map<number, string>()
  for (const one of checkpoints) {
    if (one.client === client && chainAt(one.number) === strand) kept.set(one.number, one.hash)
  }
  const first = beginningOf(strand)
  /** The chains whose first entry is recorded in this chain. */
  const begun: Chain[] = []
  /** The people whose keys were deleted at their request, according to entries. */
  const erased: ErasedPerson[] = []
  let named: ListedEnd[] = []
  let last: { number: number; hash: Buffer } = { number: first, hash: Buffer.alloc(0) }

  function note(number: number | null, problem: string) {
    const which = number === null && strand > 1 ? ` (strand ${strand})` : ""
    problems.push({ client, number, problem: `${problem}${which}` })
  }
  function missing(from: number, to: number) {
    if (from === to) note(from, "was taken out")
    if (from < to) note(from, `to ${to} were taken out`)
  }

  /** The problem with the end; undefined if it is valid. */
  function faultOf(end: EndRow): string | undefined {
    const key = keyIdOfSeal(end.seal)
    const isSealed = fit.is(key, () => hashes.isSealed(end))
    if (isSealed === "unknown key") return `has an end that ${madeWith(key)}`
    return isSealed && chainAt(end.number) === strand ? undefined : "has an end that was altered"
  }

  return {
    begun,
    erased,
    /** Returns the ends of other chains that were listed in entries since the last call. */
    takeListedEnds(): ListedEnd[] {
      const taken = named
      named = []
      return taken
    },
    last: () => ({ number: last.number, hash: last.hash.toString("hex") }),
    next(entry: EntryRow) {
      const { number, previousHash } = entry
      missing(last.number + 1, number - 1)
      const follows = number === last.number + 1 && isSameHash(previousHash, last.hash)
      const key = keyIdIn(entry.content)
      const isOwn = fit.is(key, () => hashes.isHashed(entry))
      if (isOwn === "unknown key") note(number, madeWith(key))
      if (!isOwn) note(number, "was altered or put in")
      else if (!columnsMatchContent(entry)) note(number, "has columns that differ from its content")
      if (isOwn === true && !follows) note(number, "does not follow the entry before it")
      if ((kept.get(number) ?? entry.hash.toString("hex")) !== entry.hash.toString("hex")) {
        note(number, "is not the one that the checkpoint names")
      }
      if (isOwn === true && entry.action === "record.broken") {
        note(number, "follows an end of the chain that was not its own")
      }
      if (isOwn === true && entry.action === "record.begin") begun.push(chainBegun(entry))
      if (isOwn === true && entry.action === "person.erase") erased.push(...erasedIn(entry))
      if (isOwn === true) named.push(...endsIn(entry))
      last = { number, hash: entry.hash }
    },
    end(end: EndRow | undefined): AuditProblem[] {
      const fault = end && end.number !== first ? faultOf(end) : undefined
      if (!end) note(null, "has lost the end of its chain")
      else if (fault !== undefined) note(null, fault)
      else if (end.number < last.number) note(null, "has entries after its end")
      else if (end.number === last.number && !isSameHash(end.hash, last.hash)) {
        note(last.number, "is not the one that the end of the chain names")
      }
      const reached = Math.max(end?.number ?? first, ...kept.keys())
      missing(last.number + 1, reached)
      return problems
    },
  }
}

function madeWith(key: Buffer | undefined): string {
  return `was made with the audit key ${key?.toString("hex")}, which is not given`
}
