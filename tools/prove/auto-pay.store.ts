import { type Queries, sql } from "#database/sql.ts"

/** Puts a product on auto pay as loaded data does: without an agreement. */
export async function loadAutoPay(
  queries: Queries,
  client: string,
  policyNumber: string,
  recordId: string,
): Promise<void> {
  await queries.rows(
    sql`update policy_admin.billing set payment_method_record_id = ${recordId}
      where client = ${client} and policy_number = ${policyNumber}`,
  )
}

export interface AutoPayResult {
  policyNumber: string
  /** Announcements, each as its kind and amount in cents. */
  announced: string[]
  /** Charges with their cents, and whether an announcement of at least the amount is linked. */
  charges: { status: string; isConfirmed: boolean; cents: number; isAnnounced: boolean }[]
}

/** The announcements and charges of each product on auto pay. */
export async function findAutoPayResults(queries: Queries): Promise<AutoPayResult[]> {
  return await queries.rows<AutoPayResult>(
    sql`select b.policy_number,
        (select coalesce(json_agg(a.kind || ' ' || a.amount order by a.announced_at), '[]')
          from myaccount_core.announced_charge a
          where a.client = b.client and a.policy_number = b.policy_number) as announced,
        (select coalesce(json_agg(json_build_object('status', p.status,
            'isConfirmed', p.confirmation_number is not null, 'cents', (p.amount * 100)::bigint,
            'isAnnounced', exists (select from myaccount_core.announced_charge a
              where a.client = p.client and a.payment_id = p.id and a.amount >= p.amount * 100))), '[]')
          from myaccount_core.payment p where p.client = b.client
            and p.policy_number = b.policy_number and p.origin = 'autoPay') as charges
      from policy_admin.billing b where b.payment_method_record_id is not null
        and b.policy_number like '8%'`,
  )
}

/** The number of announcements and charges of auto pay so far, and of charges without a result. */
export async function countAutoPay(queries: Queries): Promise<{ made: number; open: number }> {
  const [row] = await queries.rows<{ made: number; open: number }>(
    sql`select (select count(*) from myaccount_core.announced_charge)::float8
        + count(*)::float8 as made,
        count(*) filter (where status in ('submitted', 'unknown'))::float8 as open
      from myaccount_core.payment where origin = 'autoPay'`,
  )
  return row ?? { made: 0, open: 0 }
}
