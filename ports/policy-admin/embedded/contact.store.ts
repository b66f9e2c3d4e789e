import { randomUUID } from "node:crypto"
import { type Queries, sql } from "#database/sql.ts"
import type { Contact } from "../port.ts"

/** Returns false, without any change, if the contact data no longer have `version`. */
export async function writeContact(
  queries: Queries,
  client: string,
  accountNumber: string,
  version: string,
  { address, phoneNumber, emailAddress }: Contact,
  now: Date,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`update policy_admin.person
      set address_line1 = ${address.addressLine1}, address_line2 = ${address.addressLine2},
        address_line3 = ${address.addressLine3}, city_name = ${address.cityName},
        state_code = ${address.stateCode}, zip_code = ${address.zipCode},
        phone_number = ${phoneNumber}, email_address = ${emailAddress},
        contact_version = ${randomUUID()}, contact_changed_at = ${now}
      where client = ${client} and account_number = ${accountNumber}
        and contact_version::text = ${version} returning 1`,
  )
  return rows.length > 0
}

/** Returns false if the value is unchanged, or the person does not exist. */
export async function writeEmailSubscribed(
  queries: Queries,
  client: string,
  accountNumber: string,
  isSubscribed: boolean,
  now: Date,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`update policy_admin.person
      set is_email_subscribed = ${isSubscribed}, subscription_changed_at = ${now}
      where client = ${client} and account_number = ${accountNumber}
        and is_email_subscribed <> ${isSubscribed} returning 1`,
  )
  return rows.length > 0
}
