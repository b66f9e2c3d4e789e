import type { Database } from "#database/open.ts"
import { type Queries, sql } from "#database/sql.ts"
import { copyBills } from "#testing/opened-books.store.ts"

/** The models, one person of each kind, and the number of copies of them. */
export interface Copies {
  client: string
  /**
   * Account and plan number of the model of each kind; the last one is the model for all other
   * accounts.
   */
  models: readonly { accountNumber: string; policyNumber: string }[]
  count: number
  /** Distance between two accounts of the same kind. */
  every: number
}

/**
 * Copies the models until there are this many people; the numbers of the copies follow those of the
 * models.
 */
export async function copyPeople(database: Database, copies: Copies): Promise<void> {
  const { client, models, count, every } = copies
  await database.transaction(async (tx) => {
    // Copied rows refer to each other as their originals do, and checking each reference would take
    // minutes.
    await tx.script("set local session_replication_role = replica")
    await tx.rows(
      sql`create temp table made on commit drop as
        select ${client}::text as client, 'PAYER-' || number as account_number,
          (8000000000 + number * 1000)::text as policy_number, 'pm-' || number as record_id,
          'ines.varga.' || number || '@example.com' as email_address,
          m."accountNumber" as model_account, m."policyNumber" as model_policy
        from generate_series(${models.length}::integer, ${count - 1}::integer) number
        join json_to_recordset(${JSON.stringify(models.map((one, kind) => ({ ...one, kind })))}::json)
          as m (kind integer, "accountNumber" text, "policyNumber" text)
          on m.kind = least(number % ${every}::integer, ${models.length - 1}::integer)`,
    )
    await copyTables(tx, client)
    await tx.rows(
      sql`update policy_admin.billing b set payment_method_record_id = m.record_id
        from made m, policy_admin.billing model
        where b.client = m.client and b.policy_number = m.policy_number
          and model.client = m.client and model.policy_number = m.model_policy
          and model.payment_method_record_id is not null`,
    )
    for (const { policyNumber } of models) await copyBills(tx, client, policyNumber)
  })
  // PostgreSQL does the same automatically, some time after many rows are added.
  await database.rows(sql`vacuum analyze`)
}

async function copyTables(tx: Queries, client: string): Promise<void> {
  await tx.rows(
    sql`insert into policy_admin.person select one.* from made m
      join policy_admin.person p on p.client = ${client} and p.account_number = m.model_account,
      jsonb_populate_record(p, to_jsonb(m)) one`,
  )
  await tx.rows(
    sql`insert into policy_admin.policy select one.* from made m
      join policy_admin.policy y on y.client = ${client} and y.policy_number = m.model_policy,
      jsonb_populate_record(y, to_jsonb(m)) one`,
  )
  await tx.rows(
    sql`insert into policy_admin.billing select one.* from made m
      join policy_admin.billing b on b.client = ${client} and b.policy_number = m.model_policy,
      jsonb_populate_record(b, to_jsonb(m)) one`,
  )
  await tx.rows(
    sql`insert into policy_admin.frequency select one.* from made m
      join policy_admin.frequency f on f.client = ${client} and f.policy_number = m.model_policy,
      jsonb_populate_record(f, to_jsonb(m)) one`,
  )
  await tx.rows(
    sql`insert into myaccount_core.payment_method overriding user value select one.* from made m
      join myaccount_core.payment_method w on w.client = ${client}
        and w.account_number = m.model_account,
      jsonb_populate_record(w, to_jsonb(m)
        || jsonb_build_object('gateway_reference', regexp_replace(w.gateway_reference, '[^.]*$', m.record_id))
      ) one`,
  )
}

/** Announces a charge on `today` for each product on auto pay with a bill that is due then. */
export async function announceDue(
  queries: Queries,
  client: string,
  today: string,
  announced: { on: string; at: Date },
): Promise<void> {
  await queries.rows(
    sql`insert into myaccount_core.announced_charge (id, client, account_number, policy_number, kind,
        charge_on, bills_due_by, due_dates, bill_numbers, amount, method_record_id, announced_on,
        announced_at)
      select gen_random_uuid(), b.client, y.account_number, b.policy_number, 'notice', l.due_date,
        l.due_date, array[l.due_date], array[l.number], l.premium, b.payment_method_record_id,
        ${announced.on}, ${announced.at}
      from policy_admin.billing b join policy_admin.policy y using (client, policy_number)
      join policy_admin.bill l using (client, policy_number, book)
      where b.client = ${client} and b.payment_method_record_id is not null
        and l.due_date = ${today}`,
  )
}

export interface Done {
  bills: number
  notices: number
  charges: number
}

/** The work of the run so far: bills, notices and charges of this day. */
export async function countDone(queries: Queries, client: string, today: string): Promise<Done> {
  const [done] = await queries.rows<Done>(
    sql`select (select count(*) from policy_admin.bill
          where client = ${client} and issued_on = ${today})::float8 as bills,
        (select count(*) from myaccount_core.announced_charge
          where client = ${client} and announced_on = ${today})::float8 as notices,
        (select count(*) from myaccount_core.payment where client = ${client})::float8 as charges`,
  )
  return done ?? { bills: 0, notices: 0, charges: 0 }
}

/**
 * How many accounts have the same numbers of bills and notices of today, and of confirmed and other
 * charges.
 */
export async function findOutcomes(
  queries: Queries,
  client: string,
  today: string,
  { every, kinds }: { every: number; kinds: number },
): Promise<{ kind: number; outcome: string; accounts: number }[]> {
  return await queries.rows(
    sql`select kind, outcome, count(*)::float8 as accounts from (
        select least((y.policy_number::bigint - 8000000000) / 1000 % ${every}::integer,
            ${kinds - 1}::integer)::integer as kind,
          concat_ws(' ',
            (select count(*) from policy_admin.bill l where l.client = y.client
              and l.policy_number = y.policy_number and l.issued_on = ${today}),
            (select count(*) from myaccount_core.announced_charge a where a.client = y.client
              and a.policy_number = y.policy_number and a.announced_on = ${today}),
            (select count(*) from myaccount_core.payment p where p.client = y.client
              and p.policy_number = y.policy_number and p.confirmation_number is not null),
            (select count(*) from myaccount_core.payment p where p.client = y.client
              and p.policy_number = y.policy_number and p.confirmation_number is null)) as outcome
        from policy_admin.policy y where y.client = ${client}) each_account
      group by 1, 2 order by 1, 2`,
  )
}

export async function countEmails(queries: Queries): Promise<number> {
  const [row] = await queries.rows<{ emails: number }>(
    sql`select count(*)::float8 as emails from mail.outbox`,
  )
  return row?.emails ?? 0
}
