import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { Person, Policy, PolicyDetail } from "../port.ts"

/** A person is found by their account, or by any product that they hold. */
export type PersonKey = { accountNumber: string } | { policyNumber: string }

export type AccountRow = Omit<Person, "policyNumber"> & { products: Policy[] }

/** The person with all their products: one round trip, because every screen begins with it. */
export async function findAccount(
  queries: Queries,
  client: string,
  key: PersonKey,
): Promise<AccountRow | undefined> {
  const accountNumber = "accountNumber" in key ? key.accountNumber : null
  const policyNumber = "policyNumber" in key ? key.policyNumber : null
  return await oneRow<AccountRow>(
    queries,
    sql`select p.account_number as "accountNumber", p.person_number as "personNumber",
      p.first_name as "firstName", p.last_name as "lastName",
      p.date_of_birth as "dateOfBirth", p.email_address as "emailAddress",
      p.phone_number as "phoneNumber", p.is_email_subscribed as "isEmailSubscribed",
      json_build_object('addressLine1', p.address_line1, 'addressLine2', p.address_line2,
        'addressLine3', p.address_line3, 'cityName', p.city_name, 'stateCode', p.state_code,
        'zipCode', p.zip_code) as address,
      (select coalesce(json_agg(product), '[]') from (
        select y.policy_number as "policyNumber", y.product_desc as "productDesc",
          y.product_family as "productFamily", y.active, y.policy_status as "policyStatus",
          y.is_insurance_product as "isInsuranceProduct",
          y.is_cancer_or_hip_or_hap as "isCancerOrHipOrHap",
          y.coverage_type as "coverageType",
          y.coverage_effective_date as "coverageEffectiveDate",
          policy_admin.cents(y.benefit_amount) as "benefitAmount", y.owner,
          policy_admin.cents(y.annual_premium) as "annualPremium",
          y.annual_premium_special_character as "annualPremiumSpecialCharacter",
          y.suppress_payment_due_date as "suppressPaymentDueDate",
          y.payment_due_date_label as "paymentDueDateLabel", y.message,
          json_build_object('kind', b.kind, 'frequencyCode', b.frequency_code,
            'frequencies', (select coalesce(json_agg(json_build_object('code', f.code,
                'label', f.label, 'amount', policy_admin.cents(f.amount),
                'fee', policy_admin.cents(f.fee)) order by f.position), '[]')
              from policy_admin.frequency f
              where f.client = y.client and f.policy_number = y.policy_number),
            'hasBillingFee', b.has_billing_fee,
            'paymentMethodRecordId', b.payment_method_record_id,
            'paymentMethodLabel', b.payment_method_label,
            'amountPaid', policy_admin.cents(b.amount_paid), 'paidThrough', b.paid_through,
            'dueDate', b.due_date, 'amountDue', policy_admin.cents(b.amount_due),
            'amountDueSpecialCharacter', b.amount_due_special_character,
            'pastDueAmount', policy_admin.cents(b.past_due_amount),
            'adjustment', policy_admin.cents(b.adjustment),
            'billingCredit', policy_admin.cents(b.billing_credit),
            'showAmountBreakdown', b.show_amount_breakdown, 'disclaimer', b.disclaimer,
            'payNowBlocked', b.pay_now_blocked, 'changeBlocked', b.change_blocked) as billing
        from policy_admin.policy y
        join policy_admin.billing b using (client, policy_number)
        where y.client = p.client and y.account_number = p.account_number
        order by y.position) product) as products
    from policy_admin.person p
    where p.client = ${client} and p.account_number = coalesce(${accountNumber}::text,
      (select account_number from policy_admin.policy
        where client = ${client} and policy_number = ${policyNumber}))`,
  )
}

export type DetailRow = Omit<PolicyDetail, "policy">

/** What belongs to one product. The caller makes sure whose product it is. */
export async function findDetail(
  queries: Queries,
  client: string,
  policyNumber: string,
): Promise<DetailRow | undefined> {
  return await oneRow<DetailRow>(
    queries,
    sql`with document as (
      select is_correspondence, row_number() over (
          order by document_created_date desc, document_id) as position,
        json_build_object('documentId', document_id, 'documentSource', document_source,
          'documentCategory', document_category, 'documentTypeId', document_type_id,
          'documentName', document_name, 'documentCreatedDate', document_created_date) as entry
      from policy_admin.document where client = ${client} and policy_number = ${policyNumber})
    select
      (select coalesce(json_agg(json_build_object('fullName', full_name,
          'relationship', relationship) order by position), '[]')
        from policy_admin.additional_insured
        where client = ${client} and policy_number = ${policyNumber}) as "additionalInsured",
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
        from document where is_correspondence) as correspondences`,
  )
}
