import type { Queries } from "#database/sql.ts"
import type { Keys } from "#platform/keys/key-ring.ts"
import { entriesAfter, findChains, findHashes, findLostKeys, hasTraces } from "./audit.store.ts"
import { type AuditProblem, type Checkpoint, createChainCheck } from "./audit-chain-check.ts"
import { beginningOf, chainAt } from "./audit-chains.ts"
import type { Chain, ErasedPerson, ListedEnd } from "./audit-checked-entry.ts"
import { createAuditHash } from "./audit-hash.ts"
import { createKeyMatch } from "./key-mismatch.ts"

export interface AuditFindings {
  entries: number
  /** The current ends of the chains. */
  ends: Checkpoint[]
  problems: AuditProblem[]
  /**
   * Ids of keys that entries or ends refer to and that are missing. Missing keys alone can cause
   * problems.
   */
  missingKeys: string[]
}

const pageSize = 1_000
/** The chain that lists the beginnings of all others. */
const installation: Chain = { client: "", strand: 1 }

/**
 * Reads the whole audit log and finds every entry that was altered, moved, inserted or removed.
 * With `checkpoints`, also finds a database that was restored to an earlier state as a whole.
 *
 * Errors: `WrongKey`.
 */
export async function checkAudit(
  queries: Queries,
  keys: Keys,
  checkpoints: readonly Checkpoint[] = [],
): Promise<AuditFindings> {
  const hashes = createAuditHash(keys)
  const fit = createKeyMatch(keys)
  const findings: AuditFindings = { entries: 0, ends: [], problems: [], missingKeys: [] }
  const begun: Chain[] = []
  const erased: ErasedPerson[] = []
  for (const row of await findChains(queries)) {
    const { client, strand } = row
    const chain = createChainCheck(hashes, fit, row, checkpoints)
    let count: number
    do {
      const page = await entriesAfter(queries, client, strand, chain.last().number, pageSize)
      for (const entry of page) chain.next(entry)
      findings.problems.push(...(await differingEnds(queries, client, chain.takeListedEnds())))
      findings.entries += page.length
      count = page.length
    } while (count === pageSize)
    findings.problems.push(...chain.end(row.seal === null ? undefined : row))
    begun.push(...chain.begun)
    erased.push(...chain.erased)
    if (chain.last().number !== beginningOf(strand)) {
      findings.ends.push({ ...chain.last(), client })
    }
  }
  fit.refuseWrongKey(findings.entries)
  findings.missingKeys = fit.missing()
  findings.problems.push(...missingChains(findings.ends, begun, checkpoints))
  const isEmpty = findings.entries === 0 && checkpoints.length === 0
  if (isEmpty && (await hasTraces(queries))) {
    findings.problems.push(whole(installation, "was taken out as a whole"))
  }
  for (const { client, people } of await findLostKeys(queries, erased)) {
    findings.problems.push(
      whole({ client, strand: 1 }, `names people whose keys are gone: ${people}`),
    )
  }
  return findings
}

/** Entries that other chains list as ends and that are missing or different. */
async function differingEnds(
  queries: Queries,
  client: string,
  named: readonly ListedEnd[],
): Promise<AuditProblem[]> {
  if (named.length === 0) return []
  const numbers = named.map(({ number }) => number)
  const rows = await findHashes(queries, client, numbers)
  const hashes = new Map(rows.map(({ number, hash }) => [number, hash.toString("hex")]))
  return named.flatMap(({ number, hash, by }) => {
    const there = hashes.get(number)
    if (there === hash) return []
    const problem = there === undefined ? "was taken out" : "is another one"
    return [{ client, number, problem: `${problem}: entry ${by} names it` }]
  })
}

function missingChains(
  ends: readonly Checkpoint[],
  begun: readonly Chain[],
  checkpoints: readonly Checkpoint[],
): AuditProblem[] {
  const there = ends.map(chainOfEnd)
  const gone = distinct([...begun, ...checkpoints.map(chainOfEnd)]).filter(
    (strand) => !there.some((one) => isSame(one, strand)),
  )
  const again = distinct(begun).filter(
    (strand) => begun.filter((one) => isSame(one, strand)).length > 1,
  )
  const unknown = there.filter(
    (strand) => ![installation, ...begun].some((one) => isSame(one, strand)),
  )
  return [
    ...gone.map((strand) => whole(strand, "was taken out as a whole")),
    ...again.map((strand) => whole(strand, "was begun again")),
    ...unknown.map((strand) => whole(strand, "was never begun")),
  ]
}

function chainOfEnd({ client, number }: Checkpoint): Chain {
  return { client, strand: chainAt(number) }
}

function isSame(one: Chain, other: Chain): boolean {
  return one.client === other.client && one.strand === other.strand
}

function distinct(strands: readonly Chain[]): Chain[] {
  return strands.filter((one, index) => strands.findIndex((other) => isSame(one, other)) === index)
}

function whole({ client, strand }: Chain, problem: string): AuditProblem {
  const which = strand === 1 ? "" : ` (strand ${strand})`
  return { client, number: null, problem: `${problem}${which}` }
}
