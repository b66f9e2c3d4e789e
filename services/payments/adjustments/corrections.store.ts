import { type Queries, sql } from "#database/sql.ts"

export type CorrectionStatus = "waiting" | "refused" | "withdrawn" | "approved" | "posted" | "void"

/** A credit, a write-off or a reversal that staff request. Amounts are integer cents. */
export interface Correction {
  id: string
  client: string
  accountNumber: string
  policyNumber: string
  productDesc: string
  kind: "credit" | "writeOff" | "reversal"
  /** Number and due date of the bill of a write-off; otherwise null. */
  billNumber: number | null
  billDueDate: string | null
  /**
   * The id and kind of the credit, write-off or refund that a reversal undoes, or of the payment
   * that it releases; otherwise null.
   */
  reverses: string | null
  reversedKind: "credit" | "writeOff" | "refund" | "payment" | null
  amount: number
  /** Cents posted in the account system; null before. */
  postedAmount: number | null
  reason: string
  status: CorrectionStatus
  idempotencyKey: string
  requestedBy: string
  requestedAt: Date
  /** When a request for dual approval expires. */
  expiresAt: Date | null
  decidedBy: string | null
  decidedAt: Date | null
  postedAt: Date | null
  /** Number of claims so far. */
  tries: number
}

export type NewCorrection = Omit<
  Correction,
  "decidedBy" | "decidedAt" | "postedAt" | "postedAmount" | "tries"
> & { nextTryAt: Date | null }

/** A row as the driver returns it: a bigint is text. */
type StoredCorrection = Omit<Correction, "amount" | "postedAmount"> & {
  amount: string
  postedAmount: string | null
  nextTryAt: Date | null
}

export async function correctionsFrom(
  queries: Queries,
  statement: ReturnType<typeof sql>,
): Promise<Correction[]> {
  const rows = await queries.rows<StoredCorrection>(statement)
  return rows.map(({ amount, postedAmount, nextTryAt, ...row }) => ({
    ...row,
    amount: Number(amount),
    postedAmount: postedAmount === null ? null : Number(postedAmount),
  }))
}

/** False if the key is already stored. */
export async function insertCorrection(tx: Queries, correction: NewCorrection): Promise<boolean> {
  const c = correction
  const rows = await tx.rows(
    sql`insert into myaccount_core.correction (id, client, account_number, policy_number,
        product_desc, kind, bill_number, bill_due_date, reverses, reversed_kind, amount, reason, status,
        idempotency_key, requested_by, requested_at, expires_at, next_try_at)
      values (${c.id}, ${c.client}, ${c.accountNumber}, ${c.policyNumber}, ${c.productDesc},
        ${c.kind}, ${c.billNumber}, ${c.billDueDate}, ${c.reverses}, ${c.reversedKind}, ${c.amount},
        ${c.reason}, ${c.status}, ${c.idempotencyKey}, ${c.requestedBy}, ${c.requestedAt}, ${c.expiresAt}, ${c.nextTryAt})
      on conflict do nothing returning 1`,
  )
  return rows.length === 1
}

/** The correction with this id, if it belongs to one of these clients. */
export async function findCorrection(
  queries: Queries,
  clients: readonly string[],
  id: string,
): Promise<Correction | undefined> {
  const [row] = await correctionsFrom(
    queries,
    sql`select * from myaccount_core.correction
      where client = any(${clients}::text[]) and id = ${id}`,
  )
  return row
}

export async function findCorrectionByKey(
  queries: Queries,
  client: string,
  key: string,
): Promise<Correction | undefined> {
  const [row] = await correctionsFrom(
    queries,
    sql`select * from myaccount_core.correction
      where client = ${client} and idempotency_key = ${key}`,
  )
  return row
}

/** The credits, write-offs and reversals of an account, newest first. */
export async function findCorrections(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<Correction[]> {
  return await correctionsFrom(
    queries,
    sql`select * from myaccount_core.correction
      where client = ${client} and account_number = ${accountNumber}
      order by requested_at desc, id limit 1000`,
  )
}

/** The requests of these clients that wait for dual approval, oldest first. */
export async function findWaitingCorrections(
  queries: Queries,
  clients: string[],
  now: Date,
): Promise<Correction[]> {
  return await correctionsFrom(
    queries,
    sql`select * from myaccount_core.correction
      where client = any(${clients}::text[]) and status = 'waiting' and expires_at > ${now}
      order by requested_at limit 100`,
  )
}
