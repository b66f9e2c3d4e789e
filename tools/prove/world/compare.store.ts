import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { type PaymentReason, refusedReasons } from "#services/payments/paying/payment-reasons.ts"
import type { PaymentState } from "#services/payments/paying/state-machine.ts"

/** The reasons after which staff have a task. */
const staffReasons: PaymentReason[] = [
  "authorizationGone",
  "methodRefused",
  "amountRefused",
  ...refusedReasons,
]

export interface OurPayment {
  id: string
  key: string
  status: PaymentState
  cents: number
  confirmationNumber: string | null
  isPosted: boolean
  /** Cents of all refunds. */
  refunded: number
}

export async function findOurPayments(database: Database): Promise<OurPayment[]> {
  return await database.rows<OurPayment>(
    sql`select id, idempotency_key as key, status, (amount * 100)::float8 as cents,
        confirmation_number, applied_at is not null as is_posted,
        (refunded * 100)::float8 as refunded
      from myaccount_core.payment`,
  )
}

/** The cards that customers saved during the proof. */
export async function findSavedCards(
  database: Database,
): Promise<{ holder: string; reference: string }[]> {
  return await database.rows(
    sql`select holder_name as holder, gateway_reference as reference
      from myaccount_core.payment_method where holder_name like 'Saver %'`,
  )
}

/**
 * The products whose task of staff does not fit: one that was refused has a task, which ends once it
 * is paid.
 */
export async function findWrongTasks(database: Database): Promise<string[]> {
  const rows = await database.rows<{ policyNumber: string }>(
    sql`with product as (
      select client, policy_number,
          max(number) filter (where reason = any(${staffReasons}::text[])) as refused,
          max(number) filter (where confirmation_number is not null) as accepted
        from myaccount_core.payment group by client, policy_number)
      select p.policy_number from product p
      left join myaccount_core.payment_difference d
        on d.kind = 'notCharged' and d.subject = p.client || ' product ' || p.policy_number
      where p.refused is not null and (d.kind is null
        or (d.resolved_at is not null) <> (coalesce(p.accepted, 0) > p.refused))`,
  )
  return rows.map(({ policyNumber }) => policyNumber)
}

/** The payments that the account system has posted. */
export async function findPosted(
  database: Database,
): Promise<{ id: string; cents: number; isTakenBack: boolean }[]> {
  return await database.rows(
    sql`select payment_id as id, (amount * 100)::float8 as cents, exists (
        select from policy_admin.reversal r where r.client = p.client and r.kind = 'return'
          and r.payment_id = p.payment_id::text) as is_taken_back
      from policy_admin.payment p`,
  )
}

export interface OurRefund {
  id: string
  paymentId: string
  /** Null for a refund that was made at the gateway. */
  key: string | null
  status: string
  cents: number
  reopens: boolean
}

export async function findOurRefunds(database: Database): Promise<OurRefund[]> {
  return await database.rows<OurRefund>(
    sql`select id, payment_id, idempotency_key as key, status, amount::float8 as cents, reopens
      from myaccount_core.refund`,
  )
}

/** The refunds that the account system has posted. */
export async function findPostedRefunds(
  database: Database,
): Promise<{ id: string; paymentId: string; cents: number; reopens: boolean }[]> {
  return await database.rows(
    sql`select reversal_id as id, payment_id, amount::float8 as cents, reopens
      from policy_admin.reversal where kind = 'refund'`,
  )
}

export interface OurCorrection {
  id: string
  key: string
  kind: "credit" | "writeOff" | "reversal"
  status: string
  /** The posted cents; 0 before posting. */
  cents: number
  policyNumber: string
}

export async function findOurCorrections(database: Database): Promise<OurCorrection[]> {
  return await database.rows<OurCorrection>(
    sql`select id, idempotency_key as key, kind, status, policy_number,
        coalesce(posted_amount, 0)::float8 as cents
      from myaccount_core.correction`,
  )
}

/** The credits, write-offs and reversals of staff that the account system has posted. */
export async function findPostedCorrections(
  database: Database,
): Promise<{ id: string; cents: number }[]> {
  return await database.rows(
    sql`select e.lot as id, sum(e.amount)::float8 as cents
      from policy_admin.entry e join policy_admin.lot_note n
        on n.client = e.client and n.policy_number = e.policy_number and n.lot = e.lot
      where e.cause = e.lot group by 1
      union all
      select e.cause, -sum(e.amount)::float8 from policy_admin.entry e
      where e.kind = 'correctionReversal' group by 1`,
  )
}

/** The cents that each product owes. */
export async function findOwed(
  database: Database,
  client: string,
): Promise<{ policyNumber: string; cents: number }[]> {
  return await database.rows(
    sql`select policy_number,
        (amount_due + past_due_amount - adjustment - billing_credit)::float8 as cents
      from policy_admin.balance where client = ${client}`,
  )
}

export interface AutoPayResult {
  policyNumber: string
  /** Announcements, each as its kind and amount in cents. */
  announced: string[]
  /**
   * Charges with their cents, and whether they are linked to an announcement of at least the
   * amount.
   */
  charges: { status: string; isConfirmed: boolean; cents: number; isAnnounced: boolean }[]
}

/** The announcements and charges of each product on auto pay. */
export async function findAutoPayResults(database: Database): Promise<AutoPayResult[]> {
  return await database.rows<AutoPayResult>(
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

/** The number of auto pay announcements and charges so far, and of charges without a result. */
export async function countAutoPay(database: Database): Promise<{ made: number; open: number }> {
  const [row] = await database.rows<{ made: number; open: number }>(
    sql`select (select count(*) from myaccount_core.announced_charge)::float8
        + count(*)::float8 as made,
        count(*) filter (where status in ('submitted', 'unknown'))::float8 as open
      from myaccount_core.payment where origin = 'autoPay'`,
  )
  return row ?? { made: 0, open: 0 }
}
