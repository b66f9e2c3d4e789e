import { oneRow, type Queries, sql } from "#database/sql.ts"

interface ProductKey {
  client: string
  accountNumber: string
  policyNumber: string
}

/** Counts of stored rows that change a product's debt or charges. The counts only grow. */
export interface StoredSoFar {
  /** Number of the last payment. */
  payments: number
  /** Number of auto pay changes. */
  changes: number
  /** Whether the last change is still open. */
  isChanging: boolean
  /** Number of steps of its corrections: each is approved, and then posted. */
  corrections: number
  /** Whether there is an accepted payment that the account system may not show yet. */
  isRecording: boolean
}

/**
 * Thrown to roll back when another change or payment of the product was stored after it was read.
 */
export class ConflictingChange extends Error {
  readonly first: "change" | "payment" | "correction"

  constructor(first: ConflictingChange["first"]) {
    super(`Another ${first} came before.`)
    this.first = first
  }
}

/** Read this before reading the product from the account system, and store with `lockAsRead`. */
export async function findStoredSoFar(
  queries: Queries,
  { client, accountNumber, policyNumber }: ProductKey,
): Promise<StoredSoFar> {
  const row = await oneRow<StoredSoFar>(
    queries,
    sql`select count(*)::int as changes, coalesce(bool_or(state = 'asked'), false) as is_changing,
        coalesce((select max(number) from myaccount_core.payment
          where client = ${client} and policy_number = ${policyNumber}), 0) as payments,
        (select (count(*) + count(posted_at))::int from myaccount_core.correction
          where client = ${client} and account_number = ${accountNumber}
            and policy_number = ${policyNumber} and status in ('approved', 'posted', 'void'))
          as corrections,
        exists (select from myaccount_core.accepted_payment where client = ${client}
          and policy_number = ${policyNumber} and is_recording) as is_recording
      from myaccount_core.auto_pay_change
      where client = ${client} and policy_number = ${policyNumber}`,
  )
  const none = { payments: 0, changes: 0, isChanging: false, corrections: 0, isRecording: false }
  return row ?? none
}

/**
 * Locks the product until the transaction ends, so that one payment, change, skip or correction of
 * it is stored at a time, each seeing the previous one. Errors: `ConflictingChange` if something
 * was stored since `soFar` was read, because the account system's answers may be out of date.
 */
export async function lockAsRead(
  tx: Queries,
  product: ProductKey,
  soFar: StoredSoFar,
): Promise<void> {
  await lockProduct(tx, product.client, product.policyNumber)
  const now = await findStoredSoFar(tx, product)
  if (now.payments !== soFar.payments) throw new ConflictingChange("payment")
  if (now.changes !== soFar.changes) throw new ConflictingChange("change")
  if (now.corrections !== soFar.corrections) throw new ConflictingChange("correction")
}

/** Locks the product for work that did not read it before. */
export async function lockProduct(
  tx: Queries,
  client: string,
  policyNumber: string,
): Promise<void> {
  await tx.rows(
    sql`insert into myaccount_core.product_lock as l (client, policy_number, taken)
      values (${client}, ${policyNumber}, 1)
      on conflict (client, policy_number) do update set taken = l.taken + 1`,
  )
}
