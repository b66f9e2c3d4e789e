import type { Database } from "#database/open.ts"
import { type Queries, sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { beginningOf, crossLinkEvery } from "#services/audit/audit-chains.ts"
import { addReport } from "#services/brands/csp-reports.store.ts"
import { insertEvent, nextEvent, putOffDelivery } from "#services/events/events.store.ts"
import { noteAccountState } from "#services/events/received/account-state.store.ts"
import { insertReceived } from "#services/events/received/received-events.store.ts"
import { openBooks } from "../opened-books.store.ts"
import { writeBooks } from "./books.store.ts"
import { writeCorrections } from "./corrections.store.ts"
import { writeIdentity } from "./identity.store.ts"
import { writeLedger } from "./ledger.store.ts"
import { writeLoads } from "./loads.store.ts"
import { writeNotices } from "./notices.store.ts"
import { writeOpenings } from "./openings.store.ts"
import { writePayable } from "./payable.store.ts"
import { writeErasures } from "./privacy.store.ts"
import { writeProfile } from "./profile.store.ts"
import { writeReconciliation } from "./reconciliation.store.ts"
import { writeRefused } from "./refused.store.ts"
import { writeReleases } from "./releases.store.ts"
import { secondTenant } from "./second-tenant.ts"

/** A chain of each client's audit log. */
const crossLinkedChain = 2

/** The keys of rows that both clients have. */
export const shared = {
  account: "HM2041187",
  /** The pseudonym of the same account in newer audit entries. */
  accountName: "pseudonym of an account",
  crossLinkedChain,
  /** The number before that of an entry which links the chains. */
  beforeJoining: beginningOf(crossLinkedChain) + crossLinkEvery - 1,
  username: "maria.santos",
  policy: "4001930427",
  /** A policy without an open change request. */
  quietPolicy: "4001930435",
  /** A policy with past payments and no open one. */
  paidPolicy: "4001987714",
  /** A policy on auto pay, with an open bill. */
  skippedPolicy: "4004120696",
  /** A policy whose payment has settled. */
  settledPolicy: "4009990055",
  /** A policy whose auto pay change one client has refused and the other has made. */
  decidedPolicy: "4009990044",
  /** Userid of a person at each client, with an action that staff of both have requested. */
  userid: "a.person",
  recordId: "PM-20418",
  deletedRecordId: "PM-deleted",
  /** Two accounts: each client has the products of one of them in the other one. */
  crossedAccounts: ["HM2073350", "HM2140265"],
  crossedPolicies: ["4003120956", "4004688301"],
  /** A policy that each client has billed for different dates. */
  billedPolicy: "4000000033",
  /** A policy with one open bill at both clients, which has ended at the second tenant. */
  endedPolicy: "4003551215",
  endedAccount: "HM2115526",
  crossedRecordId: "PM-21402",
  idempotencyKey: "one-key",
  tokenHash: Buffer.alloc(36, "one token"),
  /** Hash of a browser with a row of each kind at both clients. */
  browserHash: Buffer.alloc(36, "one browser"),
  /** Id of an attempt, a registration or a session of both clients. */
  flow: "00000000-0000-4000-8000-00000000000c",
  /** Id of the same in another browser at each client. */
  otherFlow: "00000000-0000-4000-8000-00000000000d",
  /** Userid of a person who exists only at the second tenant. */
  strangerAtHarbor: "staff of the twin",
  /** Userid of a person who must register again, and the token of a session for them. */
  formerUserid: "a.former.person",
  formerHash: Buffer.alloc(36, "a former person"),
  contactChange: "00000000-0000-4000-8000-00000000000b",
  appliedPayment: "00000000-0000-4000-8000-00000000000a",
  reactivateAccount: "HM2099020",
  /** The endpoints of an event of both clients. */
  endpoints: ["billing", "other", "of harbor", "of twin"],
  /** A report of the content security policy, received once by each client. */
  report: {
    directive: "script-src-elem",
    blocked: "inline",
    document: "/dashboard",
    source: "",
    disposition: "enforce" as const,
  },
  /** The number of an unpublished release of each client. */
  release: 5,
  /** The hash of an unpublished file of each client, with different bytes. */
  fileHash: "a file of both",
  noon: new Date("2026-03-02T12:00:00Z"),
}

/** A uuid that belongs to one client only: `kind` from 0 to 15. */
export function ownId(client: string, kind: number): string {
  return `00000000-0000-4000-8000-0000000000${client === secondTenant ? 2 : 1}${kind.toString(16)}`
}

/** A uuid that rows of both clients share: `kind` from 0 to 15. */
export function sharedId(kind: number): string {
  return `00000000-0000-4000-8000-00000000003${kind.toString(16)}`
}

/** A stand-in for a hash that belongs to one client only, with the length of a hash. */
export function ownHash(client: string): Buffer {
  return Buffer.alloc(36, client)
}

/** Adds, for both clients, the rows that come from use rather than from the loaded folders. */
export async function writeSecondTenant(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    for (const client of ["harbor", secondTenant]) {
      const other = client === secondTenant ? "harbor" : secondTenant
      await writePayments(tx, client)
      await writeMethods(tx, client)
      await writeSuspensions(tx, client)
      await writeChanges(tx, client)
      await writeIdentity(tx, client, {
        ...shared,
        ownHash: ownHash(client),
      })
      await writeProfile(tx, client, { ...shared, newEmail: ownId(client, 8) })
      await writeErasures(tx, client, shared)
      await writeBilling(tx, client)
      await writeOpenings(tx, client, shared.endedPolicy)
      await writeEvents(tx, client, other)
      const { account, noon, reactivateAccount } = shared
      await writeLoads(tx, client, { account: reactivateAccount, policy: "4000000033", noon })
      await writeNotices(tx, { client, account, noon, idOf: sharedId })
      await writeRefused(tx, { client, account, noon, from: sharedId(1) })
      await writeAuditLog(tx, client, other)
      await writeGroup(tx, client, other)
      await writeReleases(tx, client, shared)
      await addReport(tx, client, shared.report, shared.noon, 100)
    }
    await writeBooks(tx, {
      open: ["4003120956", "4004688301"],
      settled: shared.billedPolicy,
      payment: shared.appliedPayment,
    })
    for (const client of ["harbor", secondTenant]) {
      const { account, policy, noon: at } = shared
      await writeCorrections(tx, client, { account, policy, at, idOf: sharedId })
    }
    await writeLedger(tx, shared.noon, sharedId(14))
    await writeReconciliation(tx, shared.noon, {
      reported: sharedId(1),
      settled: sharedId(3),
    })
    await writePayable(tx, {
      ...{ account: shared.account, at: shared.noon, ownId: ownId(secondTenant, 14) },
      ...{ accepted: sharedId(1), declined: sharedId(2) },
      ...{ settled: sharedId(3), refunded: sharedId(14) },
    })
    await tx.rows(sql`update appcontent.client set staff_second_factor = client = 'twin'`)
  })
}

async function writePayments(tx: Queries, client: string) {
  const { account, policy, paidPolicy, quietPolicy, idempotencyKey, noon } = shared
  const insert = async (
    kind: number,
    of: string,
    number: number,
    status: string,
    key: string,
    appliedAt: Date | null,
  ) => {
    await tx.rows(
      sql`insert into myaccount_core.payment (id, client, account_number, policy_number, number,
          idempotency_key, origin, amount, due_date, product_desc, gateway, method_reference,
          method_record_id, method_kind, method_label, method_last_four, site_address, status,
          confirmation_number, submitted_at, decided_at, applied_at, next_try_at)
        values (${sharedId(kind)}, ${client}, ${account}, ${of}, ${number}, ${key}, 'autoPay',
          ${client === secondTenant ? 20 : 10}, '2026-03-15', ${`A product of ${client}`}, 'sandbox', 'r',
          'PM-20418', 'card', 'Visa ending in 4242', '4242', ${`http://${client}.localhost`},
          ${status}, ${status === "accepted" || status === "settled" ? `C-${kind}` : null}, ${noon}, ${noon},
          ${appliedAt}, null)`,
    )
  }
  // The other client has one more payment.
  await insert(0, policy, client === secondTenant ? 4 : 2, "submitted", idempotencyKey, null)
  await tx.rows(
    sql`update myaccount_core.payment set authenticate_by = ${noon}
      where client = ${client} and id = ${sharedId(0)}`,
  )
  await insert(1, paidPolicy, client === secondTenant ? 7 : 5, "accepted", `of ${client}`, noon)
  await insert(2, quietPolicy, client === secondTenant ? 3 : 1, "declined", "declined", null)
  await insert(3, shared.settledPolicy, 1, "settled", "settled", null)
  const nextTryAt = client === secondTenant ? later(noon, { hours: 1 }) : noon
  await tx.rows(
    sql`update myaccount_core.payment set next_try_at = ${nextTryAt}
      where client = ${client} and id = ${sharedId(3)}`,
  )
  // The second tenant's payments have other events.
  const events = [
    [0, client === secondTenant ? 7 : 1, "submitted"],
    [3, 1, "settled"],
    ...(client === secondTenant ? ([[3, 2, "returned"]] as const) : []),
  ] as const
  for (const [kind, number, status] of events) {
    await tx.rows(
      sql`insert into myaccount_core.payment_event (client, payment_id, number, status, reason, at)
        values (${client}, ${sharedId(kind)}, ${number}, ${status}, '', ${noon})`,
    )
  }
  await tx.rows(
    sql`insert into myaccount_core.refund (id, payment_id, client, account_number, amount, reopens,
        reason, status, requested_at, tries, next_try_at)
      values (${sharedId(12)}, ${sharedId(1)}, ${client}, ${account}, 100, false, '',
        ${client === secondTenant ? "approved" : "accepted"}, ${noon}, 1, ${nextTryAt})`,
  )
  await tx.rows(
    sql`insert into myaccount_core.refund (id, payment_id, client, account_number, amount, reopens,
        reason, status, idempotency_key, requested_by, requested_at, expires_at)
      values (${sharedId(8)}, ${sharedId(1)}, ${client}, ${account},
        ${client === secondTenant ? 200 : 100}, false, ${`A reason of ${client}`}, 'waiting',
        'the key of a refund', 'agent.kim', ${noon}, ${later(noon, { hours: 1 })})`,
  )
  // Only one of the two clients has notified the person that the payment was declined.
  if (client === secondTenant) {
    await tx.rows(
      sql`insert into myaccount_core.auto_pay_notice (client, subject, sent_at)
        values (${client}, ${`declined ${sharedId(2)}`}, ${noon})`,
    )
  }
  await tx.rows(
    sql`insert into policy_admin.payment (client, payment_id, account_number, policy_number, amount,
        paid_on) values (${client}, ${shared.appliedPayment}, ${account}, ${policy},
        ${client === secondTenant ? 20 : 10}, '2026-03-01')`,
  )
  const day = client === secondTenant ? "2026-03-12" : "2026-03-13"
  await tx.rows(
    sql`insert into policy_admin.skipped_charge (client, policy_number, due_date)
      values (${client}, ${policy}, ${day})`,
  )
  // Only the second tenant has skipped a charge of a product that is on auto pay at both.
  if (client === secondTenant) {
    await tx.rows(
      sql`insert into policy_admin.skipped_charge
        select client, policy_number, due_date from policy_admin.standing_bill
        where client = ${client} and policy_number = ${shared.skippedPolicy} and owed > 0`,
    )
  }
  await tx.rows(
    sql`insert into policy_admin.payment_bills (client, policy_number, book, payment_id, bill_numbers)
      select client, policy_number, book, ${shared.appliedPayment}, array[number]
      from policy_admin.standing_bill
      where client = ${client} and policy_number = ${policy} and number > ${client === secondTenant ? 1 : 0}
      order by number limit 1`,
  )
}

/** Only one of the two clients has suspended auto pay of the product that both have. */
async function writeSuspensions(tx: Queries, client: string) {
  const { account, policy, paidPolicy, recordId, noon } = shared
  const failed = sharedId(2)
  for (const [kind, of, payment] of [
    [10, client === secondTenant ? policy : paidPolicy, failed],
    [11, shared.quietPolicy, null],
  ] as const) {
    await tx.rows(
      sql`insert into myaccount_core.auto_pay_suspension (id, client, account_number,
          policy_number, method_record_id, payment_id, reason, suspended_at)
        values (${sharedId(kind)}, ${client}, ${account}, ${of}, ${recordId},
          ${payment}, ${`of ${client}`}, ${noon})`,
    )
  }
  await tx.rows(
    sql`insert into myaccount_core.payment_event (client, payment_id, number, status, reason, at)
      values (${client}, ${failed}, 1, 'declined', '', ${noon})`,
  )
  if (client === secondTenant) await writeNews(tx, client, failed)
}

/** Writes a failed charge of one account, and a suspension of another one. */
async function writeNews(tx: Queries, client: string, failed: string) {
  const [declined = "", suspended = ""] = shared.crossedAccounts
  await tx.rows(
    sql`insert into myaccount_core.payment
      select (jsonb_populate_record(p, jsonb_build_object('id', ${sharedId(15)}::text,
        'account_number', ${declined}::text, 'number', 90, 'idempotency_key', 'news'))).*
      from myaccount_core.payment p where client = ${client} and id = ${failed}`,
  )
  await tx.rows(
    sql`insert into myaccount_core.auto_pay_suspension (id, client, account_number,
        policy_number, method_record_id, payment_id, reason, suspended_at)
      values (${sharedId(12)}, ${client}, ${suspended}, ${shared.crossedPolicies[0]}, '',
        null, 'news', ${shared.noon})`,
  )
}

async function writeMethods(tx: Queries, client: string) {
  const { account, recordId, deletedRecordId, tokenHash, noon } = shared
  await tx.rows(
    sql`insert into myaccount_core.payment_method (client, record_id, account_number, kind,
        holder_name, card_type, bank_type, last_four, expiration_date, institution,
        masked_routing_number, address_line1, address_line2, address_line3, city_name, state_code,
        zip_code, gateway, gateway_reference, remembered, created_at, changed_at, deleted_at)
      values (${client}, ${deletedRecordId}, ${account}, 'card', ${client}, 'VS', '',
        ${client === secondTenant ? "2222" : "1111"}, '08/2031', '', '', '', '', '', '', '', '', 'sandbox',
        ${`of ${client}`}, true, ${noon}, ${noon}, ${noon})`,
  )
  const content = JSON.stringify({ kind: "change", of: client })
  await tx.rows(
    sql`insert into myaccount_core.payment_method_request (id, client, account_number, record_id,
        kind, token_hash, content, status, tries, next_try_at, created_at)
      values (${sharedId(3)}, ${client}, ${account}, ${recordId}, 'change', ${tokenHash},
          ${content}, 'open', 1, ${client === secondTenant ? later(noon, { hours: 1 }) : noon}, ${noon}),
        (${sharedId(4)}, ${client}, ${account}, ${recordId}, 'delete', null, null,
          ${client === secondTenant ? "refused" : "done"}, 1, null, ${noon})`,
  )
  // Only one of the two clients was notified that the card expires.
  if (client === "harbor") {
    await tx.rows(
      sql`insert into myaccount_core.auto_pay_notice (client, subject, sent_at)
        values (${client}, 'card PM-20418 08/2031', ${noon})`,
    )
  }
}

async function writeChanges(tx: Queries, client: string) {
  const { account, policy, quietPolicy, noon } = shared
  const userid = `maria.santos_${client}`
  for (const [kind, of, state] of [
    [4, policy, "asked"],
    [5, quietPolicy, "made"],
    [6, shared.decidedPolicy, client === secondTenant ? "refused" : "made"],
  ] as const) {
    await tx.rows(
      sql`insert into myaccount_core."authorization" (id, client, account_number, policy_number,
          kind, content, version, authorised, agreed_at, actor_kind, actor_userid, subject_userid, ip)
        values (${sharedId(kind)}, ${client}, ${account}, ${of}, 'add', ${`of ${client}`}, 'v',
          '{}', ${noon}, 'customer', ${userid}, ${userid}, '203.0.113.9')`,
    )
    // Only one of the two clients assigns the product to the method that both have.
    const wanted = { paymentMethodRecordId: client === secondTenant ? shared.recordId : "PM-20502" }
    await tx.rows(
      sql`insert into myaccount_core.auto_pay_change (authorization_id, client, account_number,
          policy_number, seen, wanted, before, after, site_address, state, asked_at)
        values (${sharedId(kind)}, ${client}, ${account}, ${of}, '{}',
          ${JSON.stringify(wanted)}, '{}', '{}', ${`http://${client}.localhost`}, ${state},
          ${client === secondTenant ? later(noon, { seconds: 1 }) : noon})`,
    )
  }
  await tx.rows(
    sql`update myaccount_core.payment set authorization_id = ${sharedId(4)}
      where client = ${client} and id = ${sharedId(0)}`,
  )
  await tx.rows(
    sql`insert into myaccount_core.auto_pay_skip (id, client, account_number, policy_number,
        product_desc, charge_on, due_dates, amount, method_label, site_address, actor_kind,
        actor_userid, subject_userid, ip, state, asked_at)
      values (${sharedId(9)}, ${client}, ${account}, ${quietPolicy}, ${`of ${client}`},
        ${client === secondTenant ? "2026-03-12" : "2026-03-13"},
        array[${client === secondTenant ? "2026-03-12" : "2026-03-13"}]::date[], 10, '',
        ${`http://${client}.localhost`}, 'customer', ${userid}, ${userid}, '203.0.113.9', 'asked',
        ${noon})`,
  )
  await tx.rows(
    sql`insert into myaccount_core.staff_approval (id, client, account_number, userid, action,
        email_version, asked_by, asked_at, expires_at)
      values (${sharedId(7)}, ${client}, ${account}, ${shared.userid}, 'resetPassword',
        ${`of.${client}@example.com`}, 'agent.kim', ${noon}, ${later(noon, { hours: 1 })})`,
  )
}

/** Makes the same products due and settled at both clients. */
async function writeBilling(tx: Queries, client: string) {
  const settled = ["4000000017", shared.billedPolicy]
  await tx.rows(
    sql`update policy_admin.billing set kind = 'direct'
      where client = ${client} and policy_number = any(${settled}::text[])`,
  )
  await openBooks(tx, client, settled, { dueDate: "2026-03-01" })
  await tx.rows(
    sql`update policy_admin.billing set kind = 'direct', payment_method_record_id = 'PM-20418'
      where client = ${client} and policy_number = ${shared.paidPolicy}`,
  )
  await tx.rows(
    sql`update policy_admin.billing set payment_method_record_id = null,
        frequency_code = ${client === secondTenant ? "Q" : "M"}
      where client = ${client} and policy_number = ${shared.quietPolicy}`,
  )
  // Only the second tenant's people chose how these products are paid, and have them at another
  // position.
  await tx.rows(
    sql`update policy_admin.billing set payment_method_record_id = null,
        choice_changed_at = ${client === secondTenant ? shared.noon : null}::timestamptz
      where client = ${client} and policy_number = any(${shared.crossedPolicies}::text[])`,
  )
  await tx.rows(
    sql`update policy_admin.policy set position = ${client === secondTenant ? 1 : 0}
      where client = ${client} and policy_number = any(${shared.crossedPolicies}::text[])`,
  )
  await openBooks(tx, client, shared.crossedPolicies, {
    dueDate: "2026-03-20",
    amountDue: 3_000,
  })
}

async function writeAuditLog(tx: Queries, client: string, other: string) {
  const { account: accountNumber, accountName: account, noon } = shared
  const first = client === secondTenant ? 1010 : 1000
  const named = [{ accountNumber }, { account }]
  const contents: object[] = named.flatMap((name) =>
    ["contact.change", "signIn"].map((action) => ({ client, action, ...name })),
  )
  contents.push({ client, action: "signIn", person: `without a key at ${client}` })
  for (const [index, content] of contents.entries()) {
    await tx.rows(
      sql`insert into audit.entry (client, number, content, previous_hash, hash, at)
        values (${client}, ${first + index}, ${JSON.stringify(content)}, '', '', ${noon})`,
    )
  }
  await tx.rows(
    sql`insert into audit.chain (client, number, hash, seal)
      values (${client}, ${first + contents.length - 1}, 'a hash', '')
      on conflict (client, strand) do update set number = excluded.number`,
  )
  for (const person of [shared.accountName, `without a key at ${other}`]) {
    await tx.rows(
      sql`insert into audit.person_key (client, person, key_sealed, made_at)
        values (${client}, ${person}, ${Buffer.from(`a key of ${client}`)}, ${noon})`,
    )
  }
  // The next entry of this chain contains the ends of the client's other chains.
  const { crossLinkedChain: strand, beforeJoining } = shared
  await tx.rows(
    sql`insert into audit.chain (client, strand, number, hash, seal)
      values (${client}, ${strand}, ${beforeJoining}, 'a hash', '')
      on conflict (client, strand) do update set number = excluded.number`,
  )
}

/**
 * Makes both clients groups with the same member client; one also has another client at the other's
 * host.
 */
async function writeGroup(tx: Queries, client: string, other: string) {
  await tx.rows(
    sql`insert into appcontent.client_group (client, label) values (${client}, ${`Of ${client}`})`,
  )
  const items = [
    ["steelworkers", "steelworkers.localhost"],
    ["wayfarer", `${other}.localhost`],
  ]
  for (const [position, [item, host]] of items.entries()) {
    await tx.rows(
      sql`insert into appcontent.client_group_item (client_group, client, name, sub_group, host,
          position)
        values (${client}, ${item}, ${`${item} of ${client}`}, '', ${host}, ${position})`,
    )
  }
}

/**
 * Writes an event with the same account and id at both clients. Each client has an endpoint whose
 * delivery is due, and another one whose delivery is due only at the other client.
 */
async function writeEvents(tx: Queries, client: string, other: string): Promise<void> {
  const { account: accountNumber, noon: now } = shared
  await nextEvent(tx, client, accountNumber, now)
  const body = JSON.stringify({ client })
  const event = { client, id: sharedId(15), accountNumber, type: "test", body, now }
  await insertEvent(tx, { ...event, endpoints: shared.endpoints })
  const claim = { client, eventId: event.id, endpoint: `of ${other}`, tries: 0 }
  await putOffDelivery(tx, claim, { nextTryAt: later(now, { hours: 1 }), reason: "500", now })
  const closedAt = later(now, { hours: client.length })
  await noteAccountState(tx, { client, accountNumber }, { closedAt })
  for (const webhookId of ["one-message", `of ${client}`]) {
    await insertReceived(tx, { client, sender: "billing", webhookId }, now)
  }
}
