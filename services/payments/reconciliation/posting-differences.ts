import { earlier } from "#platform/time.ts"
import { dayAt } from "#platform/time-zone.ts"
import type { Posting } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { findHeldMoney } from "../adjustments/revoked.store.ts"
import { isRevocationHeld, repost, revoke } from "../adjustments/revoked.ts"
import type { Difference } from "../differences/differences.store.ts"
import { findPayment } from "../paying/payments.store.ts"
import { findPostingsToFind, type PostingToFind } from "./postings.store.ts"

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Number of days whose postings are compared. */
const comparedDays = 35

/**
 * Compares the client's payments, returns, refunds, credits and write-offs of the last weeks with
 * the account system's postings. Errors: `AccountSystemAway`.
 */
export async function findPostingDifferences(deps: Deps, client: string): Promise<Difference[]> {
  const { pairs, timeZone } = await comparePostings(deps, client)
  const different = pairs.filter((pair) => isDifferent(pair) && !pair.own?.isRevoked)
  const revoked = await noteRevoked(deps, client, different, timeZone)
  await noteReposted(deps, client)
  const others = different.filter(({ own, other }) => own || !revoked.has(other?.id ?? ""))
  const kept = await findHeldMoney(deps.database, client)
  return [...others.map((pair) => differenceOf(client, pair, timeZone)), ...kept]
}

/**
 * Records payments for which the account system shows a return that we did not request: it reversed
 * them on its own. Returns their ids. Errors: `AccountSystemAway`.
 */
async function noteRevoked(
  deps: Deps,
  client: string,
  different: readonly PostingPair[],
  timeZone: string,
): Promise<ReadonlySet<string>> {
  const noted = new Set<string>()
  for (const { own, other } of different) {
    if (own || other?.kind !== "return" || !uuid.test(other.id)) continue
    const payment = await findPayment(deps.database, client, other.id)
    if (!payment) continue
    const { id, revokedAt, repostedAt } = payment
    // A return on the same day may be the earlier one, so the entries decide.
    const isStanding = repostedAt !== null && (await isRevocationHeld(deps, payment))
    const at = repostedAt ? deps.clock.now() : startOf(other.on, timeZone)
    const effect = isStanding ? undefined : await revoke(deps, payment, id, at)
    if (effect) await deps.database.transaction(effect)
    if (effect || revokedAt || isStanding) noted.add(id)
  }
  if (noted.size > 0) deps.wakeEmail()
  return noted
}

/**
 * Records payments that the account system reversed at least a day ago, and whose money it has
 * again. A read may show a reversal later than the account system reports it. Errors:
 * `AccountSystemAway`.
 */
async function noteReposted(deps: Deps, client: string): Promise<void> {
  const now = deps.clock.now()
  const longAgo = earlier(now, { hours: 24 })
  for (const { paymentId, at } of await findHeldMoney(deps.database, client)) {
    const isOld = paymentId !== null && at <= longAgo
    const payment = isOld && (await findPayment(deps.database, client, paymentId))
    const effect = payment && (await repost(deps, payment, now))
    if (effect) await deps.database.transaction(effect)
    if (effect) deps.wakeEmail()
  }
}

export type Expected = PostingToFind & Pick<Posting, "on">

/** One posting, as our rows require it and as the account system has it. */
export interface PostingPair {
  key: string
  own: Expected | undefined
  other: Posting | undefined
  /** Whether the account system had confirmed it before the comparison. */
  isConfirmed: boolean
}

/**
 * Pairs the client's postings from a day until its business day, by kind and id; by default,
 * postings of the last weeks. Errors: `AccountSystemAway`.
 */
export async function comparePostings(
  {
    database,
    policyAdmin,
    brands,
    clock,
  }: Pick<Deps, "database" | "policyAdmin" | "brands" | "clock">,
  client: string,
  since?: Temporal.PlainDate,
): Promise<{ pairs: PostingPair[]; from: string; to: string; timeZone: string }> {
  const startedAt = clock.now()
  const timeZone = await brands.timeZoneOf(client)
  const today = await brands.todayOf(client)
  const from = (since ?? today.subtract({ days: comparedDays })).toString()
  const to = today.toString()
  // Read before our rows, which are stored before they are posted.
  const posted = await policyAdmin.postings(client, from, to)
  const expected = await findPostingsToFind(database, client, startOf(from, timeZone))
  const dated = expected.map((one) => ({ ...one, on: dayAt(one.at, timeZone).toString() }))
  return { pairs: pairsOf(dated, posted, startedAt), from, to, timeZone }
}

function pairsOf(
  expected: readonly Expected[],
  posted: readonly Posting[],
  startedAt: Date,
): PostingPair[] {
  const ours = new Map(expected.map((posting) => [keyOf(posting), posting]))
  const theirs = new Map(posted.map((posting) => [keyOf(posting), posting]))
  const keys = new Set([...ours.keys(), ...theirs.keys()])
  return [...keys].map((key) => {
    const own = ours.get(key)
    const isConfirmed = own !== undefined && own.postedAt !== null && own.postedAt < startedAt
    return { key, own, other: theirs.get(key), isConfirmed }
  })
}

/** The key of a posting; a failed refund has the id of the refund. */
function keyOf({ kind, id, amount }: Pick<Posting, "kind" | "id" | "amount">): string {
  return `${amount < 0 ? "failed " : ""}${kind} ${id}`
}

/** A return takes what refunds have left there, so only its day is compared. */
function isDifferent({ own, other, isConfirmed }: PostingPair): boolean {
  if (!own) return true
  if (!other) return isConfirmed
  const isSameAmount = own.kind === "return" || own.amount === other.amount
  return own.on !== other.on || (isConfirmed && !isSameAmount)
}

function differenceOf(
  client: string,
  { key, own, other }: PostingPair,
  timeZone: string,
): Difference {
  return {
    kind: "posting",
    subject: key,
    client,
    paymentId: own?.paymentId ?? null,
    reference: own?.reference ?? "",
    ours: own?.amount ?? 0,
    theirs: other?.amount ?? 0,
    at: startOf((own ?? other)?.on ?? "", timeZone),
  }
}

function startOf(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
}
