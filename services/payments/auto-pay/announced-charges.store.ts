import { oneRow, type Queries, sql } from "#database/sql.ts"

/** An auto pay charge that was announced to a customer. Amounts are cents. */
export interface AnnouncedCharge {
  id: string
  client: string
  accountNumber: string
  policyNumber: string
  /** Null if a version without this column announced the charge. */
  productDesc?: string | null
  kind: "notice" | "unchanged" | "agreement" | "retry"
  /** The announced day of the charge. It may be made later, never earlier. */
  chargeOn: string
  /** Latest due date of the bills in the charge. */
  billsDueBy: string
  /** Due dates of the bills in this charge. Null means every bill due by `billsDueBy`. */
  dueDates: readonly string[] | null
  billNumbers: readonly number[]
  amount: number
  /** Null if only the amount was announced. */
  parts: ChargeParts | null
  methodRecordId: string
  /** The client's day of the announcement. */
  announcedOn: string
  announcedAt: Date
  authorizationId: string | null
  /** Whether no email was sent, because no address is on file. */
  isUnsent?: boolean
}

/** The parts of a charge: premium, fee and adjustment, less the credit. */
export interface ChargeParts {
  premium: number
  fee: number
  adjustment: number
  credit: number
}

/** An announced charge that has not been made yet. */
export type OpenAnnouncement = Pick<
  AnnouncedCharge,
  "id" | "kind" | "chargeOn" | "billsDueBy" | "dueDates" | "amount" | "methodRecordId"
> & {
  /** The account that was notified. The product may belong to another account now. */
  accountNumber: string
  productDesc: string | null
  /** Whether an email or an agreement informed the customer. */
  isTold: boolean
}

/** Number of due dates that determine a product's billing day, even after short months. */
const settledDates = 6

/** The facts that decide whether a charge of a product must be announced. */
export interface KnownCharges {
  policyNumber: string
  /** Latest due date of the bills announced for this method; null before the first announcement. */
  announcedThrough: string | null
  /** Open announcements, newest first. */
  open: OpenAnnouncement[]
  /** The last auto pay charge that was accepted and not taken back. */
  last: {
    amount: number
    at: string
    parts: ChargeParts | null
    productDesc: string
    methodRecordId: string
  } | null
  /** The last agreement; null if auto pay has charged since then. */
  agreed: Pick<AnnouncedCharge, "amount" | "chargeOn" | "billsDueBy" | "methodRecordId"> | null
  /**
   * Name and number of the product in the last auto pay authorization; null if that was for another
   * method than auto pay charges, or auto pay was authorized elsewhere.
   */
  authorizedProduct: string | null
  /** Latest due dates of the bills that our payments paid, newest first. */
  settled: string[]
  /** The kind of the auto pay method; null if the account does not have that method. */
  methodKind: "card" | "bank" | null
  /** Whether auto pay must not charge that method. */
  isSuspended: boolean
  /**
   * Whether the account system may show a bill of the product as open that auto pay leaves out: our
   * payments have paid it, or the account system reversed its payment and the money is with us.
   */
  isContradicted: boolean
}

/**
 * The known charges of these products of a client, each with its current auto pay method. An
 * agreement to a charge on `agreedFor` or later does not count as an announcement, because a notice
 * will be sent. Agreements whose change is not made yet, and superseded announcements, do not count
 * either.
 */
export async function findKnownCharges(
  queries: Queries,
  client: string,
  products: readonly {
    policyNumber: string
    paymentMethodRecordId: string | null
    /** The account that must own the method, if the caller does not know the owner. */
    accountNumber?: string
  }[],
  agreedFor: string,
): Promise<KnownCharges[]> {
  return await queries.rows<KnownCharges>(
    sql`select p."policyNumber" as policy_number, told.announced_through, told.open, told.agreed,
        (select json_build_object('amount', (y.amount * 100)::bigint, 'at', y.submitted_at,
            'productDesc', y.product_desc, 'methodRecordId', y.method_record_id,
            'parts', case when a.premium is not null then json_build_object('premium', a.premium,
              'fee', a.fee, 'adjustment', a.adjustment, 'credit', a.credit) end)
          from myaccount_core.payment y
          left join myaccount_core.announced_charge a
            on a.client = y.client and a.payment_id = y.id
          where y.client = ${client} and y.policy_number = p."policyNumber"
            and y.origin = 'autoPay' and y.confirmation_number is not null
            and y.status not in ('returned', 'disputeLost')
          order by y.number desc limit 1) as last,
        (select case when c.wanted ->> 'paymentMethodRecordId' = p."paymentMethodRecordId"
              then (select z.authorised ->> 'product' from myaccount_core."authorization" z
                where z.client = ${client} and z.id = c.authorization_id) end
          from myaccount_core.auto_pay_change c
          where c.client = ${client} and c.policy_number = p."policyNumber" and c.state = 'made'
          order by coalesce(c.stored_at, c.asked_at) desc limit 1) as authorized_product,
        (select coalesce(json_agg(s.due_date order by s.due_date desc), '[]') from (
          select bill ->> 'dueDate' as due_date
            from (select y.pays from myaccount_core.payment y
              where y.client = ${client} and y.policy_number = p."policyNumber"
                and y.confirmation_number is not null
                and y.status not in ('returned', 'disputeLost')
              order by y.number desc limit ${settledDates}) paid,
              jsonb_array_elements(paid.pays) bill
            where bill ->> 'dueDate' is not null
          union select unnest(coalesce(a.due_dates, array[a.bills_due_by]))::text
            from myaccount_core.announced_charge a
            join myaccount_core.payment y on y.client = a.client and y.id = a.payment_id
            where a.client = ${client} and a.policy_number = p."policyNumber"
              and y.confirmation_number is not null and y.status not in ('returned', 'disputeLost')
          order by 1 desc limit ${settledDates}) s) as settled,
        (select m.kind from myaccount_core.payment_method m where m.client = ${client}
          and m.record_id = p."paymentMethodRecordId" and m.deleted_at is null
          and m.account_number = coalesce(p."accountNumber", m.account_number)) as method_kind,
        exists (select from myaccount_core.auto_pay_suspension s where s.client = ${client}
          and s.policy_number = p."policyNumber" and s.ended_at is null
          and s.method_record_id in ('', p."paymentMethodRecordId")) as is_suspended,
        exists (select from myaccount_core.payment_difference d
          join myaccount_core.accepted_payment y on y.client = d.client and y.id = d.payment_id
          where d.client = ${client} and d.kind = 'billPaid' and d.resolved_at is null
            and y.policy_number = p."policyNumber")
          or exists (select from myaccount_core.accepted_payment y where y.client = ${client}
            and y.policy_number = p."policyNumber" and y.is_recording)
          or exists (select from myaccount_core.payment y where y.client = ${client}
            and y.policy_number = p."policyNumber" and y.revoked_at is not null
            and y.amount > y.refunded and y.status not in ('returned', 'disputeLost'))
          as is_contradicted
      from json_to_recordset(${JSON.stringify(products)}::json)
        as p("policyNumber" text, "paymentMethodRecordId" text, "accountNumber" text)
      cross join lateral (
        select max(a.bills_due_by) filter (where not (a.kind = 'agreement' and a.closed_at is null
              and a.payment_id is null and a.charge_on >= ${agreedFor}::date)
            and (a.method_record_id = p."paymentMethodRecordId"
              or (a.closed_at is not null and not exists (
                select from myaccount_core.announced_charge newer where newer.client = ${client}
                  and newer.policy_number = a.policy_number and newer.bills_due_by = a.bills_due_by
                  and newer.closed_at is null and newer.payment_id is null))
              or (a.payment_id is not null and y.status <> 'canceled')
              or exists (select from myaccount_core.auto_pay_change c where c.client = ${client}
                and c.policy_number = p."policyNumber" and c.state = 'asked'))) as announced_through,
            coalesce(json_agg(json_build_object('id', a.id, 'kind', a.kind,
              'chargeOn', a.charge_on, 'billsDueBy', a.bills_due_by, 'dueDates', a.due_dates,
              'amount', a.amount, 'methodRecordId', a.method_record_id, 'productDesc', a.product_desc,
              'accountNumber', a.account_number, 'isTold', a.kind <> 'unchanged' and not a.untold)
              order by coalesce(a.stored_at, a.announced_at) desc) filter (where a.closed_at is null
                and (a.payment_id is null or y.status = 'canceled')), '[]') as open,
            (array_agg(json_build_object('amount', a.amount, 'chargeOn', a.charge_on,
                'billsDueBy', a.bills_due_by, 'methodRecordId', a.method_record_id)
              order by coalesce(a.stored_at, a.announced_at) desc) filter (where a.kind = 'agreement' and not exists (select from myaccount_core.payment later
                where later.client = ${client} and later.policy_number = p."policyNumber"
                  and later.origin = 'autoPay' and later.confirmation_number is not null
                  and coalesce(later.stored_at, later.submitted_at)
                    > coalesce(a.stored_at, a.announced_at))))[1] as agreed
          from myaccount_core.announced_charge a
          left join myaccount_core.payment y on y.client = a.client and y.id = a.payment_id
          where a.client = ${client} and a.policy_number = p."policyNumber" and not a.superseded
            and not exists (select from myaccount_core.auto_pay_change c
              where c.client = ${client} and c.authorization_id = a.authorization_id
                and c.state = 'asked')) as told`,
  )
}

/**
 * False if these bills were announced before. The query must not be able to use the index of all
 * open announcements: a plan made while the table was empty read that whole index for each
 * announcement. An announcement replaces earlier ones of its bills, except an agreement whose
 * change is not made yet. An agreement replaces them when its change is made.
 */
export async function insertAnnouncement(
  tx: Queries,
  announced: AnnouncedCharge,
): Promise<boolean> {
  const a = announced
  const rows = await tx.rows(
    sql`with added as (
      insert into myaccount_core.announced_charge (id, client, account_number, policy_number, kind,
        charge_on, bills_due_by, due_dates, bill_numbers, amount, premium, fee, adjustment, credit,
        method_record_id, announced_on, announced_at, authorization_id, untold, product_desc)
      values (${a.id}, ${a.client}, ${a.accountNumber}, ${a.policyNumber}, ${a.kind},
        ${a.chargeOn}, ${a.billsDueBy}, ${a.dueDates}::date[], ${a.billNumbers}::integer[], ${a.amount},
        ${a.parts?.premium ?? null}, ${a.parts?.fee ?? null}, ${a.parts?.adjustment ?? null},
        ${a.parts?.credit ?? null}, ${a.methodRecordId}, ${a.announcedOn}, ${a.announcedAt},
        ${a.authorizationId}, ${a.isUnsent ?? false}, ${a.productDesc ?? null})
      on conflict do nothing returning client, policy_number, bills_due_by, announced_at),
    replaced as (
      update myaccount_core.announced_charge r set closed_at = added.announced_at from added
        where r.client = added.client and r.policy_number = added.policy_number
          and r.bills_due_by = added.bills_due_by and r.id <> ${a.id}
          and num_nonnulls(r.closed_at, r.payment_id) = 0 and ${a.kind}::text <> 'agreement'
          and not exists (select from myaccount_core.auto_pay_change c where c.client = r.client
            and c.authorization_id = r.authorization_id and c.state = 'asked'))
    select 1 from added`,
  )
  return rows.length === 1
}

/**
 * Ends open announcements of a product for other methods than this one: the method was changed
 * without a change here. An agreement whose change is not made yet stays.
 */
export async function supersedeOtherMethods(
  tx: Queries,
  client: string,
  policyNumber: string,
  methodRecordId: string,
  now: Date,
): Promise<void> {
  await tx.rows(
    sql`update myaccount_core.announced_charge a set superseded = true, closed_at = ${now}
      where a.client = ${client} and a.policy_number = ${policyNumber} and not a.superseded
        and a.closed_at is null and a.method_record_id <> ${methodRecordId}
        and (a.payment_id is null or exists (select from myaccount_core.payment y
          where y.client = ${client} and y.id = a.payment_id and y.status = 'canceled'))
        and not exists (select from myaccount_core.auto_pay_change c where c.client = ${client}
          and c.authorization_id = a.authorization_id and c.state = 'asked')`,
  )
}

/** Links an announcement to its charge, in the transaction that stores the charge. */
export async function markCharged(
  tx: Queries,
  client: string,
  announcementId: string,
  paymentId: string,
): Promise<void> {
  await tx.rows(
    sql`update myaccount_core.announced_charge set payment_id = ${paymentId}
      where client = ${client} and id = ${announcementId} and closed_at is null`,
  )
}

/**
 * Ends open announcements of a product when a change of auto pay is made, except the agreement with
 * this authorization. A bill that was paid before keeps its announcement.
 */
export async function supersedeAnnouncements(
  tx: Queries,
  client: string,
  policyNumber: string,
  authorizationId: string,
  now: Date,
): Promise<void> {
  await tx.rows(
    sql`update myaccount_core.announced_charge a
      set superseded = true, closed_at = coalesce(a.closed_at, ${now})
      where a.client = ${client} and a.policy_number = ${policyNumber} and not a.superseded
        and a.authorization_id is distinct from ${authorizationId}::uuid
        and (a.payment_id is null or exists (select from myaccount_core.payment y
          where y.client = ${client} and y.id = a.payment_id and y.status = 'canceled'))
        and (a.closed_at is null or exists (select from myaccount_core.announced_charge newer
          where newer.client = ${client} and newer.policy_number = a.policy_number
            and newer.bills_due_by = a.bills_due_by and newer.closed_at is null
            and newer.payment_id is null))`,
  )
}

/**
 * An open announcement, by id. `isTold`: whether an email or an agreement informed the customer.
 */
export async function findAnnounced(
  queries: Queries,
  client: string,
  id: string,
): Promise<(Pick<AnnouncedCharge, "amount" | "chargeOn"> & { isTold: boolean }) | undefined> {
  return await oneRow(
    queries,
    sql`select amount::float8 as amount, charge_on, kind <> 'unchanged' and not untold as is_told
      from myaccount_core.announced_charge
      where client = ${client} and id = ${id} and closed_at is null`,
  )
}

/**
 * Closes one announcement. With `isSuperseded`, its bills may be announced again: neither it nor
 * the announcements that it replaced count any longer. True for only one call.
 */
export async function closeAnnounced(
  tx: Queries,
  client: string,
  id: string,
  now: Date,
  isSuperseded = false,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`with closed as (
      update myaccount_core.announced_charge
        set closed_at = ${now}, superseded = superseded or ${isSuperseded}::boolean
        where client = ${client} and id = ${id} and closed_at is null
        returning client, policy_number, bills_due_by),
    replaced as (
      update myaccount_core.announced_charge r set superseded = true from closed
        where ${isSuperseded}::boolean and r.client = closed.client
          and r.policy_number = closed.policy_number and r.bills_due_by = closed.bills_due_by
          and r.closed_at is not null and r.payment_id is null)
    select 1 from closed`,
  )
  return rows.length === 1
}

/** Closes a product's announcements for this day and earlier: another email cancels them. */
export async function closeNotifiedOtherwise(
  tx: Queries,
  {
    client,
    accountNumber,
    policyNumber,
  }: Pick<AnnouncedCharge, "client" | "accountNumber" | "policyNumber">,
  today: string,
  now: Date,
): Promise<void> {
  await tx.rows(
    sql`update myaccount_core.announced_charge set closed_at = ${now}
      where client = ${client} and account_number = ${accountNumber}
        and policy_number = ${policyNumber} and charge_on <= ${today} and closed_at is null
        and payment_id is null`,
  )
}

/** Ends the agreement of a rejected change. */
export async function supersedeAgreement(
  tx: Queries,
  client: string,
  authorizationId: string,
  now: Date,
): Promise<void> {
  await tx.rows(
    sql`update myaccount_core.announced_charge set superseded = true, closed_at = ${now}
      where client = ${client} and authorization_id = ${authorizationId}::uuid
        and closed_at is null and payment_id is null`,
  )
}

/**
 * Records that something is due for these products of a client on `today`, for their announced
 * charges that were not made.
 */
export async function markDue(
  queries: Queries,
  client: string,
  policyNumbers: readonly string[],
  today: string,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.announced_charge set seen_due_on = ${today}
      where client = ${client} and policy_number = any(${policyNumbers}::text[])
        and charge_on <= ${today} and closed_at is null and payment_id is null`,
  )
}

/** Closes the announced charges of a client whose day has come and for which nothing was due. */
export async function closeSettled(
  queries: Queries,
  client: string,
  today: string,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.announced_charge set closed_at = ${now}
      where client = ${client} and charge_on <= ${today} and closed_at is null
        and payment_id is null and seen_due_on is distinct from ${today}::date`,
  )
}

/** Whether a client's billing run of this day has started. */
export async function hasRunBegun(queries: Queries, client: string, day: string): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from myaccount_core.billing_run where client = ${client} and day = ${day}`,
  )
  return rows.length > 0
}
