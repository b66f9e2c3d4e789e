import { dayAt } from "#platform/time-zone.ts"
import type { Posting } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type { Difference } from "./differences.store.ts"
import { findPaymentsToPost, type PaymentToPost } from "./postings.store.ts"

/** Days whose postings are compared. */
const comparedDays = 35

/**
 * Compares the client's payments and returns of the last weeks with those that the account system
 * has posted. Refunds are not compared. Errors: `AccountSystemAway`.
 */
export async function findPostingDifferences(
  { database, policyAdmin, brands, clock }: Deps,
  client: string,
): Promise<Difference[]> {
  const startedAt = clock.now()
  const timeZone = await brands.timeZoneOf(client)
  const today = await brands.todayOf(client)
  const from = today.subtract({ days: comparedDays })
  // Read before our payments, which are stored before they are posted.
  const posted = await policyAdmin.postings(client, from.toString(), today.toString())
  const payments = await findPaymentsToPost(database, client, startOf(from.toString(), timeZone))
  const expected = payments
    .flatMap((payment) => expectedOf(payment, timeZone))
    .filter(({ on }) => on >= from.toString())
  const compared = posted.filter(({ kind }) => kind !== "refund")
  return pairsOf(expected, compared)
    .filter((pair) => isDifferent(pair, startedAt))
    .map((pair) => differenceOf(client, pair, timeZone))
}

/** A posting that our records ask for; `postedAt`: null while the account system has not answered. */
type Expected = Posting & { reference: string; postedAt: Date | null }

interface Pair {
  key: string
  own: Expected | undefined
  other: Posting | undefined
}

function expectedOf(payment: PaymentToPost, timeZone: string): Expected[] {
  const { id: paymentId, reference, amount, takenBackAt } = payment
  const posting = { paymentId, reference, amount }
  const on = (at: Date) => dayAt(at, timeZone).toString()
  const made = { kind: "payment", on: on(payment.paidAt), postedAt: payment.appliedAt } as const
  if (!takenBackAt) return [{ ...posting, ...made }]
  const back = { kind: "return", on: on(takenBackAt), postedAt: payment.reversedAt } as const
  return [
    { ...posting, ...made },
    { ...posting, ...back },
  ]
}

function pairsOf(expected: readonly Expected[], posted: readonly Posting[]): Pair[] {
  const keyOf = ({ kind, paymentId }: Posting) => `${kind} ${paymentId}`
  const ours = new Map(expected.map((posting) => [keyOf(posting), posting]))
  const theirs = new Map(posted.map((posting) => [keyOf(posting), posting]))
  const keys = new Set([...ours.keys(), ...theirs.keys()])
  return [...keys].map((key) => ({ key, own: ours.get(key), other: theirs.get(key) }))
}

/** A return takes what refunds have left, so only its day is compared. */
function isDifferent({ own, other }: Pair, startedAt: Date): boolean {
  if (!own) return true
  if (!other) return own.postedAt !== null && own.postedAt < startedAt
  return own.on !== other.on || (own.kind === "payment" && own.amount !== other.amount)
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
