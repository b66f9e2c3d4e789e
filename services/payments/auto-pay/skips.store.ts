import { type Queries, sql } from "#database/sql.ts"

/** An auto pay debit that a person skipped. Dates are plain dates, the amount is in cents. */
export interface SkippedDebit {
  id: string
  client: string
  accountNumber: string
  policyNumber: string
  productDesc: string
  /** Day of the debit. */
  chargeOn: string
  /** Due dates of its bills. */
  dueDates: string[]
  /** Numbers of its issued bills. Empty for skips of earlier versions. */
  billNumbers: number[]
  amount: number
  methodLabel: string
  siteAddress: string
  actorKind: "customer" | "staff"
  actorUserid: string
  subjectUserid: string
  ip: string
  /** `asked` until the account system answers. */
  state: "asked" | "made"
  askedAt: Date
}

/** A row of `select *`, with its due dates as texts and its amount in cents. */
type SkipRow = Omit<SkippedDebit, "dueDates" | "amount"> & { days: string[]; cents: number }

function skipOf({ days, cents, ...row }: SkipRow): SkippedDebit {
  return { ...row, dueDates: days, amount: cents }
}

/** Does nothing if this debit was skipped before. */
export async function insertSkip(tx: Queries, skip: Omit<SkippedDebit, "state">): Promise<void> {
  await tx.rows(
    sql`insert into myaccount_core.auto_pay_skip (id, client, account_number, policy_number,
        product_desc, charge_on, due_dates, bill_numbers, amount, method_label, site_address, actor_kind,
        actor_userid, subject_userid, ip, asked_at)
      values (${skip.id}, ${skip.client}, ${skip.accountNumber}, ${skip.policyNumber},
        ${skip.productDesc}, ${skip.chargeOn}, ${skip.dueDates}::date[],
        ${skip.billNumbers}::integer[], ${skip.amount}::numeric / 100, ${skip.methodLabel}, ${skip.siteAddress}, ${skip.actorKind},
        ${skip.actorUserid}, ${skip.subjectUserid}, ${skip.ip}, ${skip.askedAt})
      on conflict do nothing`,
  )
}

/** The skipped debits of an account, newest first. */
export async function findSkips(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<SkippedDebit[]> {
  const rows = await queries.rows<SkipRow>(
    sql`select s.*, to_json(due_dates) as days, (amount * 100)::float8 as cents
      from myaccount_core.auto_pay_skip s
      where client = ${client} and account_number = ${accountNumber}
      order by asked_at desc, charge_on desc limit 200`,
  )
  return rows.map(skipOf)
}

/** The skips of a client since then that the account system has stored, oldest first. */
export async function findMadeSkips(
  queries: Queries,
  client: string,
  since: Date,
): Promise<Pick<SkippedDebit, "accountNumber" | "policyNumber" | "dueDates" | "askedAt">[]> {
  return await queries.rows(
    sql`select account_number, policy_number, to_json(due_dates) as due_dates, asked_at
      from myaccount_core.auto_pay_skip
      where client = ${client} and state = 'made' and asked_at >= ${since} order by asked_at, id`,
  )
}

/**
 * The skips of a client that the account system has stored and whose last due date is `since` or
 * later, oldest first. Excludes skips whose end was announced to the customer.
 */
export async function findSkipsToFollow(
  queries: Queries,
  client: string,
  since: string,
): Promise<SkippedDebit[]> {
  const rows = await queries.rows<SkipRow>(
    sql`select s.*, to_json(due_dates) as days, (amount * 100)::float8 as cents
      from myaccount_core.auto_pay_skip s
      where client = ${client} and state = 'made' and ${since}::date <= any(due_dates)
        and not exists (select from myaccount_core.auto_pay_notice n
          where n.client = ${client} and n.subject = 'skip ended ' || s.id)
      order by asked_at, id`,
  )
  return rows.map(skipOf)
}

/** Adds the current due dates of the skipped bills. */
export async function moveSkip(
  queries: Queries,
  client: string,
  id: string,
  dueDates: readonly string[],
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.auto_pay_skip set due_dates = ${dueDates}::date[]
      where client = ${client} and id = ${id}`,
  )
}

/**
 * The accounts with an open skip that was requested before this time and that the account system
 * has not rejected since `refusedBefore`.
 */
export async function findAccountsWithOpenSkips(
  queries: Queries,
  before: Date,
  refusedBefore: Date,
): Promise<{ client: string; accountNumber: string }[]> {
  return await queries.rows(
    sql`select client, account_number from myaccount_core.auto_pay_skip s
      where state = 'asked' and asked_at < ${before} and not exists (
        select from myaccount_core.payment_difference d
        where d.kind = 'refused' and d.subject = s.client || ' skip ' || s.id
          and d.resolved_at is null and d.last_seen_at > ${refusedBefore})
      group by client, account_number order by min(asked_at) limit 100`,
  )
}

/** False if it was closed before. */
export async function closeSkip(tx: Queries, client: string, id: string): Promise<boolean> {
  const rows = await tx.rows(
    sql`update myaccount_core.auto_pay_skip set state = 'made'
      where client = ${client} and id = ${id} and state = 'asked' returning 1`,
  )
  return rows.length > 0
}

/** Deletes a skip that is not made. False if it was made, or deleted before. */
export async function dropSkip(tx: Queries, client: string, id: string): Promise<boolean> {
  const rows = await tx.rows(
    sql`delete from myaccount_core.auto_pay_skip
      where client = ${client} and id = ${id} and state = 'asked' returning 1`,
  )
  return rows.length > 0
}
