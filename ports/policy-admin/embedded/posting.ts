import type { Queries } from "#database/sql.ts"
import type {
  CorrectionReversalToPost,
  CreditToPost,
  PaymentToApply,
  WriteOffToPost,
} from "../port.ts"
import {
  findReversals,
  insertNamedBills,
  insertReversal,
  lockBook,
  lockPostedPayment,
  writeBook,
} from "./books.store.ts"
import { openBills } from "./ledger/balance.ts"
import { post } from "./ledger/book.ts"
import { addCountedPayment } from "./ledger/refresh.ts"
import type { Reversal } from "./ledger/types.ts"
import {
  findLotAmount,
  findPosted,
  findReversalAmount,
  insertNote,
  insertPaymentPosting,
} from "./posting.store.ts"

/** Posts a payment to its policy. A repetition changes nothing. */
export async function applyPayment(tx: Queries, payment: PaymentToApply, now: Date): Promise<void> {
  const { client, paymentId, amount, paidOn, billNumbers } = payment
  await lockPostedPayment(tx, client, paymentId)
  if (!(await insertPaymentPosting(tx, payment, now))) return
  const stored = await lockBook(tx, payment)
  if (!stored) return
  const early = await findReversals(tx, client, paymentId)
  const book = { ...stored.book, reversals: [...stored.book.reversals, ...early] }
  if (billNumbers) await insertNamedBills(tx, payment, stored, paymentId, billNumbers)
  const lot = { kind: "payment", id: paymentId, amount, on: paidOn } as const
  const after = post(book, { ...lot, ...(billNumbers && { billNumbers }) })
  await writeBook(tx, payment, stored, after)
}

/** Takes back money of a payment. A repetition changes nothing. */
export async function reversePayment(
  tx: Queries,
  client: string,
  reversal: Reversal,
  now: Date,
): Promise<void> {
  const { paymentId } = reversal
  await lockPostedPayment(tx, client, paymentId)
  if (!(await insertReversal(tx, client, reversal, now))) return
  const payment = await findPosted(tx, client, paymentId)
  if (!payment) return
  const product = { client, policyNumber: payment.policyNumber }
  const stored = await lockBook(tx, product)
  if (!stored) return
  // The reversal is in the store, but not yet in the book.
  const isOther = ({ kind, id }: Reversal) => kind !== reversal.kind || id !== reversal.id
  const reversals = stored.book.reversals.filter(isOther)
  const counted = (await findReversals(tx, client, paymentId)).filter(isOther)
  const { amount, paidOn } = payment
  const lot = { kind: "payment", id: paymentId, amount, on: paidOn } as const
  const { billedFrom } = stored.terms
  const book = addCountedPayment({ ...stored.book, reversals }, lot, billedFrom, counted)
  await writeBook(tx, product, stored, post(book, reversal))
}

/**
 * Posts a credit. A repetition changes nothing. Returns false if the product does not belong to
 * this account.
 */
export async function postCredit(tx: Queries, credit: CreditToPost, now: Date): Promise<boolean> {
  const { client, accountNumber, policyNumber, creditId, amount, on } = credit
  const product = { client, policyNumber }
  const stored = await lockBook(tx, product, accountNumber)
  if (!stored) return false
  // A later book of the product does not contain the entries of an earlier one.
  if ((await findLotAmount(tx, product, creditId)) !== undefined) return true
  const lot = { kind: "credit", id: creditId, amount, on } as const
  await writeBook(tx, product, stored, post(stored.book, lot))
  await insertNote(tx, product, creditId, credit.note, now)
  return true
}

/** Writes off an amount. A repetition changes nothing. Returns the cents written off. */
export async function writeOff(tx: Queries, writeOff: WriteOffToPost, now: Date): Promise<number> {
  const { client, accountNumber, policyNumber, writeOffId, billNumber, on } = writeOff
  const product = { client, policyNumber }
  const stored = await lockBook(tx, product, accountNumber)
  if (!stored) return 0
  const known = await findLotAmount(tx, product, writeOffId)
  if (known !== undefined) return known
  const open = openBills(stored.book).find(({ bill }) => bill.number === billNumber)
  const amount = Math.min(writeOff.amount, open?.owed ?? 0)
  if (amount <= 0) return 0
  const lot = { kind: "writeOff", id: writeOffId, amount, on, billNumber } as const
  await writeBook(tx, product, stored, post(stored.book, lot))
  await insertNote(tx, product, writeOffId, writeOff.note, now)
  return amount
}

/** Takes back a credit or write-off. A repetition changes nothing. Returns the cents taken back. */
export async function reverseCorrection(
  tx: Queries,
  reversal: CorrectionReversalToPost,
  now: Date,
): Promise<number> {
  const { client, accountNumber, policyNumber, reversalId, reverses, on } = reversal
  const product = { client, policyNumber }
  const stored = await lockBook(tx, product, accountNumber)
  if (!stored) return 0
  const known = await findReversalAmount(tx, client, reversalId)
  if (known !== undefined) return known
  const own = stored.book.entries.filter(({ lot }) => lot === reverses)
  const amount = own.reduce((sum, entry) => sum + entry.amount, 0)
  if (amount <= 0 || own.some(({ kind }) => kind === "payment" || kind === "opening")) return 0
  const fact = {
    kind: "correctionReversal",
    id: reversalId,
    paymentId: reverses,
    reopens: true,
    amount,
    on,
  } as const
  await insertReversal(tx, client, fact, now)
  await writeBook(tx, product, stored, post(stored.book, fact))
  await insertNote(tx, product, reversalId, reversal.note, now)
  return amount
}
