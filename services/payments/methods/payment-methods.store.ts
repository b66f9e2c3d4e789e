import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { KeptMethod } from "#ports/payment-gateway/port.ts"

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

/** A saved card or bank account, as the gateway and the person describe it. */
export interface PaymentMethodRow extends MethodEntry, Omit<KeptMethod, "reference"> {
  client: string
  /** The public paymentRecordId. */
  recordId: string
  accountNumber: string
  bankType: "C" | "S" | ""
  gateway: string
  gatewayReference: string
  /** Where the customer verifies a bank account before it can be charged; "" when it can be. */
  verifyAt: string
  /** Whether that failed for good. Then `verifyAt` stays, and the account is never charged. */
  verificationFailed?: boolean
  /** False when it was entered for one payment only. */
  remembered: boolean
}

/** The parts of the name of a method. */
export type NamedMethod = Pick<PaymentMethodRow, "kind" | "cardType" | "bankType" | "lastFour">

/** The methods of an account, newest first. `notRemembered` adds those for one payment only. */
export async function findMethods(
  queries: Queries,
  client: string,
  accountNumber: string,
  { notRemembered = false }: { notRemembered?: boolean } = {},
): Promise<PaymentMethodRow[]> {
  return await queries.rows<PaymentMethodRow>(
    sql`select client, record_id, account_number, kind,
        holder_name, card_type, bank_type,
        last_four, expiration_date, institution,
        masked_routing_number, address_line1,
        address_line2, address_line3,
        city_name, state_code, zip_code, gateway,
        gateway_reference, verify_at, verification_failed, remembered
      from myaccount_core.payment_method
      where client = ${client} and account_number = ${accountNumber} and deleted_at is null
        and (remembered or ${notRemembered}::boolean)
      order by number desc`,
  )
}

/** Undefined when the method is another customer's or was deleted. */
export async function findMethod(
  queries: Queries,
  client: string,
  accountNumber: string,
  recordId: string,
): Promise<PaymentMethodRow | undefined> {
  const methods = await findMethods(queries, client, accountNumber, { notRemembered: true })
  return methods.find((method) => method.recordId === recordId)
}

/**
 * The account that has, or had, the method with this record id, if it is one of ours; and whether this account ever
 * had a method.
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

/** The name of a deleted method of this customer. */
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

/** False when there is a method of this record id already. */
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
        zip_code, gateway, gateway_reference, verify_at, remembered, created_at, changed_at)
      values (${m.client}, ${m.recordId}, ${m.accountNumber}, ${m.kind}, ${m.holderName},
        ${m.cardType}, ${m.bankType}, ${m.lastFour}, ${m.expirationDate}, ${m.institution},
        ${m.maskedRoutingNumber}, ${m.addressLine1}, ${m.addressLine2}, ${m.addressLine3},
        ${m.cityName}, ${m.stateCode}, ${m.zipCode}, ${m.gateway}, ${m.gatewayReference},
        ${m.verifyAt}, ${m.remembered}, ${now}, ${now})
      on conflict do nothing returning 1`,
  )
  return added.length > 0
}

/** Writes what may change: holder, address, and a card's expiry. False when it is deleted. */
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
 * The saved methods with this reference of the gateway. They can be several: earlier imports took a
 * reference of two people. No other index than that of the reference may fit, also in a table that was empty when
 * the statement was planned.
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

/** Writes the number and date that the gateway reports. False when they are stored, or it is deleted. */
export async function renewMethod(
  tx: Queries,
  method: PaymentMethodRow,
  now: Date,
): Promise<boolean> {
  const { client, recordId, cardType, lastFour, expirationDate, institution, verifyAt } = method
  const { verificationFailed = false } = method
  const renewed = await tx.rows(
    sql`update myaccount_core.payment_method set card_type = ${cardType}, last_four = ${lastFour},
        expiration_date = ${expirationDate}, institution = ${institution}, verify_at = ${verifyAt},
        verification_failed = ${verificationFailed}, changed_at = ${now}
      where client = ${client} and record_id = ${recordId} and deleted_at is null
        and (card_type, last_four, expiration_date, institution, verify_at, verification_failed)
          is distinct from
          (${cardType}::text, ${lastFour}::text, ${expirationDate}::text, ${institution}::text,
            ${verifyAt}::text, ${verificationFailed}::boolean)
      returning 1`,
  )
  return renewed.length > 0
}

/** Keeps a method from being deleted until the transaction ends. False when it is gone already. */
export async function holdMethod(
  tx: Queries,
  client: string,
  accountNumber: string,
  recordId: string,
): Promise<boolean> {
  const held = await tx.rows(
    sql`update myaccount_core.payment_method set created_at = created_at
      where client = ${client} and account_number = ${accountNumber}
        and record_id = ${recordId} and deleted_at is null
      returning 1`,
  )
  return held.length > 0
}

/** False when it was deleted before, or is another's. The row stays, for payments that name it. */
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
