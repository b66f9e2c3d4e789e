import { columns, oneRow, type Queries, sql } from "#database/sql.ts"
import { personFields } from "../person-fields.ts"
import type { DocumentEntry, Person, Policy, PolicyDetail } from "../port.ts"

/** The account number of a person, or any of their policy numbers. */
export type PersonKey = { accountNumber: string } | { policyNumber: string }

export type AccountRow = Omit<Person, "policyNumber"> & { products: Policy[] }

/** The person with all their products in one round trip, because every screen begins with it. */
export async function findAccount(
  queries: Queries,
  client: string,
  key: PersonKey,
): Promise<AccountRow | undefined> {
  const accountNumber = "accountNumber" in key ? key.accountNumber : null
  const policyNumber = "policyNumber" in key ? key.policyNumber : null
  return await oneRow<AccountRow>(
    queries,
    sql`select p.account_number, ${columns(Object.keys(personFields), "p")},
      p.email_address, p.phone_number, p.is_email_subscribed,
      p.contact_version,
      json_build_object('address', p.address_edit_blocked,
        'phoneNumber', p.phone_number_edit_blocked, 'email', p.email_edit_blocked,
        'save', p.save_blocked) as edit_blocked,
      json_build_object('addressLine1', p.address_line1, 'addressLine2', p.address_line2,
        'addressLine3', p.address_line3, 'cityName', p.city_name, 'stateCode', p.state_code,
        'zipCode', p.zip_code) as address,
      (select coalesce(json_agg(y.facts order by y.position), '[]')
        from policy_admin.product_facts y
        where y.client = p.client and y.account_number = p.account_number) as products
    from policy_admin.person p
    where p.client = ${client} and p.account_number = coalesce(${accountNumber}::text,
      (select account_number from policy_admin.policy
        where client = ${client} and policy_number = ${policyNumber}))`,
  )
}

/** One product of this person with all its parts, in one round trip. */
export async function findPolicy(
  queries: Queries,
  client: string,
  accountNumber: string,
  policyNumber: string,
): Promise<PolicyDetail | undefined> {
  return await oneRow<PolicyDetail>(
    queries,
    sql`with document as (
      select is_correspondence, row_number() over (
          order by document_created_date desc, document_id) as position,
        json_build_object('documentId', document_id, 'documentSource', document_source,
          'documentCategory', document_category, 'documentTypeId', document_type_id,
          'documentName', document_name, 'documentCreatedDate', document_created_date) as entry
      from policy_admin.document where client = ${client} and policy_number = ${policyNumber})
    select y.facts as policy,
      (select coalesce(json_agg(json_build_object('fullName', full_name,
          'relationship', relationship) order by position), '[]')
        from policy_admin.additional_insured
        where client = ${client} and policy_number = ${policyNumber}) as additional_insured,
      (select coalesce(json_agg(json_build_object('productDesc', product_desc,
          'policyNumber', policy_number, 'policyStatus', policy_status,
          'coverageEffectiveDate', coverage_effective_date,
          'benefitAmount', policy_admin.cents(benefit_amount),
          'annualPremium', policy_admin.cents(annual_premium)) order by position), '[]')
        from policy_admin.rider
        where client = ${client} and policy_number = ${policyNumber}) as riders,
      (select coalesce(json_agg(entry order by position), '[]')
        from document where not is_correspondence) as documents,
      (select coalesce(json_agg(entry order by position), '[]')
        from document where is_correspondence) as correspondences,
      (select s.covered_until from policy_admin.standing_bill s
        where s.client = ${client} and s.policy_number = ${policyNumber} and s.owed > 0
        order by s.number limit 1) as covered_until
    from policy_admin.product_facts y
    where y.client = ${client} and y.account_number = ${accountNumber}
      and y.policy_number = ${policyNumber}`,
  )
}

/** A document by its complete key, if a product of this account has it. */
export async function findDocument(
  queries: Queries,
  client: string,
  accountNumber: string,
  key: Pick<DocumentEntry, "documentId" | "documentSource" | "documentCategory">,
): Promise<DocumentEntry | undefined> {
  return await oneRow<DocumentEntry>(
    queries,
    sql`select d.document_id, d.document_source,
      d.document_category, d.document_type_id,
      d.document_name, d.document_created_date
    from policy_admin.document d
    join policy_admin.policy y using (client, policy_number)
    where d.client = ${client} and y.account_number = ${accountNumber}
      and d.document_id = ${key.documentId} and d.document_source = ${key.documentSource}
      and d.document_category = ${key.documentCategory}
    limit 1`,
  )
}

/** The client and number of each matching account at these clients. */
export async function findKeys(
  queries: Queries,
  clients: readonly string[],
  key: PersonKey,
): Promise<{ client: string; accountNumber: string }[]> {
  const accountNumber = "accountNumber" in key ? key.accountNumber : null
  const policyNumber = "policyNumber" in key ? key.policyNumber : null
  return await queries.rows(
    sql`select client, account_number from policy_admin.policy
        where client = any(${clients}::text[]) and policy_number = ${policyNumber}
      union
      select client, account_number from policy_admin.person
        where client = any(${clients}::text[])
          and policy_admin.plain_number(account_number) = policy_admin.plain_number(${accountNumber}::text)
      order by client, account_number`,
  )
}
