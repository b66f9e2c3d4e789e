import type { Database } from "#database/open.ts"
import { type Queries, sql } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { createOutbox } from "#ports/mail/outbox.ts"
import { shared } from "./second-tenant/keys.ts"
import { writeSecondTenant } from "./second-tenant/rows.store.ts"
import { testAudit, testSeal } from "./secret-key.ts"

/** A person of Harbor Mutual with rows in every table that contains customer data. */
export const fullPerson = {
  client: "harbor",
  account: shared.account,
  userid: "maria.santos_harbor",
}

/** Texts that occur in no other data; `mentions` finds them. */
export const marks = {
  firstName: "Zebulina",
  lastName: "Quackenbush",
  email: "zebulina@quackenbush.example",
  phone: "2075557291",
  street: "77 Zornhill Lane",
  username: "zq.username",
  ip: "198.51.100.77",
  birth: "1931-07-13",
  reason: "because Quackenbush asked",
  document: "Letter to Quackenbush",
}

/** The marks in a text. */
export function mentions(text: string): string[] {
  return Object.values(marks).filter((mark) => text.includes(mark))
}

/** Gives the person rows in every table, with the marks in each column about a person. */
export async function writeFullPerson(database: Database, clock: Clock): Promise<void> {
  await writeSecondTenant(database)
  const { client, account } = fullPerson
  await database.transaction(async (tx) => {
    await giveFlows(tx, client)
    await markProfile(tx, client, account)
    await markPayments(tx, client, account)
    await tx.rows(
      sql`update appauth.registration set account_number = ${account},
          typed = array[${marks.lastName}, ${marks.birth}] where client = ${client}`,
    )
    await tx.rows(sql`update appauth.session set login_ip = ${marks.ip} where client = ${client}`)
    await tx.rows(
      sql`insert into appauth.device (client, secret_hash, userid, seen_at)
        values (${client}, ${shared.tokenHash}, ${fullPerson.userid}, ${shared.noon})`,
    )
    await tx.rows(
      sql`insert into myaccount_core.unsubscribe_link (client, token_hash, account_number, created_at)
        values (${client}, ${Buffer.alloc(36, "a link of a full person")}, ${account},
          ${shared.noon})`,
    )
    await createOutbox({ seal: testSeal, clock }).add(tx, {
      to: marks.email,
      fromName: "Harbor Mutual",
      subject: "Hello",
      text: marks.firstName,
      html: marks.firstName,
    })
    await testAudit(clock).record(tx, {
      client,
      action: "contact.change",
      actor: { kind: "customer", userid: fullPerson.userid },
      accountNumber: account,
      subjectUserid: fullPerson.userid,
      ip: marks.ip,
      before: { email: marks.email },
      after: { phone: marks.phone },
    })
    await testAudit(clock).record(tx, {
      client,
      action: "staff.act",
      actor: { kind: "staff", userid: "agent.kim" },
      accountNumber: account,
      subjectUserid: fullPerson.userid,
      ip: "203.0.113.200",
    })
  })
}

/** Assigns the attempts, sessions and links of another person to this one. */
async function giveFlows(tx: Queries, client: string) {
  const { userid } = fullPerson
  await tx.rows(
    sql`update appauth.code_attempt set userid = ${userid}
      where client = ${client} and userid = 'a.person'`,
  )
  await tx.rows(
    sql`update appauth.session set userid = ${userid}
      where client = ${client} and userid = 'a.person'`,
  )
  await tx.rows(
    sql`update appauth.reset_ticket set userid = ${userid}
      where client = ${client} and userid = 'a.person'`,
  )
}

async function markProfile(tx: Queries, client: string, account: string) {
  await tx.rows(
    sql`update policy_admin.person set first_name = ${marks.firstName},
        last_name = ${marks.lastName}, email_address = ${marks.email},
        phone_number = ${marks.phone}, address_line1 = ${marks.street},
        date_of_birth = ${marks.birth}
      where client = ${client} and account_number = ${account}`,
  )
  await tx.rows(
    sql`update appauth.user_account set username = ${marks.username}
      where client = ${client} and userid = ${fullPerson.userid}`,
  )
  await tx.rows(
    sql`update policy_admin.policy set owner = ${marks.lastName}
      where client = ${client} and account_number = ${account}`,
  )
  await tx.rows(
    sql`update policy_admin.document d set document_name = ${marks.document}
      from policy_admin.policy p where p.client = ${client} and p.account_number = ${account}
        and d.client = p.client and d.policy_number = p.policy_number`,
  )
  await tx.rows(
    sql`update policy_admin.additional_insured i set full_name = ${marks.lastName}
      from policy_admin.policy p where p.client = ${client} and p.account_number = ${account}
        and i.client = p.client and i.policy_number = p.policy_number`,
  )
  await tx.rows(
    sql`update myaccount_core.new_email set to_address = ${marks.email}
      where client = ${client} and account_number = ${account}`,
  )
  await tx.rows(
    sql`update myaccount_core.email_hold set proven_address = ${marks.email}
      where client = ${client} and account_number = ${account}`,
  )
  await tx.rows(
    sql`update myaccount_core.contact_change
      set asked = ${JSON.stringify({ emailAddress: marks.email })}
      where client = ${client} and account_number = ${account}`,
  )
  await tx.rows(
    sql`update myaccount_core.unshown_change
      set after = ${JSON.stringify({ emailAddress: marks.email })}
      where client = ${client} and account_number = ${account}`,
  )
  await tx.rows(
    sql`update myaccount_core.event set message = ${JSON.stringify({ of: marks.lastName })}
      where client = ${client} and account_number = ${account}`,
  )
}

async function markPayments(tx: Queries, client: string, account: string) {
  await tx.rows(
    sql`update myaccount_core.payment_method set holder_name = ${marks.lastName},
        address_line1 = ${marks.street} where client = ${client} and account_number = ${account}`,
  )
  await tx.rows(
    sql`update myaccount_core.auto_pay_skip set ip = ${marks.ip}
      where client = ${client} and account_number = ${account}`,
  )
  await tx.rows(
    sql`update myaccount_core.refund set reason = ${marks.reason}
      where client = ${client} and account_number = ${account}`,
  )
  await tx.rows(
    sql`update myaccount_core.correction set reason = ${marks.reason}
      where client = ${client} and account_number = ${account}`,
  )
  await tx.rows(
    sql`update policy_admin.lot_note n set note = ${marks.reason}
      from policy_admin.policy p where p.client = ${client} and p.account_number = ${account}
        and n.client = p.client and n.policy_number = p.policy_number`,
  )
  await tx.rows(
    sql`insert into myaccount_core.authorization
      select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
        'ip', ${marks.ip}::text))).*
      from myaccount_core.authorization a
      where client = ${client} and account_number = ${account} limit 1`,
  )
  await tx.rows(
    sql`update myaccount_core.unmatched_report set client = ${client}, matched_at = ${shared.noon},
        payment_id = (
        select id from myaccount_core.payment
        where client = ${client} and account_number = ${account} limit 1)
      where (gateway, key) = (select gateway, key from myaccount_core.unmatched_report limit 1)`,
  )
  await tx.rows(
    sql`insert into policy_admin.reversal (client, kind, reversal_id, payment_id, amount,
        reversed_on, reopens, posted_at)
      select client, 'refund', gen_random_uuid()::text, payment_id::text, 100, '2026-03-01', false,
        ${shared.noon}
      from policy_admin.payment where client = ${client} and account_number = ${account} limit 1`,
  )
}

/** Ends everything in progress for the person, and settles the debt. */
export async function settleFullPerson(database: Database): Promise<void> {
  const { client, account } = fullPerson
  await database.transaction(async (tx) => {
    await tx.rows(
      sql`update myaccount_core.payment set next_try_at = null, applied_at = ${shared.noon},
          status = case when status in ('submitted', 'unknown') then 'declined' else status end
        where client = ${client} and account_number = ${account}`,
    )
    await tx.rows(
      sql`update myaccount_core.refund set next_try_at = null, status = 'refused'
        where client = ${client} and account_number = ${account}`,
    )
    await tx.rows(
      sql`update myaccount_core.correction set next_try_at = null,
          status = case when status in ('waiting', 'approved') then 'refused' else status end
        where client = ${client} and account_number = ${account}`,
    )
    await tx.rows(
      sql`delete from myaccount_core.contact_change
        where client = ${client} and account_number = ${account}`,
    )
    await tx.rows(
      sql`update myaccount_core.auto_pay_change set state = 'made'
        where client = ${client} and account_number = ${account}`,
    )
    await tx.rows(
      sql`update myaccount_core.auto_pay_skip set state = 'made'
        where client = ${client} and account_number = ${account}`,
    )
    await tx.rows(
      sql`update myaccount_core.payment_method_request set next_try_at = null, status = 'done'
        where client = ${client} and account_number = ${account}`,
    )
    await tx.rows(
      sql`update myaccount_core.event_delivery set sent_at = ${shared.noon}
        where client = ${client} and sent_at is null and dead_at is null`,
    )
  })
}

/** Ends auto pay of a client's products in the embedded account system. */
export async function endEveryAutoPay(queries: Queries): Promise<void> {
  await queries.rows(
    sql`update policy_admin.billing set payment_method_record_id = null, payment_method_label = ''
      where client = ${fullPerson.client}`,
  )
}

/** Deletes keys of the audit log, like an attacker with access to the database. */
export async function deletePersonKey(
  queries: Queries,
  client: string,
  persons: readonly string[],
): Promise<void> {
  await queries.rows(
    sql`delete from audit.person_key
      where client = ${client} and person = any(${persons}::text[])`,
  )
}

/** Every row of every table as text, by table. */
export async function everyRow(
  queries: Queries,
  tables: readonly string[],
): Promise<{ table: string; client: string | null; row: string }[]> {
  const text = tables
    .map((name) => {
      const [schema, table] = name.split(".")
      return `select '${name}' as "table", to_jsonb(t)->>'client' as client, to_jsonb(t)::text as row
        from "${schema}"."${table}" t`
    })
    .join(" union all ")
  return await queries.rows({ name: "", text, values: [] })
}

/**
 * Values that no export may contain: those that charge or repeat a payment, and names of acting
 * staff.
 */
export const secretMarks = {
  methodReference: "sample.visa.secret-mark",
  gatewayReference: "charge_secret_mark",
  idempotencyKey: "repeat-secret-mark",
  refundReference: "refund_secret_mark",
  formerStaff: "agent.former",
  operator: "operator-of-the-machine",
}

/** Writes the marks where payments, credits and the audit log of the person have such values. */
export async function writeSecretMarks(database: Database, clock: Clock): Promise<void> {
  const { client, account } = fullPerson
  const { methodReference, gatewayReference, idempotencyKey, refundReference } = secretMarks
  const about = { client, accountNumber: account, subjectUserid: null, ip: null }
  await database.transaction(async (tx) => {
    await tx.rows(
      sql`update myaccount_core.payment set method_reference = ${methodReference},
          gateway_reference = ${gatewayReference}, idempotency_key = ${idempotencyKey}
        where id = (select id from myaccount_core.payment
          where client = ${client} and account_number = ${account} limit 1)`,
    )
    await tx.rows(
      sql`update myaccount_core.refund set gateway_reference = ${refundReference}
        where id = (select id from myaccount_core.refund
          where client = ${client} and account_number = ${account} limit 1)`,
    )
    await tx.rows(
      sql`update myaccount_core.correction set requested_by = ${secretMarks.formerStaff}
        where id = (select id from myaccount_core.correction
          where client = ${client} and account_number = ${account} limit 1)`,
    )
    await tx.rows(
      sql`update policy_admin.lot_note n set note = ${`Goodwill (${secretMarks.formerStaff})`}
        from policy_admin.policy p where p.client = ${client} and p.account_number = ${account}
          and n.client = p.client and n.policy_number = p.policy_number`,
    )
    await tx.rows(
      sql`update myaccount_core.event set message = ${JSON.stringify({ charge: gatewayReference })}
        where client = ${client} and account_number = ${account}`,
    )
    const audit = testAudit(clock)
    const system = { kind: "system" } as const
    // The reference of a charge that no row contains any more.
    const after = { gatewayReference: "charge_secret_mark_of_before", note: refundReference }
    await audit.record(tx, { ...about, action: "payment.accept", actor: system, after })
    const by = { by: secretMarks.operator }
    const operator = { kind: "operator" } as const
    await audit.record(tx, { ...about, action: "person.export", actor: operator, after: by })
  })
}
