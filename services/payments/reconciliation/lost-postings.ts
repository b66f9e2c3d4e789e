import {
  AccountSystemAway,
  AccountSystemRefused,
  type LedgerEntry,
  type Posting,
} from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { postCorrection } from "../adjustments/correction-posting.ts"
import { findCorrection } from "../adjustments/corrections.store.ts"
import { refundPostingOf } from "../adjustments/refunding.ts"
import { findRefund } from "../adjustments/refunds.store.ts"
import { postingOf } from "../paying/charging.ts"
import { findPayment } from "../paying/payments.store.ts"
import type { Sum } from "./ledger-sums.ts"
import { comparePostings, type Expected, type PostingPair } from "./posting-differences.ts"

type LostPostingSources = Pick<Deps, "database" | "policyAdmin" | "brands" | "clock">

/** A client's postings, here and in the account system. Days are the client's. */
export interface PostingsNow {
  from: string
  to: string
  timeZone: string
  /**
   * Postings that the account system has confirmed (`ours`) and that it has now (`theirs`): cents
   * less returned money.
   */
  ours: Sum
  theirs: Sum
  /** Confirmed postings that it no longer has, oldest first. */
  lost: Expected[]
  /**
   * Postings that are not listed under their id, but under the confirmation number, or as entries
   * of the product.
   */
  heldOtherwise: Expected[]
  /** Postings that the account system has with a smaller amount than ours. */
  smaller: PostingPair[]
  /** Postings that the account system has and we do not have, or have with a smaller amount. */
  beyond: PostingPair[]
  /**
   * Cents that the account system has in excess of ours because of `beyond`. A payment of another
   * program that was returned there, such as a test payment, adds nothing.
   */
  excess: number
}

/**
 * Compares the client's postings since a day with the account system's, by id and by confirmation
 * number: people enter a lost payment by hand under that number. Errors: `AccountSystemAway`.
 */
export async function findLostPostings(
  deps: LostPostingSources,
  client: string,
  since?: Temporal.PlainDate,
): Promise<PostingsNow> {
  const { pairs, ...period } = await comparePostings(deps, client, since)
  const ours = pairs.flatMap(({ own, other, isConfirmed }) => {
    return own && (isConfirmed || other) ? [own] : []
  })
  const theirs = pairs.flatMap(({ other }) => other ?? [])
  const missing = pairs.flatMap(({ own, other, isConfirmed }) => {
    return own && isConfirmed && !other && !own.isRevoked ? [own] : []
  })
  const lost: Expected[] = []
  const heldOtherwise: Expected[] = []
  /** The ids under which the account system has the `heldOtherwise` postings. */
  const otherIds = new Set<string>()
  const entriesOf = createEntriesReader(deps, client)
  for (const one of missing.toSorted(inOrder)) {
    const ids = [
      ...theirs.filter(({ id }) => isByNumber(one, id)).map(({ id }) => id),
      ...(await entriesOf(one)).flatMap((entry) => (isEntered(one, entry) ? [entry.cause] : [])),
    ]
    for (const id of ids) otherIds.add(id)
    // A return or refund has no effect there without its payment.
    const isOfOne = one.paymentId !== null && heldOtherwise.some(({ id }) => id === one.paymentId)
    ;(ids.length > 0 || isOfOne ? heldOtherwise : lost).push(one)
  }
  const beyond = pairs.filter((pair) => excessOf(pair) > 0 && !otherIds.has(pair.other?.id ?? ""))
  const differences = beyond.flatMap(({ own, other }) => {
    return other ? [{ kind: other.kind, amount: other.amount - (own?.amount ?? 0) }] : []
  })
  return {
    ...period,
    ours: sumOf(ours),
    theirs: sumOf(theirs),
    lost,
    heldOtherwise,
    smaller: pairs.filter((pair) => pair.isConfirmed && excessOf(pair) < 0),
    beyond,
    excess: sumOf(differences).amount,
  }
}

/** The sign of each kind: payments, credits and write-offs pay bills; the others undo that. */
const signs = {
  ...{ payment: 1, credit: 1, writeOff: 1 },
  ...{ refund: -1, return: -1, correctionReversal: -1 },
} as const
const kinds = Object.keys(signs)

function sumOf(postings: readonly Pick<Posting, "kind" | "amount">[]): Sum {
  const amount = postings.reduce((sum, one) => sum + signs[one.kind] * one.amount, 0)
  return { count: postings.length, amount }
}

function inOrder(one: Expected, other: Expected): number {
  const byKind = kinds.indexOf(one.kind) - kinds.indexOf(other.kind)
  return one.at.getTime() - other.at.getTime() || byKind || other.amount - one.amount
}

/**
 * Cents that the account system has in excess of ours. A return takes only the money that refunds
 * have left.
 */
function excessOf({ own, other }: Pick<PostingPair, "own" | "other">): number {
  if (!other) return 0
  if (!own) return Number.POSITIVE_INFINITY
  return own.kind === "return" ? 0 : Math.abs(other.amount) - Math.abs(own.amount)
}

/** Reads the entries of each product once. */
function createEntriesReader({ policyAdmin }: LostPostingSources, client: string) {
  const read = new Map<string, Promise<LedgerEntry[]>>()
  return async ({ accountNumber, policyNumber }: Expected): Promise<LedgerEntry[]> => {
    const entries =
      read.get(policyNumber) ?? policyAdmin.entries(client, accountNumber, policyNumber)
    read.set(policyNumber, entries)
    return await entries
  }
}

function isByNumber({ kind, confirmationNumber }: Expected, word: string): boolean {
  return kind === "payment" && confirmationNumber !== "" && confirmationNumber === word
}

function isEntered(one: Expected, { kind, lot, cause, note }: LedgerEntry): boolean {
  const isOwn = one.amount > 0 && kind === one.kind && cause === one.id
  return isOwn || [lot, cause, ...note.split(/\W+/)].some((word) => isByNumber(one, word))
}

/** The result of an attempt to post again. */
export interface PostedAgain {
  /** Number of postings that the account system answered. */
  answered: number
  /** Postings that it rejected, with its answer. */
  refused: { posting: Expected; detail: string }[]
  /** Whether it stopped answering, so that the rest was not tried. */
  isAway: boolean
}

/**
 * Posts these again in order, each exactly as it was first posted, so that it has its original key.
 * It may be repeated, interrupted at any time, and run several times at once: the account system
 * posts each id once.
 */
export async function postAgain(
  deps: LostPostingSources,
  client: string,
  { lost, timeZone }: Pick<PostingsNow, "lost" | "timeZone">,
): Promise<PostedAgain> {
  const result: PostedAgain = { answered: 0, refused: [], isAway: false }
  for (const posting of lost) {
    try {
      await postOne(deps, client, posting, timeZone)
      result.answered += 1
    } catch (error) {
      if (!(error instanceof AccountSystemAway)) throw error
      if (!(error instanceof AccountSystemRefused)) return { ...result, isAway: true }
      result.refused.push({ posting, detail: error.detail })
    }
  }
  return result
}

async function postOne(
  { database, policyAdmin }: LostPostingSources,
  client: string,
  { kind, id, paymentId, amount, on }: Expected,
  timeZone: string,
): Promise<void> {
  if (kind === "payment") {
    const payment = found(await findPayment(database, client, id))
    return await policyAdmin.applyPayment(postingOf(payment, timeZone))
  }
  if (kind === "return") return await policyAdmin.returnPayment(client, paymentId ?? id, on)
  if (kind === "refund") {
    const posting = refundPostingOf(found(await findRefund(database, [client], id)))
    if (amount < 0) return await policyAdmin.failRefund(posting, on)
    return await policyAdmin.refundPayment({ ...posting, refundedOn: on })
  }
  const correction = found(await findCorrection(database, [client], id))
  await postCorrection(policyAdmin, correction, timeZone)
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error("A posting lost its row during the command.")
  return row
}
