import { oneRow, type Queries, sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import type { DeclineReason, KeptMethod, NewMethod } from "#ports/payment-gateway/port.ts"

/** Days after which the customer is reminded to verify an account. */
const remindAfterDays = 3

/**
 * Why a method cannot be charged: the gateway's reason for a bank account, or `otherAccount` if
 * another account with the gateway has the method than the client's.
 */
export type BlockedReason = DeclineReason | "otherAccount"

/** The details that the customer entered and may change. */
export interface MethodEntry {
  holderName: string
  addressLine1: string
  addressLine2: string
  addressLine3: string
  cityName: string
  stateCode: string
  zipCode: string
}

/** A saved card or bank account, as described by the gateway and the person. */
export interface PaymentMethodRow extends MethodEntry, Omit<KeptMethod, "reference"> {
  client: string
  /** The public paymentRecordId. */
  recordId: string
  accountNumber: string
  bankType: "C" | "S" | ""
  gateway: string
  gatewayReference: string
  /**
   * Page where the customer verifies a bank account before it can be charged; "" if it can be
   * charged.
   */
  verifyAt: string
  /**
   * Whether verification failed for good. Then `verifyAt` stays, and the account is never charged.
   */
  verificationFailed?: boolean
  /** What verifies the account; "" or absent if it is unknown, or nothing has to be verified. */
  deposits?: NewMethod["deposits"]
  /** Why it cannot be charged; "" or absent if it can. */
  blockedReason?: BlockedReason | ""
  /** Whether the authorization has ended: a new one by the customer must be renewed at the gateway. */
  authorizationGone?: boolean
  /** False if it was entered for one payment only. */
  remembered: boolean
}

/** The parts of a method's label. */
export type NamedMethod = Pick<PaymentMethodRow, "kind" | "cardType" | "bankType" | "lastFour">

/**
 * The methods of an account, newest first. `notRemembered` includes methods for one payment only:
 * "unpaid" those whose payment has not been made.
 */
export async function findMethods(
  queries: Queries,
  client: string,
  accountNumber: string,
  { notRemembered = "none" }: { notRemembered?: "none" | "unpaid" | "all" } = {},
): Promise<PaymentMethodRow[]> {
  return await queries.rows<PaymentMethodRow>(
    sql`select client, record_id, account_number, kind, holder_name, card_type, bank_type,
        last_four, expiration_date, institution, masked_routing_number, address_line1,
        address_line2, address_line3, city_name, state_code, zip_code, gateway,
        gateway_reference, verify_at, verification_failed, deposits, blocked_reason,
        authorization_gone, remembered
      from myaccount_core.payment_method m
      where client = ${client} and account_number = ${accountNumber} and deleted_at is null
        and (remembered or ${notRemembered}::text = 'all' or ${notRemembered}::text = 'unpaid'
          and not exists (select from myaccount_core.payment p
            where p.client = m.client and p.account_number = m.account_number
              and p.method_record_id = m.record_id and p.status not in ('declined', 'canceled')))
      order by number desc`,
  )
}

/** Undefined if the method belongs to another customer or was deleted. */
export async function findMethod(
  queries: Queries,
  client: string,
  accountNumber: string,
  recordId: string,
): Promise<PaymentMethodRow | undefined> {
  const methods = await findMethods(queries, client, accountNumber, { notRemembered: "all" })
  return methods.find((method) => method.recordId === recordId)
}

/**
 * The account of ours that has, or had, the method with this record id; and whether this account
 * ever had a method.
 */
export async function findMethodOwner(
  queries: Queries,
  { client, accountNumber }: { client: string; accountNumber: string },
  recordId: string,
): Promise<{ owner: string | null; hasOwn: boolean }> {
  const row = await oneRow<{ owner: string | null; hasOwn: boolean }>(
    queries,
    sql`select (select account_number from myaccount_core.payment_method
        where client = ${client} and record_id = ${recordId}) as owner,
      exists (select from myaccount_core.payment_method
        where client = ${client} and account_number = ${accountNumber}) as has_own`,
  )
  return row ?? { owner: null, hasOwn: false }
}

/** The label of a deleted method of this customer. */
export async function findDeleted(
  queries: Queries,
  client: string,
  accountNumber: string,
  recordId: string,
): Promise<NamedMethod | undefined> {
  return await oneRow(
    queries,
    sql`select kind, card_type, bank_type, last_four
      from myaccount_core.payment_method
      where client = ${client} and account_number = ${accountNumber}
        and record_id = ${recordId} and deleted_at is not null`,
  )
}

/** False if a method with this record id already exists. */
export async function insertMethod(
  tx: Queries,
  method: PaymentMethodRow,
  now: Date,
): Promise<boolean> {
  const m = method
  const added = await tx.rows(
    sql`insert into myaccount_core.payment_method (client, record_id, account_number, kind,
        holder_name, card_type, bank_type, last_four, expiration_date, institution,
        masked_routing_number, address_line1, address_line2, address_line3, city_name, state_code,
        zip_code, gateway, gateway_reference, verify_at, deposits, remind_at, remembered,
        created_at, changed_at)
      values (${m.client}, ${m.recordId}, ${m.accountNumber}, ${m.kind}, ${m.holderName},
        ${m.cardType}, ${m.bankType}, ${m.lastFour}, ${m.expirationDate}, ${m.institution},
        ${m.maskedRoutingNumber}, ${m.addressLine1}, ${m.addressLine2}, ${m.addressLine3},
        ${m.cityName}, ${m.stateCode}, ${m.zipCode}, ${m.gateway}, ${m.gatewayReference},
        ${m.verifyAt}, ${m.deposits ?? ""}, ${remindAt(m.verifyAt, now)}, ${m.remembered},
        ${now}, ${now})
      on conflict do nothing returning 1`,
  )
  return added.length > 0
}

/**
 * Saves the editable details: holder, address, and a card's expiry. False if the method is deleted.
 */
export async function writeMethod(
  tx: Queries,
  method: PaymentMethodRow,
  now: Date,
): Promise<boolean> {
  const m = method
  const changed = await tx.rows(
    sql`update myaccount_core.payment_method set holder_name = ${m.holderName},
        expiration_date = ${m.expirationDate}, address_line1 = ${m.addressLine1},
        address_line2 = ${m.addressLine2}, address_line3 = ${m.addressLine3},
        city_name = ${m.cityName}, state_code = ${m.stateCode}, zip_code = ${m.zipCode},
        changed_at = ${now}
      where client = ${m.client} and account_number = ${m.accountNumber}
        and record_id = ${m.recordId} and deleted_at is null
      returning 1`,
  )
  return changed.length > 0
}

/**
 * The saved methods with this gateway reference. There can be several: earlier imports accepted a
 * reference for two people. The query must be able to use only the index of the reference, even if
 * the statement was planned while the table was empty.
 */
export async function findByReference(
  queries: Queries,
  gateway: string,
  reference: string,
): Promise<PaymentMethodRow[]> {
  const owners = await queries.rows<{ client: string; accountNumber: string; recordId: string }>(
    sql`select client, account_number, record_id from myaccount_core.payment_method
      where gateway = ${gateway} and gateway_reference = ${reference} and num_nonnulls(deleted_at) = 0
      order by client, record_id`,
  )
  const found = owners.map(({ client, accountNumber, recordId }) =>
    findMethod(queries, client, accountNumber, recordId),
  )
  return (await Promise.all(found)).filter((method) => method !== undefined)
}

/**
 * The accounts with the gateway that have methods of each client, blocked as moved or not. Steps
 * through the index from each account to the next, however many methods it has.
 */
export async function findMethodAccounts(
  queries: Queries,
): Promise<{ client: string; gateway: string; isElsewhere: boolean }[]> {
  return await queries.rows(
    sql`with recursive account as (
        (select client, gateway, blocked_reason from myaccount_core.payment_method
          where deleted_at is null order by client, gateway, blocked_reason limit 1)
        union all
        select following.* from account, lateral (
          select m.client, m.gateway, m.blocked_reason from myaccount_core.payment_method m
          where m.deleted_at is null and (m.client, m.gateway, m.blocked_reason)
            > (account.client, account.gateway, account.blocked_reason)
          order by m.client, m.gateway, m.blocked_reason limit 1) following)
      select distinct client, gateway, blocked_reason = 'otherAccount' as is_elsewhere
      from account order by client, gateway`,
  )
}

/**
 * The client's methods to block, because another account with the gateway has them than `current`,
 * and to unblock. Those of another gateway, such as the sandbox, stay as they are.
 */
export async function findMovedMethods(
  queries: Queries,
  client: string,
  current: string,
  limit: number,
): Promise<Pick<PaymentMethodRow, "accountNumber" | "recordId">[]> {
  return await queries.rows(
    sql`select account_number, record_id from myaccount_core.payment_method
      where client = ${client} and deleted_at is null
        and split_part(gateway, ':', 1) = split_part(${current}, ':', 1)
        and blocked_reason = case when gateway = ${current} then 'otherAccount' else '' end
      order by number limit ${limit}`,
  )
}

function remindAt(verifyAt: string, now: Date): Date | null {
  return verifyAt === "" ? null : later(now, { days: remindAfterDays })
}

/** The part of a report about charges of a bank account; a field is absent if the report lacks it. */
export type MethodState = Pick<PaymentMethodRow, "blockedReason" | "authorizationGone">

/**
 * Saves the number, date and state that the gateway reports; an absent state stays. False if they
 * are already stored, or the method is deleted.
 */
export async function renewMethod(
  tx: Queries,
  method: PaymentMethodRow,
  state: MethodState,
  now: Date,
): Promise<boolean> {
  const { client, recordId, cardType, lastFour, expirationDate, institution, verifyAt } = method
  const { verificationFailed = false } = method
  const { blockedReason = null, authorizationGone = null } = state
  const renewed = await tx.rows(
    sql`update myaccount_core.payment_method set card_type = ${cardType}, last_four = ${lastFour},
        expiration_date = ${expirationDate}, institution = ${institution}, verify_at = ${verifyAt},
        verification_failed = ${verificationFailed},
        blocked_reason = coalesce(${blockedReason}::text, blocked_reason),
        authorization_gone = coalesce(${authorizationGone}::boolean, authorization_gone),
        changed_at = ${now}
      where client = ${client} and record_id = ${recordId} and deleted_at is null
        and (card_type, last_four, expiration_date, institution, verify_at, verification_failed,
          blocked_reason, authorization_gone)
          is distinct from
          (${cardType}::text, ${lastFour}::text, ${expirationDate}::text, ${institution}::text,
            ${verifyAt}::text, ${verificationFailed}::boolean,
            coalesce(${blockedReason}::text, blocked_reason),
            coalesce(${authorizationGone}::boolean, authorization_gone))
      returning 1`,
  )
  return renewed.length > 0
}

/**
 * Records that the gateway no longer accepts the authorization for a bank account, such as after a
 * dispute. False if that was recorded before, or the method is a card or deleted.
 */
export async function markAuthorizationGone(
  tx: Queries,
  client: string,
  recordId: string,
  now: Date,
): Promise<boolean> {
  const marked = await tx.rows(
    sql`update myaccount_core.payment_method set authorization_gone = true, changed_at = ${now}
      where client = ${client} and record_id = ${recordId} and deleted_at is null
        and kind = 'bank' and not authorization_gone
      returning 1`,
  )
  return marked.length > 0
}

/** Saves the renewed authorization of an account. False if the method is deleted. */
export async function markAuthorized(
  tx: Queries,
  method: PaymentMethodRow,
  { verifyAt, deposits }: Pick<NewMethod, "verifyAt" | "deposits">,
  now: Date,
): Promise<boolean> {
  const { client, accountNumber, recordId } = method
  const marked = await tx.rows(
    sql`update myaccount_core.payment_method set authorization_gone = false,
        verify_at = ${verifyAt}, verification_failed = false, deposits = ${deposits},
        remind_at = ${remindAt(verifyAt, now)}, changed_at = ${now}
      where client = ${client} and account_number = ${accountNumber}
        and record_id = ${recordId} and deleted_at is null
      returning 1`,
  )
  return marked.length > 0
}

/**
 * Prevents another renewal of a method until the transaction ends. False if its authorization has
 * not ended, or the method is deleted.
 */
export async function holdUnauthorized(
  tx: Queries,
  client: string,
  accountNumber: string,
  recordId: string,
): Promise<boolean> {
  const held = await tx.rows(
    sql`update myaccount_core.payment_method set created_at = created_at
      where client = ${client} and account_number = ${accountNumber}
        and record_id = ${recordId} and deleted_at is null and authorization_gone
      returning 1`,
  )
  return held.length > 0
}

/**
 * Prevents changes of a method until the transaction ends. False if it is deleted or blocked, or its
 * authorization has ended.
 */
export async function holdMethod(
  tx: Queries,
  client: string,
  accountNumber: string,
  recordId: string,
): Promise<boolean> {
  const held = await tx.rows(
    sql`update myaccount_core.payment_method set created_at = created_at
      where client = ${client} and account_number = ${accountNumber}
        and record_id = ${recordId} and deleted_at is null and blocked_reason = ''
        and not authorization_gone
      returning 1`,
  )
  return held.length > 0
}

/**
 * False if it was deleted before, or belongs to another customer. The row stays, for payments that
 * refer to it.
 */
export async function markDeleted(
  tx: Queries,
  client: string,
  accountNumber: string,
  recordId: string,
  now: Date,
): Promise<boolean> {
  const deleted = await tx.rows(
    sql`update myaccount_core.payment_method set deleted_at = ${now}
      where client = ${client} and account_number = ${accountNumber}
        and record_id = ${recordId} and deleted_at is null
      returning 1`,
  )
  return deleted.length > 0
}

/** The accounts of all clients, not verified yet, whose customer must be reminded by now. */
export async function findMethodsToRemind(
  queries: Queries,
  now: Date,
  limit: number,
): Promise<Pick<PaymentMethodRow, "client" | "accountNumber" | "recordId">[]> {
  return await queries.rows(
    sql`select client, account_number, record_id from myaccount_core.payment_method
      where remind_at <= ${now} and deleted_at is null and verify_at <> ''
        and not verification_failed
      order by remind_at limit ${limit}`,
  )
}

/** False if the customer was reminded, or the account was verified or deleted in the meantime. */
export async function markReminded(
  tx: Queries,
  client: string,
  recordId: string,
): Promise<boolean> {
  const reminded = await tx.rows(
    sql`update myaccount_core.payment_method set remind_at = null
      where client = ${client} and record_id = ${recordId} and remind_at is not null
        and deleted_at is null and verify_at <> '' and not verification_failed
      returning 1`,
  )
  return reminded.length > 0
}
