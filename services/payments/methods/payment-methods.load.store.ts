import { type Queries, sql } from "#database/sql.ts"
import type { PaymentMethodRow } from "./payment-methods.store.ts"

export type LoadedMethod = Omit<PaymentMethodRow, "client" | "remembered">

/**
 * Adds methods, each person's in the order of their list. A method that already exists stays as it
 * is, even if the person changed or deleted it. Returns how many were added.
 */
export async function addMethods(
  tx: Queries,
  client: string,
  methods: readonly LoadedMethod[],
  now: Date,
): Promise<number> {
  const added = await tx.rows(
    sql`insert into myaccount_core.payment_method (client, record_id, account_number, kind,
        holder_name, card_type, bank_type, last_four, expiration_date, institution,
        masked_routing_number, address_line1, address_line2, address_line3, city_name, state_code,
        zip_code, gateway, gateway_reference, verify_at, remembered, created_at, changed_at)
      select ${client}, r."recordId", r."accountNumber", r.kind, r."holderName", r."cardType",
        r."bankType", r."lastFour", r."expirationDate", r.institution, r."maskedRoutingNumber",
        r."addressLine1", r."addressLine2", r."addressLine3", r."cityName", r."stateCode",
        r."zipCode", r.gateway, r."gatewayReference", r."verifyAt", true, ${now}::timestamptz, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(methods.toReversed())}::json) as r("recordId" text,
        "accountNumber" text, kind text, "holderName" text, "cardType" text, "bankType" text,
        "lastFour" text, "expirationDate" text, institution text, "maskedRoutingNumber" text,
        "addressLine1" text, "addressLine2" text, "addressLine3" text, "cityName" text,
        "stateCode" text, "zipCode" text, gateway text, "gatewayReference" text,
        "verifyAt" text)
      where not exists (select from myaccount_core.payment_method known
        where known.client = ${client} and known.record_id = r."recordId")
      returning 1`,
  )
  return added.length
}

type Referred = Pick<LoadedMethod, "recordId" | "accountNumber" | "gateway" | "gatewayReference">

/**
 * The new methods among these whose reference another person has, with that person's client. It
 * searches every client, because all of them use the gateway of this installation.
 */
export async function findSharedReferences(
  queries: Queries,
  client: string,
  methods: readonly Referred[],
): Promise<{ recordId: string; accountNumber: string; owner: string }[]> {
  const asked = methods.map(({ recordId, accountNumber, gateway, gatewayReference }) => {
    return { recordId, accountNumber, gateway, gatewayReference }
  })
  return await queries.rows(
    sql`select r."recordId" as record_id, r."accountNumber" as account_number, min(other.client) as owner
      from json_to_recordset(${JSON.stringify(asked)}::json) as r("recordId" text,
        "accountNumber" text, gateway text, "gatewayReference" text)
      join myaccount_core.payment_method other
        on other.gateway = r.gateway and other.gateway_reference = r."gatewayReference"
          and other.deleted_at is null
          and (other.client <> ${client} or other.account_number <> r."accountNumber")
      where not exists (select from myaccount_core.payment_method known
        where known.client = ${client} and known.record_id = r."recordId"
          and known.account_number = r."accountNumber")
      group by r."recordId", r."accountNumber"`,
  )
}

/**
 * The error text for a reference with an owner at this client. It contains the client and no
 * person.
 */
export function sharedReferenceText(client: string, owner: string): string {
  return owner === client
    ? "is that of another person's payment method"
    : `is that of a payment method of the client ${owner}`
}
