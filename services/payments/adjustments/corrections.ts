import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import type { Deps } from "#services/deps.ts"
import { findContradicted } from "../paying/payable.store.ts"
import { findPayment } from "../paying/payments.store.ts"
import type { PostingFailures } from "../paying/posting-failures.ts"
import { findStoredSoFar, lockAsRead, type StoredSoFar } from "../paying/product-lock.store.ts"
import { readAgain } from "../paying/read-again.ts"
import { createCorrectionPosting } from "./correction-posting.ts"
import { auditedCorrection, correctionNameOf } from "./correction-presenter.ts"
import {
  amountToCredit,
  amountToWriteOff,
  isReversed,
  requestedCorrectionAmount,
} from "./correction-rules.ts"
import {
  type Correction,
  decideCorrection,
  findCorrection,
  findCorrectionByKey,
  findCorrections,
  findWaitingCorrections,
  insertCorrection,
  type NewCorrection,
  withdrawCorrection,
} from "./corrections.store.ts"
import { amountLeft } from "./refund-presenter.ts"
import { findRefund } from "./refunds.store.ts"
import { createReversals } from "./reversals.ts"
import {
  type By,
  createStaffRequests,
  type RequestKind,
  type RequestState,
} from "./staff-request.ts"

export type { Contradicted } from "../paying/payable.store.ts"
export {
  amountToCredit,
  amountToWriteOff,
  canReverse,
  canReverseRefund,
} from "./correction-rules.ts"
export type { Correction } from "./corrections.store.ts"

type Product = Pick<Correction, "productDesc" | "billDueDate">

/** The details that staff enter, and the idempotency key: one for each intention of staff. */
export type AskedCorrection = Omit<NewCorrection, keyof RequestState | keyof Product> & {
  key: string
}

export type CorrectionRequest = Omit<AskedCorrection, "kind" | "reverses" | "reversedKind"> & {
  kind: "credit" | "writeOff"
}

export interface Circumstances {
  /** Row counts of the product, read before everything else. */
  soFar: StoredSoFar
  product: Product
  /** Throws if the product's other corrections, newest first, leave no room for this one. */
  check: (tx: Queries, others: readonly Correction[], now: Date) => void | Promise<void>
  /** Whether it needs approval even below the client's limit. */
  alwaysWaits?: boolean
}

/**
 * Credits, write-offs and their reversals by staff. They change what a product owes and move no
 * money.
 */
export function createCorrections(deps: Deps, postingFailures: PostingFailures) {
  const { database, clock } = deps
  const { run, job } = createCorrectionPosting(deps, postingFailures)
  const kind = ledgerCorrection(deps, run)
  const { request: requestOnce, decide, withdraw } = createStaffRequests(deps, kind)

  /**
   * Requests a correction, and posts it unless it needs dual approval. The same key returns the
   * same correction. Errors: errors of `read` and of its `check`, `ConflictingChange`,
   * `correction.keyReused`, `correction.notReversible`, and errors of `by.count`.
   */
  async function ask(asked: AskedCorrection, by: By, read: () => Promise<Circumstances>) {
    const { key, ...details } = asked
    return await requestOnce({ ...asked, details }, by, async () => {
      const { soFar, product, check, alwaysWaits } = await read()
      return {
        async lock(tx) {
          await lockAsRead(tx, asked, soFar)
          const now = clock.now()
          const all = await findCorrections(tx, asked.client, asked.accountNumber)
          const others = all.filter(({ policyNumber }) => policyNumber === asked.policyNumber)
          await check(tx, others, now)
          return alwaysWaits ? Number.POSITIVE_INFINITY : requestedCorrectionAmount(others, now)
        },
        rowOf: (state) => ({ ...details, ...product, ...state }),
      }
    })
  }

  /**
   * Requests a credit or a write-off. Errors: the errors of `ask`, `AccountSystemAway`,
   * `request.notFound` for a product or bill that does not belong to this person,
   * `correction.notOpen`, `correction.tooMuch`, `correction.noCredit` and
   * `correction.creditTooMuch`.
   */
  async function request(request: CorrectionRequest, by: By): Promise<Correction> {
    const asked = { ...request, reverses: null, reversedKind: null }
    return await readAgain(
      () => ask(asked, by, () => readProduct(deps, asked)),
      "server.unavailable",
    )
  }

  return {
    request,
    ...createReversals(deps, ask),
    /**
     * Approves or refuses the request of another staff member; an approved correction is posted.
     * Errors: `AccountSystemAway`, `agent.ownApproval`, `agent.ownCause`,
     * `correction.approvalOver`, and `correction.notOpen` if the bill was paid or replaced in the
     * meantime.
     */
    decide,
    /** Withdraws a request that waits for approval. Errors: `correction.approvalOver`. */
    withdraw,
    causedBy: kind.causedBy,
    /** The correction with this id, if it belongs to one of these clients. */
    find: async (clients: string[], id: string) => await findCorrection(database, clients, id),
    /** The corrections of an account, newest first. */
    of: async (client: string, accountNumber: string) =>
      await findCorrections(database, client, accountNumber),
    /**
     * The payments of an account that can be released, because bills that they paid are open.
     * `all`: the account's corrections.
     */
    async contradicted(client: string, accountNumber: string, all: readonly Correction[]) {
      const found = await findContradicted(database, [client], { accountNumber })
      return found.filter(({ id }) => !isReversed(id, all, clock.now()))
    },
    /** The requests of these clients that wait for dual approval, oldest first. */
    waiting: async (clients: string[]) =>
      await findWaitingCorrections(database, clients, clock.now()),
    job,
  }
}

export type Corrections = ReturnType<typeof createCorrections>

/** A correction as a request of staff: it is posted in the account system. */
function ledgerCorrection(
  { database, policyAdmin }: Deps,
  carryOut: (correction: Correction) => Promise<void>,
): RequestKind<Correction, NewCorrection> {
  return {
    name: "correction",
    find: findCorrection,
    findByKey: findCorrectionByKey,
    async insert(tx, correction) {
      const isNew = await insertCorrection(tx, correction)
      // The database has another reversal of it, unless the key is stored.
      if (!isNew) throw new ApiError("correction.notReversible")
    },
    decide: decideCorrection,
    withdraw: withdrawCorrection,
    audited: (correction) => ({
      action: correction.reversedKind === "payment" ? "staff.release" : `staff.${correction.kind}`,
      name: correctionNameOf(correction),
      details: auditedCorrection(correction),
    }),
    /** The staff member who made the correction, refund or payment that a reversal undoes. */
    async causedBy({ client, reverses, reversedKind }) {
      if (reverses === null) return null
      if (reversedKind === "payment") {
        return (await findPayment(database, client, reverses))?.staffUserid ?? null
      }
      const find = reversedKind === "refund" ? findRefund : findCorrection
      return (await find(database, [client], reverses))?.requestedBy ?? null
    },
    async prepareApproval(correction) {
      const bill = await findBill({ policyAdmin }, correction)
      if (bill && bill.dueDate !== correction.billDueDate) throw new ApiError("correction.notOpen")
      return async () => {}
    },
    carryOut,
  }
}

/** Reads what a credit or a write-off depends on. */
async function readProduct(deps: Deps, asked: AskedCorrection): Promise<Circumstances> {
  const { database, policyAdmin, brands } = deps
  const { client, accountNumber, policyNumber, amount } = asked
  const soFar = await findStoredSoFar(database, asked)
  const product = await policyAdmin.policy(client, accountNumber, policyNumber)
  if (!product) throw new ApiError("request.notFound")
  const bill = await findBill(deps, asked)
  const { mostCreditYears: mostYears } = await brands.refundRulesOf(client)
  const open = await policyAdmin.openBills(client, accountNumber, policyNumber)
  const owed = open.reduce((sum, one) => sum + one.owed, 0)
  return {
    soFar,
    product: { productDesc: product.policy.productDesc, billDueDate: bill?.dueDate ?? null },
    check(_tx, others, now) {
      const left = bill
        ? amountToWriteOff(bill, others, now)
        : amountToCredit({ ...product, owed, mostYears }, others, now)
      if (left === 0) throw new ApiError(bill ? "correction.notOpen" : "correction.noCredit")
      const tooMuch = bill ? "correction.tooMuch" : "correction.creditTooMuch"
      if (amount > left) throw new ApiError(tooMuch, amountLeft(left))
    },
  }
}

/** The open bill of a write-off; otherwise undefined. Errors: `correction.notOpen`. */
async function findBill(
  { policyAdmin }: Pick<Deps, "policyAdmin">,
  {
    client,
    accountNumber,
    policyNumber,
    billNumber,
  }: Pick<Correction, "client" | "accountNumber" | "policyNumber" | "billNumber">,
) {
  if (billNumber === null) return undefined
  const bills = await policyAdmin.openBills(client, accountNumber, policyNumber)
  const bill = bills.find(({ number }) => number === billNumber)
  if (!bill) throw new ApiError("correction.notOpen")
  return bill
}
