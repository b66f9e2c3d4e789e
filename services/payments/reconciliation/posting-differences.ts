import { dayAt } from "#platform/time-zone.ts"
import type { Posting } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type { Difference } from "./differences.store.ts"
import { findPostingsToFind, type PostingToFind } from "./postings.store.ts"

/** Days whose postings are compared. */
const comparedDays = 35

/**
 * Compares the client's payments, returns, refunds, credits and write-offs of the last weeks with
 * those that the account system has posted. Errors: `AccountSystemAway`.
 */
export async function findPostingDifferences(
  { database, policyAdmin, brands, clock }: Deps,
  client: string,
): Promise<Difference[]> {
  const startedAt = clock.now()
  const timeZone = await brands.timeZoneOf(client)
  const today = await brands.todayOf(client)
  const from = today.subtract({ days: comparedDays })
  // Read before our rows, which are stored before they are posted.
  const posted = await policyAdmin.postings(client, from.toString(), today.toString())
  const since = startOf(from.toString(), timeZone)
  const expected = await findPostingsToFind(database, client, since)
  const dated = expected.map((one) => ({ ...one, on: dayAt(one.at, timeZone).toString() }))
  return pairsOf(dated, posted)
    .filter((pair) => isDifferent(pair, startedAt))
    .map((pair) => differenceOf(client, pair, timeZone))
}

type Expected = PostingToFind & Pick<Posting, "on">

interface Pair {
  key: string
  own: Expected | undefined
  other: Posting | undefined
}

function pairsOf(expected: readonly Expected[], posted: readonly Posting[]): Pair[] {
  const ours = new Map(expected.map((posting) => [keyOf(posting), posting]))
  const theirs = new Map(posted.map((posting) => [keyOf(posting), posting]))
  const keys = new Set([...ours.keys(), ...theirs.keys()])
  return [...keys].map((key) => ({ key, own: ours.get(key), other: theirs.get(key) }))
}

/** Names a posting; a refund that failed has the id of the refund. */
function keyOf({ kind, id, amount }: Pick<Posting, "kind" | "id" | "amount">): string {
  return `${amount < 0 ? "failed " : ""}${kind} ${id}`
}

/** A return takes what refunds have left, so only its day is compared. */
function isDifferent({ own, other }: Pair, startedAt: Date): boolean {
  if (!own) return true
  const isPosted = own.postedAt !== null && own.postedAt < startedAt
  if (!other) return isPosted
  return own.on !== other.on || (isPosted && own.kind !== "return" && own.amount !== other.amount)
}

function differenceOf(client: string, { key, own, other }: Pair, timeZone: string): Difference {
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
