-- Most calls read only the active products of a person. Without the column, the balance of each
-- product that has ended is calculated as well.
create or replace view policy_admin.product_facts as
select y.client, y.account_number, y.policy_number, y.position,
  json_build_object(
    'policyNumber', y.policy_number,
    'productDesc', y.product_desc,
    'productFamily', y.product_family,
    'active', y.active,
    'policyStatus', y.policy_status,
    'isInsuranceProduct', y.is_insurance_product,
    'isCancerOrHipOrHap', y.is_cancer_or_hip_or_hap,
    'coverageType', y.coverage_type,
    'coverageEffectiveDate', y.coverage_effective_date,
    'benefitAmount', policy_admin.cents(y.benefit_amount),
    'owner', y.owner,
    'annualPremium', policy_admin.cents(y.annual_premium),
    'annualPremiumSpecialCharacter', y.annual_premium_special_character,
    'suppressPaymentDueDate', y.suppress_payment_due_date,
    'paymentDueDateLabel', y.payment_due_date_label,
    'message', y.message,
    'billing', json_build_object(
      'kind', b.kind,
      'frequencyCode', b.frequency_code,
      'frequencies', (
        select coalesce(json_agg(json_build_object(
          'code', f.code,
          'label', f.label,
          'amount', policy_admin.cents(f.amount),
          'fee', policy_admin.cents(f.fee)) order by f.position), '[]')
        from policy_admin.frequency f
        where f.client = y.client and f.policy_number = y.policy_number),
      'hasBillingFee', b.has_billing_fee,
      'paymentMethodRecordId', b.payment_method_record_id,
      'paymentMethodLabel', b.payment_method_label,
      'amountPaid', b.amount_paid,
      'paidThrough', b.paid_through,
      'skippedDueDates', (
        select coalesce(json_agg(k.due_date order by k.due_date), '[]')
        from policy_admin.skipped_charge k
        where k.client = y.client and k.policy_number = y.policy_number
          and k.due_date >= coalesce(b.due_date, k.due_date)),
      'dueDate', b.due_date,
      'amountDue', b.amount_due,
      'amountDueSpecialCharacter', b.amount_due_special_character,
      'pastDueAmount', b.past_due_amount,
      'adjustment', b.adjustment,
      'billingCredit', b.billing_credit,
      'alreadyPaid', b.already_paid,
      'openAmounts', b.open_amounts,
      'showAmountBreakdown', b.show_amount_breakdown,
      'disclaimer', b.disclaimer,
      'payNowBlocked', b.pay_now_blocked,
      'changeBlocked', b.change_blocked)) as facts,
  y.active
from policy_admin.policy y
join policy_admin.balance b on b.client = y.client and b.policy_number = y.policy_number;
